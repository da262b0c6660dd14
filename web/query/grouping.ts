// Edits that put rows together: measures, groups, periods, totals.

import type { BucketName } from '../../src/contract/buckets.ts';
import type { Over } from '../../src/contract/grid.ts';
import type { SummaryName } from '../../src/contract/summaries.ts';
import type { Column, Model } from '../model/model.ts';
import { isMoment, isNumeric } from '../values/types.ts';
import { type ResultColumn, resultColumns } from './columns.ts';
import {
  type AttributeNode,
  type Condition,
  derivation,
  noFilter,
  type QueryDocument,
  type Top,
} from './document.ts';
import {
  addField,
  addFields,
  editAt,
  findAttribute,
  mapAttribute,
  mapAttributes,
  newAlias,
  startingFields,
} from './edits.ts';
import { writeFilter } from './filters.ts';
import { attributesOf, type FieldPath, pathKey } from './paths.ts';
import { measureId, prune, unused } from './references.ts';
import { addRollup, filtersOf, rollupsOf } from './rollups.ts';
import { addRule } from './rules.ts';

/** Adds a measure of the field, such as its sum: per group, or for each row of what is related to it. */
export function addMeasure(
  doc: QueryDocument,
  model: Model,
  path: FieldPath,
  summary: SummaryName,
): QueryDocument {
  if (!doc.grouped) return addRollup(doc, model, path, summary);
  const present = findAttribute(doc, model, path, (node) => !node.selected);
  if (present) {
    return mapAttribute(doc, present.alias, (node) => ({
      ...node,
      summaries: [...new Set([...(node.summaries ?? []), summary])],
    }));
  }
  const derived = findAttribute(doc, model, path, (node) => derivation(node) !== undefined);
  if (derived) {
    return mapAttribute(doc, derived.alias, (node) => ({
      ...node,
      selected: false,
      summaries: [summary],
    }));
  }
  const alias = newAlias(doc, path);
  return editAt(doc, model, path, (items) => [
    ...items,
    { id: path.attribute, alias, selected: false, summaries: [summary] },
  ]);
}

export function removeMeasure(doc: QueryDocument, alias: string, summary: SummaryName): QueryDocument {
  const without = mapAttribute(doc, alias, ({ summaries: all, ...node }) => {
    const left = (all ?? []).filter((one) => one !== summary);
    return left.length > 0 ? { ...node, summaries: left } : node;
  });
  return prune(without, new Set(), new Set(), new Set([measureId(summary, alias)]));
}

function dropTotals(doc: QueryDocument): QueryDocument {
  return mapAttributes(doc, ({ summaries: _, ...node }) => node);
}

/** By how much time a date is grouped: first by months, once more by the years that they lie in. */
const bucketsInTurn: readonly BucketName[] = ['month', 'year', 'quarter', 'week', 'day', 'hour'];

/** One more field of the group. A date that is there already joins it by other units of time. */
function addGroup(doc: QueryDocument, model: Model, path: FieldPath): QueryDocument {
  const type = columnOf(doc, model, path)?.type;
  if (!type || !isMoment(type)) return addField(doc, model, path);
  const key = pathKey(path);
  const present = attributesOf(doc, model).filter(
    (one) => one.attribute.selected && pathKey(one.path) === key,
  );
  const bucket = bucketsInTurn.find((one) => present.every(({ attribute }) => attribute.bucket !== one));
  if (present.length === 0) {
    const added = addField(doc, model, path);
    const alias = findAttribute(added, model, path, ({ selected }) => selected)?.alias;
    return alias === undefined ? added : setBucket(added, alias, bucket);
  }
  if (!bucket) return doc;
  const alias = newAlias(doc, path);
  return editAt(doc, model, path, (items) => [
    ...items,
    { id: path.attribute, alias, selected: true, bucket },
  ]);
}

/** One row for each value of the field, with the number of rows; a second field joins the group. */
export function groupBy(doc: QueryDocument, model: Model, path: FieldPath): QueryDocument {
  if (doc.grouped) return addGroup(doc, model, path);
  const root = doc.entities.find(({ alias }) => alias === path.root);
  const entity = model.entities.get(root?.id ?? '');
  if (!root || !entity) return doc;
  const counted = entity.key[0] ?? entity.columns[0]?.name ?? '';
  const unselected = mapAttributes(dropTotals(doc), (node) => ({ ...node, selected: false }));
  const bare: QueryDocument = { ...prune({ ...unselected, order: [] }), grouped: true };
  const grouped = addGroup({ ...bare, view: { ...bare.view, lists: [] } }, model, path);
  const own = { root: root.alias, steps: [], attribute: counted };
  const measured = measuresPerGroup(doc, model, addMeasure(grouped, model, own, 'count'));
  return totalsPerGroup(doc, model, measured);
}

