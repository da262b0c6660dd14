// The query as one English sentence, in parts so that names and values can be set apart.

import { t } from '../messages/index.ts';
import type { Column, Model } from '../model/model.ts';
import type { SentencePart } from '../ui/Sentence.tsx';
import { formatMoment, formatNumber } from '../values/show.ts';
import { isDigitName, isNumeric } from '../values/types.ts';
import {
  countsRecords,
  fieldLabel,
  isMeasured,
  type ResultColumn,
  resultColumns,
  rootLabel,
} from './columns.ts';
import { alsoPicks, type Counting, countings, countsOnly } from './counting.ts';
import {
  type Argument,
  argumentFor,
  type Condition,
  type ExistsArgument,
  type Group,
  isAlias,
  isExists,
  isGroup,
  isParam,
  isValue,
  type Literal,
  type ParameterValue,
  type QueryDocument,
  type RootNode,
  type Rule,
  type Top,
} from './document.ts';
import { type Filter, writeFilter } from './filters.ts';
import { periodWords } from './measureNames.ts';
import { type Operators, phraseFor } from './operators.ts';
import { attributesOf, type Visit } from './paths.ts';
import { isNegated, parsePeriod } from './relative.ts';
import { rollupsOf } from './rollups.ts';
import { searchedWord } from './textSearch.ts';

type Part = SentencePart;

const word = (text: string): Part => ({ kind: 'word', text });
const name = (text: string): Part => ({ kind: 'name', text });
const value = (text: string): Part => ({ kind: 'value', text });

/** What is said behind a filter on what measures take in. */
export const onlyTheseCount: Part = word(` (${t.query.onlyTheseCount})`);

/** a, b and c */
function join(items: readonly (readonly Part[])[], last: string): Part[] {
  return items.flatMap((item, i) => {
    if (i === 0) return [...item];
    return [word(i === items.length - 1 ? ` ${last} ` : ', '), ...item];
  });
}

export interface Speaker {
  readonly doc: QueryDocument;
  readonly model: Model;
  readonly operators: Operators;
  /** In a policy parameters stand for what is known of the user. */
  readonly ofUser?: boolean;
}

function visitOf({ doc, model }: Speaker, alias: string): Visit | undefined {
  return attributesOf(doc, model).find(({ attribute }) => attribute.alias === alias);
}

function labelOfAlias(speaker: Speaker, alias: string): string {
  const visit = visitOf(speaker, alias);
  if (visit) return fieldLabel(speaker.doc, speaker.model, visit.path);
  return columnOf(speaker, alias)?.label ?? alias;
}

/** What a condition compares: a field, or a measure, which is a plain number however its field is written. */
function subjectOf(speaker: Speaker, alias: string): Column | undefined {
  const measure = columnOf(speaker, alias);
  return (
    visitOf(speaker, alias)?.column ??
    (measure && { ...measure.column, name: '', type: measure.type, inKey: false, pointsTo: undefined })
  );
}

/** A measure of groups is a column of the result, and no field. */
function columnOf({ doc, model }: Speaker, alias: string): ResultColumn | undefined {
  return resultColumns(doc, model).find(({ id }) => id === alias);
}

/** Numbers and dates as the reader writes them; texts in quotes, so that one sees where they end. */
function literalText(literal: Literal, column: Column | undefined): string {
  const text = String(literal);
  if (typeof literal === 'boolean') return literal ? t.common.yes : t.common.no;
  if (column && isNumeric(column.type) && text.trim() !== '' && Number.isFinite(Number(text))) {
    return formatNumber(text, !isDigitName(column));
  }
  if (column?.type === 'date' || column?.type === 'datetime') {
    const moment = formatMoment(text);
    if (moment !== text) return moment;
  }
  return t.query.quoted(text);
}

function argumentParts(speaker: Speaker, argument: Argument, column?: Column): readonly Part[] {
  if (isAlias(argument)) return [name(labelOfAlias(speaker, argument.alias))];
  if (isParam(argument)) {
    if (speaker.ofUser) return [word(`${t.query.ofUser} `), name(argument.param)];
    return parameterParts(speaker.doc, argument.param, column);
  }
  return isValue(argument) ? valueParts(argument.value, column) : [word(t.query.anything)];
}

function valueParts(given: ParameterValue, column: Column | undefined): readonly Part[] {
  if (typeof given !== 'object') return [value(literalText(given, column))];
  const shown = given.slice(0, 3).map((one) => [value(literalText(one, column))]);
  const rest = given.length - shown.length;
  return join(rest > 0 ? [...shown, [word(t.common.more(rest))]] : shown, t.query.or);
}

/** A parameter by its name, with the value that it has at the moment. */
function parameterParts(doc: QueryDocument, called: string, column: Column | undefined): readonly Part[] {
  const declared = doc.parameters?.find((parameter) => parameter.name === called);
  const given = argumentFor(doc, called) ?? declared?.default;
  const label = name(declared?.label ?? called);
  if (given === undefined) return [label, word(` (${t.query.anything})`)];
  return [label, word(' ('), ...valueParts(given, column), word(')')];
}

/** Inside an exists filter aliases belong to the related records. */
function insideExists(speaker: Speaker, exists: ExistsArgument): Speaker {
  const root: RootNode = { ...exists.entity, alias: exists.entity.id, relation: null };
  return { ...speaker, doc: { ...speaker.doc, entities: [root] } };
}

