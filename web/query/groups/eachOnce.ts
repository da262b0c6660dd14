// Rows in which each counted record or value occurs once, however many other related records put it into the group.
import type { BucketName } from '../../../src/contract/buckets.ts';
import type { Entity, Model } from '../../model/model.ts';
import { type QueryDocument, type Rule, rootOf, type Step } from '../document.ts';
import { addField, findAttribute, initialFields, mapAttributes } from '../edits.ts';
import { asExistenceTest, commonSteps } from '../filters/existence.ts';
import { columnAt, type Filter, readFilter } from '../filters/filters.ts';
import { missingRule } from '../filters/missing.ts';
import { addRule } from '../filters/rules.ts';
import {
  attributesOf,
  entitiesAlong,
  type FieldPath,
  multiplies,
  type NodePath,
  relationsAlong,
} from '../paths.ts';
import { prune } from '../references.ts';
import { sourcesOf } from './determined.ts';
import { addMeasure, groupBy, setBucket } from './grouping.ts';
import { narrow } from './narrowing.ts';
import { countingField } from './rowCount.ts';

/** Whether several records at the path may belong to one at the end of the counted way. */
function branchesOff(doc: QueryDocument, model: Model, counted: NodePath, path: NodePath): boolean {
  // A combined entity has all of its records beside each counted one.
  if (counted.root !== path.root) return true;
  const root = rootOf(doc, path.root)?.id ?? '';
  const common = commonSteps(counted.steps, path.steps).length;
  const fork = path.steps[common - 1]?.entity ?? root;
  return multiplies(model, fork, path.steps.slice(common));
}

/** Whether there may be several of the field's values for each counted record. */
function isApart(doc: QueryDocument, model: Model, counted: readonly NodePath[], path: FieldPath): boolean {
  return sourcesOf(doc, model, path).some((source) =>
    counted.every((way) => branchesOff(doc, model, way, source)),
  );
}

/** Whether each counted record is one row. */
function isWhole(doc: QueryDocument, model: Model, counted: readonly NodePath[]): boolean {
  return (
    doc.entities.every(({ alias }) => counted.some(({ root }) => root === alias)) &&
    attributesOf(doc, model).every(({ path }) => !isApart(doc, model, counted, path))
  );
}

/** The document without the columns of other related records; filters on those remain. */
function withoutApart(doc: QueryDocument, model: Model, counted: readonly NodePath[]): QueryDocument {
  const apart = new Set(
    attributesOf(doc, model)
      .filter(({ path }) => isApart(doc, model, counted, path))
      .map(({ attribute }) => attribute.alias),
  );
  return mapAttributes(doc, (node) => (apart.has(node.alias) ? { ...node, selected: false } : node));
}

/**
 * Filters on other related records become existence conditions. For a group of missing values, rows without related
 * records belong to it, too. Undefined if there is no such condition for one of them.
 */
function byExistence(
  doc: QueryDocument,
  model: Model,
  counted: readonly NodePath[],
): QueryDocument | undefined {
  /** Not if it concerns the same one of several related records as the counted way. */
  const isOfRow = ({ root, steps }: NodePath) =>
    counted.every((way) => !multiplies(model, rootOf(doc, root)?.id ?? '', commonSteps(way.steps, steps)));
  const isAsked = (path: NodePath) =>
    counted.every((way) => way.root === path.root && branchesOff(doc, model, way, path)) && isOfRow(path);
  const filterOf = (rule: Rule): Filter | undefined => {
    const filter = readFilter(doc, model, rule);
    return filter && !filter.quantity && isAsked(filter.path) ? filter : undefined;
  };
  const begins = ({ path }: Filter) => JSON.stringify([path.root, path.steps[0]]);
  const { cond } = doc.where;
  const asked = cond.entries.map(filterOf).filter((filter) => filter !== undefined);
  const missing = [...Map.groupBy(asked, begins).values()].filter((filters) =>
    filters.some(({ operator }) => operator === 'IS_NULL'),
  );
  const withMissing = new Set(missing.flat().map(begins));
  const entries = cond.entries.filter((rule) => {
    const filter = filterOf(rule);
    return !filter || !withMissing.has(begins(filter));
  });
  let next = asExistenceTest(prune({ ...doc, where: { cond: { ...cond, entries } } }), model, isAsked);
  for (const filters of missing) {
    const rule = missingRule(next, model, filters);
    if (!rule) return undefined;
    next = addRule(next, [], rule);
  }
  return isWhole(next, model, counted) ? next : undefined;
}

