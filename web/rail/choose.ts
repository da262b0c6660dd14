// Choosing a field: what a click adds or removes, and which question has to be answered first.

import type { SummaryName } from '../../src/contract/summaries.ts';
import { t } from '../messages/index.ts';
import { late } from '../messages/late.ts';
import { isHousekeeping } from '../model/labels.ts';
import type { Column, Entity, Model } from '../model/model.ts';
import { countsRecords, type ResultColumn, resultColumns } from '../query/columns.ts';
import { type QueryDocument, rootOf, type Step } from '../query/document.ts';
import { addField, addList, removeField, removeList } from '../query/edits.ts';
import { addPresence } from '../query/filters/existence.ts';
import { columnAt, hasManyValues } from '../query/filters/filters.ts';
import { addMeasureOfFiltered, canRestrictMeasure } from '../query/groups/counting.ts';
import { addMeasure, removeMeasure, withoutGroups } from '../query/groups/grouping.ts';
import { addRollup, type RollupMethod, rollupsOf, spreadUnits } from '../query/groups/rollups.ts';
import { countingField } from '../query/groups/rowCount.ts';
import {
  attributesOf,
  countingAt,
  type FieldPath,
  type NodePath,
  pathKey,
  relationOf,
  relationsAlong,
  stepOf,
} from '../query/paths.ts';
import { isMoment, isQuantity } from '../values/types.ts';
import type { FilterDraft } from '../workbench/context.ts';
import { draftRepeatedMeasure } from '../workbench/repeatedMeasure.ts';

/** One way to show a field of many related records. */
export interface DisplayChoice {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  /** A filter to be completed first. */
  readonly draft?: FilterDraft;
  readonly edit: (doc: QueryDocument) => QueryDocument;
}

/** Removes the field from the result, whether it is a column, a measure or a list. */
export function dropField(doc: QueryDocument, model: Model, path: FieldPath): QueryDocument {
  const key = pathKey(path);
  let next = doc;
  for (const { attribute, path: other, measured } of attributesOf(doc, model)) {
    if (measured && attribute.selected && pathKey(measured.path) === key) {
      next = removeField(next, attribute.alias);
    }
    if (pathKey(other) !== key) continue;
    if (attribute.selected) next = removeField(next, attribute.alias);
    if (doc.grouped) {
      for (const summary of attribute.summaries ?? []) next = removeMeasure(next, attribute.alias, summary);
    }
  }
  const list = doc.view.lists.find(
    ({ root, steps, attribute }) => pathKey({ root, steps, attribute }) === key,
  );
  return withoutGroups(list ? removeList(next, list.id) : next, model);
}

const ends = ['latest', 'earliest'] as const;

/** The first date column that is data about the record, not housekeeping. */
function dateOf(entity: Entity | undefined): Column | undefined {
  return entity?.columns.find((column) => isMoment(column.type) && !isHousekeeping(column));
}

/** The ways to show a field with many values per row; undefined for a field with one value, which needs no question. */
export function displayChoices(
  doc: QueryDocument,
  model: Model,
  path: FieldPath,
): readonly DisplayChoice[] | undefined {
  if (!hasManyValues(doc, model, path)) return undefined;
  const root = rootOf(doc, path.root);
  const column = columnAt(doc, model, path);
  if (!root || !column) return undefined;
  const narrows = canRestrictMeasure(doc, model, path);
  const measure = (taken: RollupMethod, label: string): readonly DisplayChoice[] => {
    const id = typeof taken === 'object' ? ('end' in taken ? taken.end : taken.spread) : taken;
    const all: DisplayChoice = {
      id,
      label,
      edit: (before) =>
        typeof taken === 'object'
          ? addRollup(before, model, path, taken)
          : addMeasure(before, model, path, taken),
    };
    if (!narrows) return [all];
    return [
      {
        id: `only ${id}`,
        label: late.rail.howOnly(label),
        edit: (before) => addMeasureOfFiltered(before, model, path, taken),
      },
      { ...all, label: late.rail.howAll(label) },
    ];
  };
  const isDated = isMoment(column.type);
  const date = doc.grouped ? undefined : dateOf(model.entities.get(path.steps.at(-1)?.entity ?? ''));
  const recordName = relatedName(doc, model, path);
  const numeric = isQuantity(column);
  // Several of the related records may share the value.
  const isKey = column.inKey && !column.pointsTo;
  const canRepeat = !numeric && !isDated && !isKey && column.type !== 'binary' && column.type !== 'json';
  return [
    ...(doc.grouped
      ? []
      : [{ id: 'list', label: late.rail.howList, edit: (before: QueryDocument) => addList(before, path) }]),
    ...measure(
      'count',
      countsRecords(column) ? t.query.countOf(recordName) : late.rail.howCountWith(recordName, column.label),
    ),
    ...(canRepeat ? measure('count_distinct', late.rail.howDifferent(column.label)) : []),
    ...(numeric ? [...measure('sum', late.rail.howSum), ...measure('avg', late.rail.howAvg)] : []),
    ...measure('min', isDated ? late.rail.howEarliest : late.rail.howMin),
    ...measure('max', isDated ? late.rail.howLatest : late.rail.howMax),
    ...(date && date.name !== column.name
      ? ends.flatMap((end) =>
          measure({ end, by: date.name }, late.rail.howOfOne[end](recordName, date.label)),
        )
      : []),
    ...(isDated && !doc.grouped
      ? spreadUnits.flatMap((spread) => measure({ spread }, late.rail.howSpread[spread]))
      : []),
    {
      id: 'rows',
      label: late.rail.howRows,
      hint: late.rail.howRowsHint(model.entities.get(root.id)?.label ?? root.id),
      edit: (before) => addField(before, model, path),
    },
  ];
}

