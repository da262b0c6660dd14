// Measures of related records as columns of single rows: every record stays, whether it has related ones or not.
import type { SummaryName } from '../../../src/contract/summaries.ts';
import { t } from '../../messages/index.ts';
import type { Model } from '../../model/model.ts';
import { isMoment } from '../../values/types.ts';
import { countsRecords, fieldLabel } from '../columns.ts';
import {
  type AttributeNode,
  emptyDocument,
  isNested,
  noFilter,
  type QueryDocument,
  type Rollup,
  type RootNode,
  rootOf,
} from '../document.ts';
import { addField, editAt, findAttribute, mapAttributes, referTo } from '../edits.ts';
import { columnAt, type Filter, readFilter, writeFilter } from '../filters/filters.ts';
import { addRule } from '../filters/rules.ts';
import { attributesOf, type FieldPath, relationsAlong, type Visit, wayLabel } from '../paths.ts';
import { aliasesInUse, prune, unused } from '../references.ts';
import { relatedQuery, withRelated } from './related.ts';

/** A measure of related records, and the root that they belong to. */
export interface Measured extends Visit {
  readonly root: RootNode;
  readonly rollup: Rollup;
  readonly measured: Visit;
}

/** The measures of the document, those too that only serve filters. */
export function rollupsOf(doc: QueryDocument, model: Model): readonly Measured[] {
  return attributesOf(doc, model).flatMap((visit): Measured[] => {
    const root = rootOf(doc, visit.path.root);
    const { rollup } = visit.attribute;
    return root && rollup && visit.measured ? [{ ...visit, root, rollup, measured: visit.measured }] : [];
  });
}

/** The filters on what a measure takes in. */
export function filtersOf(
  { root, rollup }: Pick<Measured, 'root' | 'rollup'>,
  model: Model,
): readonly Filter[] {
  const related = relatedQuery(root, rollup);
  return rollup.where.cond.entries.flatMap((rule): Filter[] => {
    const filter = readFilter(related, model, rule);
    return filter ? [{ ...filter, quantity: 'only' }] : [];
  });
}

/** The same measure of those related records that fit all filters. */
function filteredBy(
  { root, rollup }: Pick<Measured, 'root' | 'rollup'>,
  model: Model,
  filters: readonly Filter[],
): Rollup {
  const all = prune({ ...relatedQuery(root, rollup), where: noFilter });
  const related = filters.reduce((next, filter) => {
    const written = writeFilter(next, model, filter);
    return written ? addRule(written.doc, [], written.rule) : next;
  }, all);
  return withRelated(rollup, related);
}

/** Gives measures other filters; `change` leaves those alone for which it returns undefined. */
export function refilter(
  doc: QueryDocument,
  model: Model,
  change: (measure: Measured) => readonly Filter[] | undefined,
): QueryDocument {
  const changed = new Map(
    rollupsOf(doc, model).flatMap((measure): [string, Rollup][] => {
      const filters = change(measure);
      return filters ? [[measure.attribute.alias, filteredBy(measure, model, filters)]] : [];
    }),
  );
  return mapAttributes(doc, (node) => {
    const rollup = changed.get(node.alias);
    return rollup ? { ...node, rollup } : node;
  });
}

/** The value that the latest or the earliest of them has, by a date of theirs. */
export interface End {
  readonly end: 'latest' | 'earliest';
  readonly by: string;
}

/** What is taken of related records: what all of them come to, or a value of one. */
export type Taken = SummaryName | End;

/** "Count of Invoice", "Sum of Invoice › Total", "Total of the latest Invoice": what the column is called. */
function nameOf(doc: QueryDocument, model: Model, path: FieldPath, taken: Taken): string {
  const root = rootOf(doc, path.root);
  const column = columnAt(doc, model, path);
  const relations = (root && relationsAlong(model, root.id, path.steps)) ?? [];
  // Records of another record are called by the way there: those of the manager are not one's own.
  const isOthers = relations[0]?.type === 'many2one';
  const thing = isOthers && root ? wayLabel(model, root.id, path.steps).join(' › ') : relations.at(-1)?.label;
  if (typeof taken === 'object')
    return t.query.ofOne(column?.label ?? path.attribute, taken.end, thing ?? path.attribute);
  if (taken === 'count' && column && thing !== undefined && countsRecords(column))
    return t.query.countOf(thing);
  const field = fieldLabel({ ...doc, entities: root ? [root] : [] }, model, path);
  return t.query.measure(taken, field, column !== undefined && isMoment(column.type));
}

/** Adds what the related records at the end of the path come to, those that fit all filters. */
export function addRollup(
  doc: QueryDocument,
  model: Model,
  path: FieldPath,
  taken: Taken,
  filters: readonly Filter[] = [],
): QueryDocument {
  const root = rootOf(doc, path.root);
  if (!root) return doc;
  const bare: QueryDocument = { ...emptyDocument, entities: [{ ...root, attributes: [] }] };
  const named = addField(bare, model, path);
  const dated =
    typeof taken === 'object' ? referTo(named, model, { ...path, attribute: taken.by }) : undefined;
  const chain = dated?.doc ?? named;
  const [item] = chain.entities[0]?.attributes ?? [];
  const of = findAttribute(chain, model, path)?.alias;
  if (!item || !isNested(item) || of === undefined) return doc;
  // Those without a date are neither: they come last from both ends.
  const one = typeof taken === 'object' && dated && [{ alias: dated.alias, asc: taken.end === 'earliest' }];
  const plain: Rollup = {
    entity: item.entity,
    summary: typeof taken === 'object' ? 'first' : taken,
    of,
    where: noFilter,
    ...(one ? { order: one } : {}),
  };
  return putRollup(doc, model, { root, rollup: plain }, filters, nameOf(doc, model, path, taken));
}

/** The same once more, of those related records that fit all filters. */
export function addRollupLike(
  doc: QueryDocument,
  model: Model,
  { attribute, ...measure }: Measured,
  filters: readonly Filter[],
): QueryDocument {
  return putRollup(doc, model, measure, filters, attribute.alias);
}

function putRollup(
  doc: QueryDocument,
  model: Model,
  { root, rollup: plain }: Pick<Measured, 'root' | 'rollup'>,
  filters: readonly Filter[],
  wanted: string,
): QueryDocument {
  const rollup = filteredBy({ root, rollup: plain }, model, filters);
  const present = rollupsOf(doc, model).find(
    (other) => other.root === root && JSON.stringify(other.rollup) === JSON.stringify(rollup),
  );
  if (present) {
    const { alias } = present.attribute;
    return mapAttributes(doc, (node) => (node.alias === alias ? { ...node, selected: true } : node));
  }
  const alias = unused(wanted, aliasesInUse(doc));
  const node: AttributeNode = { id: alias, alias, selected: true, rollup };
  return editAt(doc, model, { root: root.alias, steps: [] }, (items) => [...items, node]);
}