/** The fields that tell the records of a way apart; undefined if some have no key. */
function keysAlong(doc: QueryDocument, model: Model, { root, steps }: NodePath): FieldPath[] | undefined {
  const id = rootOf(doc, root)?.id ?? '';
  const relations = relationsAlong(model, id, steps) ?? [];
  // Where all columns stand for a key, several records may have the same.
  const keyAt = ({ key, column }: Entity, way: readonly Step[]) =>
    key
      .filter((name) => column.get(name)?.inKey)
      .map((attribute): FieldPath => ({ root, steps: way, attribute }));
  // A record has at most one record on the other side of a reference, so its own key tells both.
  const keys = (entitiesAlong(model, id, steps) ?? []).flatMap((entity, i) =>
    relations[i]?.type === 'one2many' ? [] : [keyAt(entity, steps.slice(0, i))],
  );
  return keys.every((key) => key.length > 0) ? keys.flat() : undefined;
}

/** One group per counted record, for conditions that EXISTS cannot express, such as those on computed values. */
function byGroups(doc: QueryDocument, model: Model, counted: readonly NodePath[]): QueryDocument | undefined {
  const keys = counted.map((way) => keysAlong(doc, model, way));
  if (keys.includes(undefined)) return undefined;
  const fields = keys.flatMap((key) => key ?? []);
  return { ...fields.reduce((next, path) => addField(next, model, path), doc), grouped: true };
}

/** Shows each counted record once; `counted`: the ways to these records. Undefined if they cannot be told apart. */
export function eachOnce(
  doc: QueryDocument,
  model: Model,
  counted: readonly NodePath[],
): QueryDocument | undefined {
  const bare = withoutApart(doc, model, counted);
  if (isWhole(bare, model, counted)) return bare;
  return byExistence(bare, model, counted) ?? byGroups(bare, model, counted);
}

/** Shows the records at the path, each once, although several rows lead to it, instead of these rows. */
export function sharedOnce(doc: QueryDocument, model: Model, { root, steps }: NodePath): QueryDocument {
  const entity = entitiesAlong(model, rootOf(doc, root)?.id ?? '', steps)?.at(-1);
  if (!entity) return doc;
  const bare = prune(mapAttributes(doc, (node) => ({ ...node, selected: false })));
  const names = [...new Set([...entity.key, ...initialFields(entity)])];
  const shown = names.reduce((next, attribute) => addField(next, model, { root, steps, attribute }), bare);
  return { ...shown, grouped: true };
}

/**
 * Shows each value of the field once, with the number of records that have it; with a bucket each of its periods.
 * Records without a value have none that counts.
 */
export function eachValueOnce(
  doc: QueryDocument,
  model: Model,
  path: FieldPath,
  bucket?: BucketName,
): QueryDocument {
  const isSure = path.steps.length === 0 && columnAt(doc, model, path)?.nullable === false;
  const valued = isSure ? doc : narrow(doc, model, { path, name: 'NOT_IS_NULL' });
  const grouped = groupBy(valued, model, path);
  const alias = findAttribute(grouped, model, path, ({ selected }) => selected)?.alias;
  const shown = alias === undefined ? grouped : setBucket(grouped, alias, bucket);
  const root = rootOf(doc, path.root)?.id ?? '';
  if (!multiplies(model, root, path.steps)) return shown;
  const attribute = countingField(entitiesAlong(model, root, path.steps)?.at(-1), path.steps);
  return attribute === undefined ? shown : addMeasure(shown, model, { ...path, attribute }, 'count');
}