export function conditionParts(speaker: Speaker, { func }: Condition): readonly Part[] {
  const [subject, ...rest] = func.args;
  if (isExists(subject)) {
    const label = speaker.model.entities.get(subject.entity.id)?.label ?? subject.entity.id;
    const start = [word(func.name === 'EXISTS' ? t.query.has : t.query.hasNo), word(' '), name(label)];
    if (subject.where.cond.entries.length === 0) return start;
    return [
      ...start,
      word(` ${t.query.whose} `),
      ...groupParts(insideExists(speaker, subject), subject.where),
    ];
  }
  const start = subject ? [...argumentParts(speaker, subject), word(' ')] : [];
  const period = isValue(rest[0]) ? parsePeriod(rest[0].value) : undefined;
  const only = countsOnly(speaker.doc, speaker.model, { func }) ? [onlyTheseCount] : [];
  if (period) {
    const is = t.query.isIn(period, isNegated(func.name));
    return [...start, word(`${is} `), value(periodWords(period)), ...only];
  }
  const column = isAlias(subject) ? subjectOf(speaker, subject.alias) : undefined;
  const operator = speaker.operators.get(func.name);
  const phrase = operator ? phraseFor(operator, column?.type) : func.name;
  const values = rest.map((argument) => argumentParts(speaker, argument, column));
  if (values.length === 0) return [...start, word(phrase), ...only];
  return [...start, word(`${phrase} `), ...join(values, t.query.and), ...only];
}

function groupParts(speaker: Speaker, { cond }: Group): readonly Part[] {
  const entries = cond.entries.map((rule) => ruleParts(speaker, rule)).filter((parts) => parts.length > 0);
  if (cond.with !== 'NOT') return join(entries, cond.with === 'OR' ? t.query.or : t.query.and);
  return [word(`${t.query.noneOf} (`), ...join(entries, t.query.or), word(')')];
}

export function ruleParts(speaker: Speaker, rule: Rule): readonly Part[] {
  if (!isGroup(rule)) return conditionParts(speaker, rule);
  const searched = searchedWord(speaker.doc, speaker.model, rule);
  if (searched !== undefined) return [word(`${t.query.anyText} `), value(t.query.quoted(searched))];
  if (rule.cond.entries.length === 0) return [];
  const inner = groupParts(speaker, rule);
  return rule.cond.with === 'NOT' || rule.cond.entries.length === 1
    ? inner
    : [word('('), ...inner, word(')')];
}

/** Each row is a record of a root: its key is part of the group. */
function perRecord({ doc, model }: Speaker): boolean {
  const chosen = attributesOf(doc, model).filter(
    ({ attribute, path }) => attribute.selected && path.steps.length === 0,
  );
  return doc.entities.some(({ id, alias }) => {
    const key = model.entities.get(id)?.key ?? [];
    const has = (name: string) => chosen.some(({ path }) => path.root === alias && path.attribute === name);
    return key.length > 0 && key.every(has);
  });
}

/** What is measured, per group or for each record, is what the query is about. */
function isMeasure(column: ResultColumn): boolean {
  return column.kind === 'measure' || column.kind === 'over' || isMeasured(column);
}

/** Its name says already whose rows are counted. */
function isCountOfRows(column: ResultColumn): boolean {
  return column.kind === 'measure' && column.summary === 'count' && countsRecords(column.column);
}

/** The top says already how it is sorted. */
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

/** A filter on what measures take in, in words: its fields are those of the related records. */
export function filterParts(speaker: Speaker, filter: Filter): readonly Part[] {
  const written = writeFilter(speaker.doc, speaker.model, { ...filter, quantity: 'only' });
  return written ? conditionParts({ ...speaker, doc: written.doc }, written.rule) : [];
}

/** What the measures of single rows take in: all of them the same, or some of them something else. */
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
    const isSaid = some.every((one) => alsoPicks(doc, model, one));
    if (columns.length === measures.length)
      return isSaid ? [word(`, ${t.query.countingThese}`)] : [word(`, ${t.query.countingOnly} `), ...filters];
    return [word(', '), ...namesOf(speaker, columns), word(` ${t.query.onlyOf} `), ...filters];
  });
}

function namesOf(speaker: Speaker, columns: readonly string[]): readonly Part[] {
  const names = columns.map((alias) => [name(columnOf(speaker, alias)?.label ?? alias)]);
  return join(names, t.query.and);
}

/** A filter on what measures take in, with the measures that it speaks of where these are not all. */
export function countedParts(speaker: Speaker, { filter, columns }: Counting): readonly Part[] {
  const parts = filterParts(speaker, filter);
  if (columns.length === rollupsOf(speaker.doc, speaker.model).length) return [...parts, onlyTheseCount];
  return [...namesOf(speaker, columns), word(` ${t.query.onlyOf} `), ...parts];
}

const FIELDS_NAMED = 4;

export function sentence(speaker: Speaker): readonly Part[] {
  const { doc, model } = speaker;
  if (doc.entities.length === 0) return [word(t.query.nothingYet)];
  const columns = resultColumns(doc, model);
  const seen = columns.filter(({ id }) => !doc.view.hidden.includes(id));
  const measures = seen.filter(isMeasure);
  const fields = seen.filter((column) => !isMeasure(column));
  const roots = join(
    doc.entities.map((root) => [name(rootLabel(doc, model, root.alias))]),
    t.query.combinedWith,
  );
  const named = (some: typeof seen): Part[] => {
    const shown = some.slice(0, FIELDS_NAMED).map(({ label }) => [name(label)]);
    const rest = some.length - shown.length;
    return join(rest > 0 ? [...shown, [word(t.query.moreFields(rest))]] : shown, t.query.and);
  };
  const parts: Part[] = [];
  if (measures.length > 0 && doc.grouped && !perRecord(speaker)) {
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
  if (doc.timezone !== undefined) parts.push(word(`, ${t.query.onClock} `), name(doc.timezone));
  return [...parts, word('.')];
}

export function sentenceText(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join('');
}
