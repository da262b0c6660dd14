// Edits of groups: measures, group fields, periods, totals.

import type { BucketName } from '../../../src/contract/buckets.ts';
import type { Over } from '../../../src/contract/grid.ts';
import { type SummaryName, summaryNames } from '../../../src/contract/summaries.ts';
import type { Column, Model } from '../../model/model.ts';
import { isMoment, isNumeric } from '../../values/types.ts';
import { type ResultColumn, resultColumns, totalSummaryOf } from '../columns.ts';
import { type AttributeNode, derivation, noFilter, type QueryDocument, rootOf } from '../document.ts';
import {
  addField,
  addFields,
  editAt,
  findAttribute,
  initialFields,
  mapAttribute,
  mapAttributes,
  newAlias,
} from '../edits.ts';
import { writeFilter } from '../filters/filters.ts';
import { mayHoldNumbers } from '../filters/notation.ts';
import { addRule } from '../filters/rules.ts';
import { isHelper } from '../formula/helperFields.ts';
import { attributesOf, countingAt, type FieldPath, pathKey, type Visit, visitOf } from '../paths.ts';
import { measureId, prune, uniqueName } from '../references.ts';
import { groupAliases } from '../request.ts';
import { addRollup, filtersOf, rollupsOf } from './rollups.ts';
import { countedColumn, rowCounter } from './rowCount.ts';

/** Adds a measure of the field, such as its sum: per group, or over the related records of each row. */
export function addMeasure(
  doc: QueryDocument,
  model: Model,
  path: FieldPath,
  summary: SummaryName,
): QueryDocument {
  if (!doc.grouped) return addRollup(doc, model, path, summary);
  return addMeasureOfGroups(doc, model, path, summary === 'count' ? countingAt(doc, model, path) : summary);
}

