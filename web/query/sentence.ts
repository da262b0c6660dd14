// The query as one English sentence, in parts so that names and values can be highlighted.

import { t } from '../messages/index.ts';
import { isMoment } from '../values/types.ts';
import { countsRecords, isMeasured, type ResultColumn, resultColumns, rootLabel } from './columns.ts';
import { type QueryDocument, rootOf, type Top } from './document.ts';
import { type Filter, writeFilter } from './filters/filters.ts';
import {
  columnOf,
  conditionParts,
  groupParts,
  join,
  labelOfAlias,
  name,
  onlyTheseCountPart,
  type Part,
  type Speaker,
  word,
} from './filters/ruleWords.ts';
import { alsoSelectsRows, type Counting, countings } from './groups/counting.ts';
import { rollupsOf } from './groups/rollups.ts';
import { attributesOf, multiplies } from './paths.ts';

/** Each row is a record of a root: its key is part of the group, and nothing that a record may have several of. */
function perRecord({ doc, model }: Speaker): boolean {
  const selected = attributesOf(doc, model).filter(({ attribute }) => attribute.selected);
  const isSeveral = selected.some(({ path: { root, steps } }) =>
    multiplies(model, rootOf(doc, root)?.id ?? '', steps),
  );
  if (isSeveral) return false;
  const chosen = selected.filter(({ path }) => path.steps.length === 0);
  return doc.entities.some(({ id, alias }) => {
    const key = model.entities.get(id)?.key ?? [];
    const has = (name: string) => chosen.some(({ path }) => path.root === alias && path.attribute === name);
    return key.length > 0 && key.every(has);
  });
}

/** Measures, per group or per record, are the subject of the query. */
function isMeasure(column: ResultColumn): boolean {
  return column.kind === 'measure' || column.kind === 'over' || isMeasured(column);
}

/** The count's name already says whose rows are counted. */
function isCountOfRows(column: ResultColumn): boolean {
  return column.kind === 'measure' && column.summary === 'count' && countsRecords(column.column);
}

/** The top N already states the order. */
function isOrderOfTop({ order, top }: QueryDocument): boolean {
  const [only, more] = order;
  const isSame = only?.alias === top?.by && only?.asc === top?.asc && only?.nulls === top?.nulls;
  return top !== undefined && more === undefined && isSame;
}

export function topParts({ n, by, asc, nulls, per }: Top, columns: readonly ResultColumn[]): readonly Part[] {
  const label = (id: string) => columns.find((column) => column.id === id)?.label ?? id;
  const each = per.map((id) => [name(label(id))]);
  return [
    word(`${asc ? t.query.bottom(n) : t.query.topOf(n)} `),
    name(label(by)),
    ...(nulls ? [word(` (${t.query.nulls[nulls]})`)] : []),
    ...(each.length > 0 ? [word(` ${t.query.forEach} `), ...join(each, t.query.and)] : []),
  ];
}

/** A filter on what measures cover, in words: its fields are those of the related records. */
export function filterParts(speaker: Speaker, filter: Filter): readonly Part[] {
  const written = writeFilter(speaker.doc, speaker.model, { ...filter, quantity: 'only' });
  return written ? conditionParts({ ...speaker, doc: written.doc }, written.rule) : [];
}

/** What the measures of ungrouped rows cover: the same for all, or different for some. */
function countingParts(speaker: Speaker): readonly Part[] {
  const { doc, model } = speaker;
  const measures = rollupsOf(doc, model);
  const bySame = Map.groupBy(countings(doc, model), ({ columns }) => columns.join('\n'));
  return [...bySame.values()].flatMap((some) => {
    const columns = some[0]?.columns ?? [];
    const filters = join(
      some.map(({ filter }) => filterParts(speaker, filter)),
      t.query.and,
    );
    const isAlsoSelected = some.every((one) => alsoSelectsRows(doc, model, one));
    if (columns.length === measures.length)
      return isAlsoSelected
        ? [word(`, ${t.query.countingThese}`)]
        : [word(`, ${t.query.countingOnly} `), ...filters];
    return [word(', '), ...namesOf(speaker, columns), word(` ${t.query.onlyOf} `), ...filters];
  });
}

