// The rows behind a number: those of a group, or the related records of a row's measure.
import type { BucketName } from '../../../src/contract/buckets.ts';
import type { Cell } from '../../api/exact.ts';
import type { Model } from '../../model/model.ts';
import { countsRecords, type MeasureColumn, type ResultColumn, resultColumns } from '../columns.ts';
import { emptyBeside, type QueryDocument, rootOf, type Step } from '../document.ts';
import { addField, addRoot, findAttribute } from '../edits.ts';
import { addCombined, presenceFilter } from '../filters/existence.ts';
import type { Filter } from '../filters/filters.ts';
import { literalIn } from '../filters/notation.ts';
import {
  countingAt,
  entitiesAlong,
  type FieldPath,
  multiplies,
  type NodePath,
  relationsAlong,
  type Visit,
  visitOf,
} from '../paths.ts';
import { pruneParameters } from '../references.ts';
import { sourcesOf } from './determined.ts';
import { eachOnce, eachValueOnce, sharedOnce } from './eachOnce.ts';
import { ungroup } from './grouping.ts';
import { allOf, isInGroup, knownOf, type Narrowing, narrow } from './narrowing.ts';
import { relatedQuery } from './related.ts';
import { filtersOf, type Measured, rollupsOf, spreadOf } from './rollups.ts';
import { countingField } from './rowCount.ts';
import { setTop } from './shownGroups.ts';

/** All fields of a group, including hidden ones, which together identify it. */
export function groupNarrowing(
  doc: QueryDocument,
  model: Model,
  cellOf: (columnId: string) => Cell,
): Narrowing | undefined {
  const parts = resultColumns(doc, model).flatMap((column) =>
    column.kind === 'field' ? [isInGroup(column, cellOf(column.id))] : [],
  );
  return parts.length > 0 ? allOf(...parts) : undefined;
}

/**
 * The fields to show besides those of the rows: the measured field, and for one of many related records also a field in
 * which it has a value, and its name.
 */
function fieldsOfMeasured(model: Model, doc: QueryDocument, measure: MeasureColumn): readonly FieldPath[] {
  const { root, steps, attribute } = measure.path;
  const node: NodePath = { root, steps };
  if (!leadsToMany(doc, model, node)) return measure.summary === 'count' ? [] : [measure.path];
  const sure = countingField(measure.entity, steps);
  const names = [sure ?? attribute, ...measure.entity.key, ...measure.entity.labelColumns, attribute];
  return [...new Set(names)].map((name) => ({ ...node, attribute: name }));
}

/** Whether the path leads to many records per row. */
function leadsToMany(doc: QueryDocument, model: Model, { root, steps }: NodePath): boolean {
  return multiplies(model, rootOf(doc, root)?.id ?? '', steps);
}

/** The records that a number covers, by the ways to them: those of the rows themselves, or related records. */
function measuredBy(doc: QueryDocument, model: Model, { path }: MeasureColumn): readonly NodePath[] {
  const byRoot = Map.groupBy(sourcesOf(doc, model, path), ({ root }) => root);
  return [...byRoot].flatMap(([root, sources]): readonly NodePath[] => {
    const many = sources.filter((source) => leadsToMany(doc, model, source));
    return many.length > 0 ? many : [{ root, steps: [] }];
  });
}

/** Whether the measure counts the values of a field, so that records without one are not counted. */
function countsValues(summary: string, { column, relations }: Pick<Visit, 'column' | 'relations'>): boolean {
  return summary === 'count' && !countsRecords(column, relations.at(-1));
}

/** Whether rows may lack the record at the end of the path, which then has no value to count, either. */
function mayBeMissing(doc: QueryDocument, model: Model, { root, steps }: NodePath): boolean {
  const id = rootOf(doc, root)?.id ?? '';
  const along = entitiesAlong(model, id, steps) ?? [];
  return (relationsAlong(model, id, steps) ?? []).some(
    ({ type, own }, i) => type === 'many2one' && own.some((name) => along[i]?.column.get(name)?.nullable),
  );
}

function countedValues(
  doc: QueryDocument,
  model: Model,
  column: ResultColumn | undefined,
): Narrowing | undefined {
  const visit = column?.kind === 'measure' ? visitOf(doc, model, column.alias) : undefined;
  if (column?.kind !== 'measure' || !visit || column.summary !== 'count') return undefined;
  const isInAll = !countsValues(column.summary, visit) && !mayBeMissing(doc, model, column.path);
  return isInAll ? undefined : { path: column.path, name: 'NOT_IS_NULL' };
}

/**
 * The single rows behind a group, or with a measure the records that it counted: related records become one row each,
 * and groups without any have none. Undefined if these records cannot be told apart.
 */