function addMeasureOfGroups(
  doc: QueryDocument,
  model: Model,
  path: FieldPath,
  summary: SummaryName,
): QueryDocument {
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

function withoutTotals(doc: QueryDocument): QueryDocument {
  return mapAttributes(doc, ({ summaries: _, ...node }) => node);
}

/** The units of a date's grouping: first by month, then additionally by year, and so on. */
const bucketPreference: readonly BucketName[] = ['month', 'year', 'quarter', 'week', 'day', 'hour'];

/** Adds a group field. A date that is already one is added with another unit. */
function addGroup(doc: QueryDocument, model: Model, path: FieldPath): QueryDocument {
  const derived = findAttribute(doc, model, path, (node) => derivation(node) !== undefined);
  if (derived) return addDerivedGroup(doc, model, derived.alias);
  const type = columnOf(doc, model, path)?.type;
  if (!type || !isMoment(type)) return addField(doc, model, path);
  const key = pathKey(path);
  const present = attributesOf(doc, model).filter(
    (one) => one.attribute.selected && pathKey(one.path) === key,
  );
  const bucket = bucketPreference.find((one) => present.every(({ attribute }) => attribute.bucket !== one));
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

/** The same for an existing computed field or measure. */
function addDerivedGroup(doc: QueryDocument, model: Model, alias: string): QueryDocument {
  const column = visitOf(doc, model, alias)?.column;
  const bucket = column && isMoment(column.type) ? bucketPreference[0] : undefined;
  return mapAttribute(doc, alias, ({ summaries: _, ...node }) => ({
    ...(bucket ? { bucket } : {}),
    ...node,
    selected: true,
  }));
}

/** Restarts running calculations for each value of a new group field, as if the field had been there before. */
function restartPerGroup(before: QueryDocument, doc: QueryDocument): QueryDocument {
  const known = groupAliases(before);
  const joined = groupAliases(doc).filter((alias) => !known.includes(alias));
  if (joined.length === 0) return doc;
  return mapAttributes(doc, (node) =>
    node.over?.order && node.over.fn !== 'rank'
      ? { ...node, over: { ...node.over, per: [...(node.over.per ?? []), ...joined] } }
      : node,
  );
}

/**
 * One row per value of the field, with a row count; in a grouped query the field is added to the groups. Groups are of
 * all rows: a top N of single rows does not apply to them.
 */
export function groupBy(doc: QueryDocument, model: Model, path: FieldPath): QueryDocument {
  if (doc.grouped) return restartPerGroup(doc, addGroup(doc, model, path));
  const root = rootOf(doc, path.root);
  const entity = model.entities.get(root?.id ?? '');
  if (!root || !entity) return doc;
  const derived = findAttribute(doc, model, path, (node) => derivation(node) !== undefined)?.alias;
  const unselected = mapAttributes(withoutTotals(doc), (node) => ({
    ...node,
    selected: node.alias === derived,
  }));
  const { top: _, ...whole } = unselected;
  const bare: QueryDocument = { ...prune({ ...whole, order: [] }), grouped: true };
  const grouped = addGroup({ ...bare, view: { ...bare.view, lists: [] } }, model, path);
  const own = { root: root.alias, steps: [] };
  const attribute = countedColumn(entity);
  const counted =
    attribute === undefined
      ? editAt(grouped, model, own, (items) => [...items, rowCounter(grouped)])
      : addMeasure(grouped, model, { ...own, attribute }, 'count');
  const others =
    derived === undefined
      ? doc
      : mapAttribute(doc, derived, ({ summaries: _, ...node }) => ({ ...node, selected: false }));
  const measured = measuresPerGroup(others, model, counted);
  return totalsPerGroup(others, model, measured);
}

/** Adds a measure of related records to the groups, with summaries of its own. */
function putRollup(
  doc: QueryDocument,
  model: Model,
  { attribute, path }: Pick<Visit, 'attribute' | 'path'>,
  summaries: readonly SummaryName[],
): QueryDocument {
  const { alias } = attribute;
  if (visitOf(doc, model, alias)) {
    return mapAttribute(doc, alias, (node) => ({
      ...node,
      summaries: [...new Set([...(node.summaries ?? []), ...summaries])],
    }));
  }
  const node: AttributeNode = { ...attribute, selected: false, summaries };
  return editAt(doc, model, path, (items) => [...items, node]);
}

/** Column totals become measures of each group, including the average of what each customer spent. */
function totalsPerGroup(rows: QueryDocument, model: Model, grouped: QueryDocument): QueryDocument {
  return attributesOf(rows, model).reduce((next, { attribute, path }) => {
    const { summaries = [], rollup } = attribute;
    if (!rollup) return summaries.reduce((doc, summary) => addMeasure(doc, model, path, summary), next);
    return summaries.length > 0 ? putRollup(next, model, { attribute, path }, summaries) : next;
  }, grouped);
}

/**
 * Measures of each record become measures of each group. A measure that covers only some of the related records is
 * summed over the records: a filter on all rows would exclude records without any.
 */
function measuresPerGroup(rows: QueryDocument, model: Model, grouped: QueryDocument): QueryDocument {
  const measures = rollupsOf(rows, model).filter(({ attribute }) => attribute.selected);
  const [filters = [], ...others] = measures.map((measure) => filtersOf(measure, model));
  const takeSome = filters.length > 0 || others.some((other) => other.length > 0);
  if (takeSome && measures.some(({ rollup }) => totalSummaryOf[rollup.summary])) {
    return measures.reduce((next, measure) => {
      const whole = totalSummaryOf[measure.rollup.summary];
      return whole ? putRollup(next, model, measure, [whole]) : next;
    }, grouped);
  }
  if (others.some((other) => JSON.stringify(other) !== JSON.stringify(filters))) return grouped;
  const measured = measures.reduce((next, { measured: { path, attribute }, rollup }) => {
    const summary = summaryNames.find((one) => one === rollup.summary);
    // Computations from related records cannot be fields of the groups.
    return summary && !attribute.expr ? addMeasure(next, model, path, summary) : next;
  }, grouped);
  return filters.reduce((next, filter) => {
    const written = writeFilter(next, model, filter);
    return written ? addRule(written.doc, [], written.rule) : next;
  }, measured);
}

function columnOf(doc: QueryDocument, model: Model, path: FieldPath): Column | undefined {
  const root = rootOf(doc, path.root);
  return model.entities.get(path.steps.at(-1)?.entity ?? root?.id ?? '')?.column.get(path.attribute);
}

/** Returns to ungrouped rows: removes the measures and shows the fields of the roots again. */
export function ungroup(doc: QueryDocument, model: Model): QueryDocument {
  // Computed fields and measures of related records are shown per row again.
  const plain = mapAttributes(doc, ({ summaries, bucket: _, ...node }) =>
    (node.expr && !isHelper(node.alias)) || (node.rollup && summaries) ? { ...node, selected: true } : node,
  );
  const { top: _, ...whole } = plain;
  const rows = prune({ ...whole, grouped: false, having: noFilter, order: [] });
  return rows.entities.reduce((next, { id, alias }) => {
    const entity = model.entities.get(id);
    return entity ? addFields(next, model, alias, initialFields(entity)) : next;
  }, rows);
}

/** If the last group field was removed, returns to ungrouped rows, with the measures as totals. */
export function withoutGroups(doc: QueryDocument, model: Model): QueryDocument {
  if (!doc.grouped || groupAliases(doc).length > 0) return doc;
  const measured = attributesOf(doc, model).filter(
    ({ attribute }) => attribute.summaries && !attribute.rollup && !isHelper(attribute.alias),
  );
  return measured.reduce(
    (rows, { attribute, path }) => {
      const computed =
        attribute.expr && mapAttribute(rows, attribute.alias, (node) => ({ ...node, selected: true }));
      const next = computed ?? rows;
      const shown = findAttribute(next, model, path, ({ selected }) => selected);
      return shown ? setTotals(next, shown.alias, attribute.summaries ?? []) : next;
    },
    ungroup(doc, model),
  );
}

/** The totals that make sense for a column: nobody needs the sum of keys. */
export function summariesFor(column: ResultColumn): readonly SummaryName[] {
  if (mayHoldNumbers(column.column)) return ['sum', 'avg', 'min', 'max', 'count', 'count_distinct'];
  return isNumeric(column.type) && !column.column.inKey && !column.column.pointsTo
    ? ['sum', 'avg', 'min', 'max', 'count']
    : ['count', 'count_distinct', 'min', 'max'];
}

/** Sets the totals of a column of ungrouped rows. */
export function setTotals(doc: QueryDocument, alias: string, wanted: readonly SummaryName[]): QueryDocument {
  return mapAttribute(doc, alias, ({ summaries: _, ...node }) =>
    wanted.length > 0 ? { ...node, summaries: wanted } : node,
  );
}

export function setBucket(doc: QueryDocument, alias: string, bucket: BucketName | undefined): QueryDocument {
  return mapAttribute(doc, alias, ({ bucket: _, ...node }) => (bucket ? { ...node, bucket } : node));
}

/** Adds a value computed over the groups: the share, rank, running total or change of a measure. */
export function addOver(
  doc: QueryDocument,
  model: Model,
  over: Over,
  wanted: string,
): { readonly doc: QueryDocument; readonly alias: string } {
  const [root] = doc.entities;
  const taken = new Set(resultColumns(doc, model).map(({ id }) => id));
  const alias = uniqueName(wanted, taken);
  if (!root) return { doc, alias };
  const node: AttributeNode = { id: alias, alias, selected: true, over };
  return { doc: editAt(doc, model, { root: root.alias, steps: [] }, (items) => [...items, node]), alias };
}