/** The label of the relation that leads to the records at the end of the path. */
function relatedName(doc: QueryDocument, model: Model, path: NodePath): string {
  const root = rootOf(doc, path.root);
  const parent = model.entities.get(path.steps.at(-2)?.entity ?? root?.id ?? '');
  const last = path.steps.at(-1);
  return (last && relationOf(parent, last)?.label) ?? last?.entity ?? '';
}

/**
 * Only the rows with, or without, the record that a reference leads to; empty if each row has one, or if a row leads to
 * many references.
 */
export function aboutReference(doc: QueryDocument, model: Model, path: NodePath): readonly DisplayChoice[] {
  const root = rootOf(doc, path.root);
  const way = root && relationsAlong(model, root.id, path.steps);
  const parent = model.entities.get(path.steps.at(-2)?.entity ?? root?.id ?? '');
  const isMissing = way?.at(-1)?.own.some((name) => parent?.column.get(name)?.nullable);
  if (!isMissing || way?.some(({ type }) => type === 'one2many')) return [];
  return presences(relatedName(doc, model, path), (before, presence) =>
    addPresence(before, model, path, presence),
  );
}

/** Only the rows with, or without, related records. */
function presences(
  thing: string,
  edit: (doc: QueryDocument, presence: 'EXISTS' | 'NOT_EXISTS') => QueryDocument,
): readonly DisplayChoice[] {
  return [
    { id: 'any', label: late.rail.hasAny(thing), edit: (before) => edit(before, 'EXISTS') },
    { id: 'none', label: late.rail.hasNone(thing), edit: (before) => edit(before, 'NOT_EXISTS') },
  ];
}

/** A field in which every related record has a value: its key, or else the column of the relation. */
function keyOfRelated(model: Model, path: NodePath): FieldPath | undefined {
  const entity = model.entities.get(path.steps.at(-1)?.entity ?? '');
  const attribute = countingField(entity, path.steps);
  return attribute === undefined ? undefined : { ...path, attribute };
}

/** The field may be shown in another way, such as a list of keys, without being counted. */
function isCounted(doc: QueryDocument, model: Model, field: FieldPath): boolean {
  const key = pathKey(field);
  return attributesOf(doc, model).some(({ attribute, path, measured }) => {
    if (doc.grouped && pathKey(path) === key)
      return attribute.summaries?.includes(countingAt(doc, model, path)) === true;
    const isCount = attribute.selected && attribute.rollup?.summary === 'count';
    return isCount && measured !== undefined && pathKey(measured.path) === key;
  });
}

/**
 * Counts the records that a relation leads to; undefined if it leads to a single record, or the count is already shown.
 */
export function countOfRelated(doc: QueryDocument, model: Model, path: NodePath): DisplayChoice | undefined {
  const field = keyOfRelated(model, path);
  if (!field || !hasManyValues(doc, model, field) || isCounted(doc, model, field)) return undefined;
  return {
    id: 'count',
    label: t.query.countOf(relatedName(doc, model, path)),
    // By default only the filtered records are counted; the filter offers the other reading.
    edit: (before) => addMeasureOfFiltered(before, model, field, 'count'),
  };
}