export function rowsBehind(
  doc: QueryDocument,
  model: Model,
  narrowing: Narrowing | undefined,
  measured: ResultColumn | undefined,
): QueryDocument | undefined {
  // After ungrouping: in a grouped query a date stands for its period, and the filter would need it a second time.
  const single = ungroup(doc, model);
  const wanted = [narrowing, countedValues(doc, model, measured)].filter((one) => one !== undefined);
  const narrowed = wanted.reduce((next, one) => narrow(next, model, one), single);
  const { chart: _, ...view } = narrowed.view;
  const rows: QueryDocument = { ...narrowed, view: { ...view, hidden: [] } };
  if (measured?.kind !== 'measure') return rows;
  const { path, summary } = measured;
  if (summary === 'count_distinct')
    return countingAt(doc, model, path) === summary
      ? sharedOnce(narrow(rows, model, { path, name: 'NOT_IS_NULL' }), model, path)
      : eachValueOnce(rows, model, path);
  const fields = fieldsOfMeasured(model, doc, measured);
  const shown = fields.reduce((next, field) => addField(next, model, field), rows);
  const [key] = leadsToMany(doc, model, path) ? fields : [];
  const behind = key ? narrow(shown, model, { path: key, name: 'NOT_IS_NULL' }) : shown;
  return eachOnce(behind, model, measuredBy(doc, model, measured));
}

/** The reverse of the steps, back to the entity before the first of them. */
function reverseSteps(from: string, steps: readonly Step[], since: number): readonly Step[] {
  const entities = [from, ...steps.map(({ entity }) => entity)];
  return steps
    .map(({ own, other }, i): Step => ({ own: other, entity: entities[i] ?? '', other: own }))
    .slice(since)
    .toReversed();
}

/** The related records that a row's measure covers, as rows of their own; `key` is the row's key. */
export function relatedBehind(
  doc: QueryDocument,
  model: Model,
  alias: string,
  key: readonly Cell[],
): QueryDocument | undefined {
  const measure = rollupsOf(doc, model).find(({ attribute }) => attribute.alias === alias);
  if (!measure) return undefined;
  const { steps } = measure.measured.path;
  const target = measure.measured.entity.name;
  /** The same field, as seen from the measured records. */
  const seenFromThere = (field: Omit<FieldPath, 'root'>): readonly Step[] =>
    field.steps.length >= steps.length
      ? field.steps.slice(steps.length)
      : reverseSteps(measure.root.id, steps, field.steps.length);
  const { key: names = [], column: columns } = model.entities.get(measure.root.id) ?? {};
  const owner = names.map((attribute, i): Omit<Filter, 'quantity'> => {
    const path = { root: target, steps: [], attribute };
    const cell = key[i] ?? null;
    // Without a key the whole row is one, in which a value may be missing.
    if (cell === null) return presenceFilter(path, false, false);
    const value = literalIn(columns?.get(attribute), knownOf(cell));
    return { path, operator: 'EQ', values: [{ kind: 'literal', value }] };
  });
  const { path: counted } = measure.measured;
  const present: readonly Filter[] = countsValues(measure.rollup.summary, measure.measured)
    ? [presenceFilter({ root: target, steps: [], attribute: counted.attribute }, true, false)]
    : [];
  const filters = [...owner, ...filtersOf(measure, model)].map((filter): Filter => {
    const way = seenFromThere(filter.path);
    const path = { root: target, steps: way, attribute: filter.path.attribute };
    return { ...filter, path, quantity: multiplies(model, target, way) ? 'some' : undefined };
  });
  const all = addCombined(addRoot(emptyBeside(doc), model, target), model, [...filters, ...present]);
  const different = countedOnce(measure, model);
  if (different) {
    const path = { root: target, steps: [], attribute: different.attribute };
    return pruneParameters(eachValueOnce(all, model, path, different.period));
  }
  return pruneParameters(restrictToEndRecord(all, model, measure));
}

/** The field of the measured records whose different values the measure counts, unless each record has its own. */
function countedOnce(
  measure: Measured,
  model: Model,
): { readonly attribute: string; readonly period?: BucketName } | undefined {
  const { measured, rollup } = measure;
  if (rollup.summary !== 'count_distinct') return undefined;
  const spread = spreadOf(measure, model);
  if (spread) return { attribute: spread.attribute, period: spread.spread };
  const { attribute } = measured.path;
  const [key, more] = measured.entity.key;
  const isOwn = key === attribute && more === undefined;
  return isOwn || !measured.entity.column.has(attribute) ? undefined : { attribute };
}

/** If a measure is the value of a single record, only that record. */
function restrictToEndRecord(
  doc: QueryDocument,
  model: Model,
  { root, rollup, measured }: Measured,
): QueryDocument {
  const [by, more] = rollup.order ?? [];
  if (rollup.summary !== 'first' || !by || more) return doc;
  const order = visitOf(relatedQuery(root, rollup), model, by.alias);
  if (order?.path.steps.length !== measured.path.steps.length) return doc;
  const path = { root: measured.entity.name, steps: [], attribute: order.path.attribute };
  const shown = addField(doc, model, path);
  const alias = findAttribute(shown, model, path, ({ selected }) => selected)?.alias;
  return alias === undefined ? doc : setTop(shown, { n: 1, by: alias, asc: by.asc, per: [] });
}
