// Filters on related records that a query also measures have two readings: which records are shown, or which of the
// related ones are counted. The sentence says which one holds, and neither is chosen without a word.
import type { Model } from '../model/model.ts';
import {
  type Condition,
  type EntityNode,
  type Group,
  isAlias,
  isGroup,
  noFilter,
  type QueryDocument,
  type Step,
} from './document.ts';
import { type Filter, readFilter, writeFilter } from './filters.ts';
import { attributesOf, linkOf, multiplies, type NodePath, relationOf, sameStep } from './paths.ts';
import { prune } from './references.ts';
import { addRule } from './rules.ts';

function isPrefix(short: readonly Step[], long: readonly Step[]): boolean {
  return short.every((step, i) => {
    const other = long[i];
    return other !== undefined && sameStep(step, other);
  });
}

/** Whether one of the paths leads along the other, through many related records. */
function meet(doc: QueryDocument, model: Model, a: NodePath, b: NodePath): boolean {
  const root = doc.entities.find(({ alias }) => alias === a.root);
  const [short, long] = a.steps.length <= b.steps.length ? [a, b] : [b, a];
  return (
    root !== undefined &&
    a.root === b.root &&
    multiplies(model, root.id, short.steps) &&
    isPrefix(short.steps, long.steps)
  );
}

/** Whether the query measures the related records that the path leads to, or leads through. */
export function isMeasured(doc: QueryDocument, model: Model, path: NodePath): boolean {
  if (!doc.grouped) return false;
  return attributesOf(doc, model).some(
    ({ attribute, path: other }) => (attribute.summaries?.length ?? 0) > 0 && meet(doc, model, path, other),
  );
}

/** The condition holds for the related records themselves, so that only those that fit are counted. */
export function countsOnly(doc: QueryDocument, model: Model, { func }: Condition): boolean {
  const [subject] = func.args;
  if (!doc.grouped || !isAlias(subject)) return false;
  const visit = attributesOf(doc, model).find(({ attribute }) => attribute.alias === subject.alias);
  return visit !== undefined && !visit.attribute.selected && isMeasured(doc, model, visit.path);
}

/** Rewrites the filters at the top that `change` gives another reading. */
function rewrite(
  doc: QueryDocument,
  model: Model,
  change: (filter: Filter) => Filter | undefined,
): QueryDocument {
  if (doc.where.cond.with !== 'AND') return doc;
  let next: QueryDocument = { ...doc, where: noFilter };
  for (const rule of doc.where.cond.entries) {
    const filter = isGroup(rule) ? undefined : readFilter(doc, model, rule);
    const changed = filter && change(filter);
    const written = changed && writeFilter(next, model, changed);
    next = addRule(written?.doc ?? next, [], written?.rule ?? rule);
  }
  return prune(next);
}

/** Filters that ask for such related records count only these from now on: what is measured is what was filtered. */
export function countOnly(doc: QueryDocument, model: Model, path: NodePath): QueryDocument {
  return rewrite(doc, model, (filter) =>
    filter.quantity === 'some' && meet(doc, model, filter.path, path)
      ? { ...filter, quantity: undefined }
      : undefined,
  );
}

/** The filters that countOnly would change. */
export function narrowable(doc: QueryDocument, model: Model, path: NodePath): boolean {
  return JSON.stringify(countOnly(doc, model, path)) !== JSON.stringify(doc);
}

/** Single rows have nothing to count: filters on related records ask whether there is one. */
export function askExistence(doc: QueryDocument, model: Model): QueryDocument {
  return rewrite(doc, model, (filter) => {
    const root = doc.entities.find(({ alias }) => alias === filter.path.root);
    return filter.quantity === undefined && root && multiplies(model, root.id, filter.path.steps)
      ? { ...filter, quantity: 'some' }
      : undefined;
  });
}

/** Records that have some related ones at the end of the path, or none. */
export function addPresence(
  doc: QueryDocument,
  model: Model,
  path: NodePath,
  presence: 'EXISTS' | 'NOT_EXISTS',
): QueryDocument {
  const root = doc.entities.find(({ alias }) => alias === path.root);
  const entity = root && chainOf(model, root.id, path.steps);
  if (!root || !entity) return doc;
  const where: Group = noFilter;
  return addRule(doc, [], { func: { name: presence, args: [{ entity, of: root.alias, where }] } });
}

function chainOf(model: Model, from: string, [step, ...rest]: readonly Step[]): EntityNode | undefined {
  const relation = step && relationOf(model.entities.get(from), step);
  if (!step || !relation) return undefined;
  const inner = chainOf(model, step.entity, rest);
  return {
    id: step.entity,
    relation: linkOf(relation),
    attributes: inner ? [{ entity: inner }] : [],
  };
}