function namesOf(speaker: Speaker, columns: readonly string[]): readonly Part[] {
  const names = columns.map((alias) => [name(columnOf(speaker, alias)?.label ?? alias)]);
  return join(names, t.query.and);
}

/** A filter on what measures cover, with the measures that it applies to unless it applies to all. */
export function countedParts(speaker: Speaker, { filter, columns }: Counting): readonly Part[] {
  const parts = filterParts(speaker, filter);
  if (columns.length === rollupsOf(speaker.doc, speaker.model).length) return [...parts, onlyTheseCountPart];
  return [...namesOf(speaker, columns), word(` ${t.query.onlyOf} `), ...parts];
}

/** The totals of all rows. */
function totalParts(columns: readonly ResultColumn[]): readonly Part[] {
  const totals = columns.flatMap((column) =>
    column.kind === 'field'
      ? column.totals.map((summary) => [name(t.query.measure(summary, column.label, isMoment(column.type)))])
      : [],
  );
  return totals.length > 0
    ? [word(`, ${t.query.withTotals} `), ...join(totals, t.query.and), word(` ${t.query.ofAllRows}`)]
    : [];
}

const MAX_FIELDS_NAMED = 4;

export function sentence(speaker: Speaker): readonly Part[] {
  const { doc, model } = speaker;
  if (doc.entities.length === 0) return [word(t.query.nothingYet)];
  const columns = resultColumns(doc, model);
  const seen = columns.filter(({ id }) => !doc.view.hidden.includes(id));
  const isOfGroups = doc.grouped && !perRecord(speaker);
  // A measure of single records that is a group field is what the query is grouped by.
  const isListedMeasure = (column: ResultColumn) =>
    isMeasure(column) && !(isOfGroups && column.kind === 'field');
  const measures = seen.filter(isListedMeasure);
  const fields = seen.filter((column) => !isListedMeasure(column));
  const roots = join(
    doc.entities.map((root) => [name(rootLabel(doc, model, root.alias))]),
    t.query.combinedWith,
  );
  const named = (some: typeof seen): Part[] => {
    const shown = some.slice(0, MAX_FIELDS_NAMED).map(({ label }) => [name(label)]);
    const rest = some.length - shown.length;
    return join(rest > 0 ? [...shown, [word(t.query.moreFields(rest))]] : shown, t.query.and);
  };
  const parts: Part[] = [];
  if (measures.length > 0 && isOfGroups) {
    parts.push(...named(measures));
    if (fields.length > 0) parts.push(word(` ${t.query.by} `), ...named(fields));
    if (!measures.every(isCountOfRows)) parts.push(word(` ${t.query.from} `), ...roots);
  } else {
    parts.push(...roots);
    if (seen.length > 0) {
      parts.push(word(` ${t.query.showing(doc.entities.length)} `), ...named([...measures, ...fields]));
    }
  }
  if (doc.where.cond.entries.length > 0) {
    const filters = groupParts(speaker, doc.where);
    if (filters.length > 0) parts.push(word(`, ${t.query.where} `), ...filters);
  }
  parts.push(...countingParts(speaker));
  if (doc.having.cond.entries.length > 0) {
    parts.push(word(`, ${t.query.having} `), ...groupParts(speaker, doc.having));
  }
  if (doc.top) parts.push(word(', '), ...topParts(doc.top, columns));
  if (doc.order.length > 0 && !isOrderOfTop(doc)) {
    const label = (id: string) =>
      columns.find((column) => column.id === id)?.label ?? labelOfAlias(speaker, id);
    const keys = doc.order.map(({ alias, asc, nulls }) => [
      name(label(alias)),
      ...(asc ? [] : [word(` ${t.query.descending}`)]),
      ...(nulls === undefined ? [] : [word(` (${t.query.nulls[nulls]})`)]),
    ]);
    parts.push(word(`, ${t.query.sortedBy} `), ...join(keys, t.query.thenBy));
  }
  parts.push(...totalParts(columns));
  if (doc.timezone !== undefined) parts.push(word(`, ${t.query.onClock} `), name(doc.timezone));
  return [...parts, word('.')];
}

export function sentenceText(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join('');
}