/** A filter on the number of records that a relation leads to; undefined if groups instead of rows are counted. */
export function filterOnCount(doc: QueryDocument, model: Model, path: NodePath): FilterDraft | undefined {
  const field = keyOfRelated(model, path);
  if (!field || doc.grouped || !hasManyValues(doc, model, field)) return undefined;
  const measure = (before: QueryDocument) => addMeasureOfFiltered(before, model, field, 'count');
  const count = rollupsOf(measure(doc), model).findLast(
    ({ measured, rollup }) => rollup.summary === 'count' && pathKey(measured.path) === pathKey(field),
  );
  return count && { path: count.path, measure, at: { group: [] } };
}

const FIELDS_OFFERED = 4;

/** The usual first questions about related records: how many, how much in total, the latest and the earliest. */
export function relatedChoices(doc: QueryDocument, model: Model, path: NodePath): readonly DisplayChoice[] {
  const target = model.entities.get(path.steps.at(-1)?.entity ?? '');
  const key = target?.key[0] ?? target?.columns[0]?.name;
  if (!target || key === undefined || !hasManyValues(doc, model, { ...path, attribute: key })) return [];
  const recordName = relatedName(doc, model, path);
  const measure = (id: SummaryName, attribute: string, label: string): DisplayChoice => {
    const field = { ...path, attribute };
    const present = rollupsOf(doc, model).find(
      (one) => one.rollup.summary === id && pathKey(one.measured.path) === pathKey(field),
    );
    const isShown = !doc.grouped && present?.attribute.selected === true;
    return {
      id: `${id} ${attribute}`,
      label: isShown ? late.twins.againOf(label) : label,
      ...(isShown ? { draft: draftRepeatedMeasure(doc, model, present.attribute.alias) } : {}),
      edit: (before) => addMeasureOfFiltered(before, model, field, id),
    };
  };
  const amounts = target.columns.filter(isQuantity);
  const dates = target.columns.filter(({ type }) => isMoment(type));
  const count = countOfRelated(doc, model, path);
  const [date, [amount]] = [dateOf(target), amounts];
  return [
    ...(count ? [count] : []),
    ...amounts
      .slice(0, FIELDS_OFFERED)
      .map(({ name, label }) => measure('sum', name, late.rail.sumOfRelated(label))),
    ...dates
      .slice(0, 2)
      .flatMap(({ name, label }) => [
        measure('max', name, late.rail.latestOfRelated(label)),
        measure('min', name, late.rail.earliestOfRelated(label)),
      ]),
    ...(date && amount && !doc.grouped
      ? ends.map((end): DisplayChoice => {
          const field = { ...path, attribute: amount.name };
          return {
            id: `${end} ${amount.name}`,
            label: t.query.ofOne(amount.label, end, recordName),
            edit: (before) => addMeasureOfFiltered(before, model, field, { end, by: date.name }),
          };
        })
      : []),
    ...presences(recordName, (before, presence) => addPresence(before, model, path, presence)),
  ];
}

/** A measure of related records that rows may be ranked by, and the query that shows it. */
export interface RankingMeasure {
  readonly column: ResultColumn;
  readonly doc: QueryDocument;
}

/**
 * The count and totals of related records that are not in the result yet, for example to rank customers by their
 * invoices.
 */
export function rankingMeasures(doc: QueryDocument, model: Model): readonly RankingMeasure[] {
  const [root, another] = doc.entities;
  if (!root || another || doc.grouped) return [];
  const present = new Set(resultColumns(doc, model).map(({ id }) => id));
  const relations = model.entities.get(root.id)?.relations ?? [];
  return relations
    .flatMap((relation) => relatedChoices(doc, model, { root: root.alias, steps: [stepOf(relation)] }))
    .filter(({ id, draft }) => !draft && (id === 'count' || id.startsWith('sum ')))
    .flatMap(({ edit }): RankingMeasure[] => {
      const next = edit(doc);
      const column = resultColumns(next, model).find(({ id }) => !present.has(id));
      return column ? [{ column, doc: next }] : [];
    });
}

/** Adds the field that names the records at the end of a path, or their key. */
export function addNamingField(
  doc: QueryDocument,
  model: Model,
  root: string,
  steps: readonly Step[],
): QueryDocument {
  const target = model.entities.get(steps.at(-1)?.entity ?? '');
  const attribute = target?.labelColumns[0] ?? target?.key[0] ?? target?.columns[0]?.name;
  if (attribute === undefined) return doc;
  const path = { root, steps, attribute };
  const [how] = displayChoices(doc, model, path) ?? [];
  return how ? how.edit(doc) : addField(doc, model, path);
}