/** What stood below the rows stands beside each group: the average of what each customer spent, too. */
function totalsPerGroup(rows: QueryDocument, model: Model, grouped: QueryDocument): QueryDocument {
  return attributesOf(rows, model).reduce((next, { attribute, path }) => {
    const { summaries = [], rollup } = attribute;
    if (!rollup) return summaries.reduce((doc, summary) => addMeasure(doc, model, path, summary), next);
    const node: AttributeNode = { ...attribute, selected: false };
    return summaries.length > 0 ? editAt(next, model, path, (items) => [...items, node]) : next;
  }, grouped);
}

/** What was measured for each record is measured for each group, where all measures take in the same. */
function measuresPerGroup(rows: QueryDocument, model: Model, grouped: QueryDocument): QueryDocument {
  const measures = rollupsOf(rows, model).filter(({ attribute }) => attribute.selected);
  const [filters = [], ...others] = measures.map((measure) => filtersOf(measure, model));
  if (others.some((other) => JSON.stringify(other) !== JSON.stringify(filters))) return grouped;
  const measured = measures.reduce(
    (next, one) => addMeasure(next, model, one.measured.path, one.rollup.summary),
    grouped,
  );
  return filters.reduce((next, filter) => {
    const written = writeFilter(next, model, filter);
    return written ? addRule(written.doc, [], written.rule) : next;
  }, measured);
}

function columnOf(doc: QueryDocument, model: Model, path: FieldPath): Column | undefined {
  const root = doc.entities.find(({ alias }) => alias === path.root);
  return model.entities.get(path.steps.at(-1)?.entity ?? root?.id ?? '')?.column.get(path.attribute);
}

/** Returns to single rows: removes the measures and shows the fields of the roots again. */
export function ungroup(doc: QueryDocument, model: Model): QueryDocument {
  const plain = mapAttributes(doc, ({ summaries: _, bucket: __, ...node }) => node);
  const { top: _, ...whole } = plain;
  const rows = prune({ ...whole, grouped: false, having: noFilter, order: [] });
  return rows.entities.reduce((next, { id, alias }) => {
    const entity = model.entities.get(id);
    return entity ? addFields(next, model, alias, startingFields(entity)) : next;
  }, rows);
}

/** The totals that say something about a column: nobody wants the sum of keys. */
export function summariesFor(column: ResultColumn): readonly SummaryName[] {
  return isNumeric(column.type) && !column.column.inKey && !column.column.pointsTo
    ? ['sum', 'avg', 'min', 'max', 'count']
    : ['count', 'count_distinct', 'min', 'max'];
}

/** Totals below a column of ungrouped rows. */
export function setTotals(doc: QueryDocument, alias: string, wanted: readonly SummaryName[]): QueryDocument {
  return mapAttribute(doc, alias, ({ summaries: _, ...node }) =>
    wanted.length > 0 ? { ...node, summaries: wanted } : node,
  );
}

export function setBucket(doc: QueryDocument, alias: string, bucket: BucketName | undefined): QueryDocument {
  return mapAttribute(doc, alias, ({ bucket: _, ...node }) => (bucket ? { ...node, bucket } : node));
}

/** Keeps the groups whose measure fits: by one more condition, or by another one in the place of one. */
export function setHaving(doc: QueryDocument, rule: Condition, place?: number): QueryDocument {
  const { entries } = doc.having.cond;
  const changed = place === undefined ? [...entries, rule] : entries.with(place, rule);
  return { ...doc, having: { cond: { with: 'AND', entries: changed } } };
}

export function removeHaving(doc: QueryDocument, place: number): QueryDocument {
  return { ...doc, having: { cond: { with: 'AND', entries: doc.having.cond.entries.toSpliced(place, 1) } } };
}

/** Undefined shows all again. */
export function setTop(doc: QueryDocument, top: Top | undefined): QueryDocument {
  const { top: _, ...rest } = doc;
  return top ? { ...rest, top, order: [{ alias: top.by, asc: top.asc }] } : rest;
}

/** Adds a value worked out over the groups: the share, the rank, the running total, the change of a measure. */
export function addOver(
  doc: QueryDocument,
  model: Model,
  over: Over,
  wanted: string,
): { readonly doc: QueryDocument; readonly alias: string } {
  const [root] = doc.entities;
  const taken = new Set(resultColumns(doc, model).map(({ id }) => id));
  const alias = unused(wanted, taken);
  if (!root) return { doc, alias };
  const node: AttributeNode = { id: alias, alias, selected: true, over };
  return { doc: editAt(doc, model, { root: root.alias, steps: [] }, (items) => [...items, node]), alias };
}
