// Measures of related records as columns of ungrouped rows: every record stays, with or without related ones.
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
  type SortKey,
} from '../document.ts';
import { addField, editAt, ensureAttribute, findAttribute, mapAttributes } from '../edits.ts';
import { columnAt, type Filter, readFilter, writeFilter } from '../filters/filters.ts';
import { addRule } from '../filters/rules.ts';
import { attributesOf, type FieldPath, pathLabels, relationsAlong, type Visit, visitOf } from '../paths.ts';
import { aliasesInUse, prune, uniqueName } from '../references.ts';
import { relatedQuery, withRelated } from './related.ts';

/** A measure of related records, and its root. */
export interface Measured extends Visit {
  readonly root: RootNode;
  readonly rollup: Rollup;
  readonly measured: Visit;
}

/** The measures in the document, including hidden ones for filters. */
export function rollupsOf(doc: QueryDocument, model: Model): readonly Measured[] {
  return attributesOf(doc, model).flatMap((visit): Measured[] => {
    const root = rootOf(doc, visit.path.root);
    const { rollup } = visit.attribute;
    return root && rollup && visit.measured ? [{ ...visit, root, rollup, measured: visit.measured }] : [];
  });
}

interface AddedRollup {
  readonly doc: QueryDocument;
  readonly alias: string;
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

/** The same measure, restricted to related records that match all filters. */
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

/** Changes the filters of measures; those for which `change` returns undefined stay unchanged. */
export function changeFilters(
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

/** The value of the latest or earliest related record, by one of its dates. */
export interface End {
  readonly end: 'latest' | 'earliest';
  readonly by: string;
}

/** The number of different years, months or days of the related records. */
export interface Spread {
  readonly spread: SpreadUnit;
}
export const spreadUnits = ['year', 'month', 'day'] as const;
export type SpreadUnit = (typeof spreadUnits)[number];

/** The date whose different periods a measure counts. */
export function spreadOf(
  { root, rollup, measured }: Measured,
  model: Model,
): (Spread & FieldPath) | undefined {
  const { expr } = measured.attribute;
  if (!expr || !('fn' in expr) || expr.fn !== 'TRUNCATE') return undefined;
  const [date, unit] = expr.args;
  const spread = spreadUnits.find((one) => unit && 'value' in unit && unit.value === one);
  if (!spread || !date || !('alias' in date)) return undefined;
  const visit = visitOf(relatedQuery(root, rollup), model, date.alias);
  return visit && { ...visit.path, spread };
}

/** What to measure: a summary of all related records, the value of a single one, or their spread over time. */
export type RollupMethod = SummaryName | End | Spread;

const isEnd = (taken: RollupMethod): taken is End => typeof taken === 'object' && 'end' in taken;
const isSpread = (taken: RollupMethod): taken is Spread => typeof taken === 'object' && 'spread' in taken;

/** The name of the column: "Count of Invoice", "Sum of Invoice › Total", "Total of the latest Invoice". */
function rollupName(doc: QueryDocument, model: Model, path: FieldPath, taken: RollupMethod): string {
  const root = rootOf(doc, path.root);
  const column = columnAt(doc, model, path);
  const relations = (root && relationsAlong(model, root.id, path.steps)) ?? [];
  // If the path starts with another record, such as the manager, the name includes the path.
  const isOthers = relations[0]?.type === 'many2one';
  const recordName =
    isOthers && root ? pathLabels(model, root.id, path.steps).join(' › ') : relations.at(-1)?.label;
  if (isEnd(taken))
    return t.query.ofOne(column?.label ?? path.attribute, taken.end, recordName ?? path.attribute);
  if (taken === 'count' && column && recordName !== undefined && countsRecords(column, relations.at(-1)))
    return t.query.countOf(recordName);
  const field = fieldLabel({ ...doc, entities: root ? [root] : [] }, model, path);
  if (isSpread(taken)) return t.query.spread(taken.spread, field);
  return t.query.measure(taken, field, column !== undefined && isMoment(column.type));
}

/** The related records with the measured field. */
function relatedWithField(
  bare: QueryDocument,
  model: Model,
  path: FieldPath,
  taken: RollupMethod,
): { readonly doc: QueryDocument; readonly of: string | undefined; readonly order?: readonly SortKey[] } {
  if (isSpread(taken)) {
    const { doc, alias: date } = ensureAttribute(bare, model, path);
    const of = uniqueName(`${date} ${taken.spread}`, aliasesInUse(doc));
    const expr = { fn: 'TRUNCATE', args: [{ alias: date }, { value: taken.spread }] };
    const period: AttributeNode = { id: of, alias: of, selected: false, expr };
    return { doc: editAt(doc, model, path, (items) => [...items, period]), of };
  }
  const named = addField(bare, model, path);
  const of = findAttribute(named, model, path)?.alias;
  if (!isEnd(taken)) return { doc: named, of };
  const dated = ensureAttribute(named, model, { ...path, attribute: taken.by });
  // Records without a date are neither: they sort last in both directions.
  return { doc: dated.doc, of, order: [{ alias: dated.alias, asc: taken.end === 'earliest' }] };
}

/** Adds a measure of the related records at the end of the path that match all filters. */
export function addRollup(
  doc: QueryDocument,
  model: Model,
  path: FieldPath,
  taken: RollupMethod,
  filters: readonly Filter[] = [],
): QueryDocument {
  return withRollup(doc, model, path, taken, filters).doc;
}

/** The same, and the alias of the measure, which may have been there before. */
export function withRollup(
  doc: QueryDocument,
  model: Model,
  path: FieldPath,
  taken: RollupMethod,
  filters: readonly Filter[] = [],
): AddedRollup {
  const root = rootOf(doc, path.root);
  if (!root) return { doc, alias: '' };
  const bare: QueryDocument = { ...emptyDocument, entities: [{ ...root, attributes: [] }] };
  const { doc: chain, of, order } = relatedWithField(bare, model, path, taken);
  const [item] = chain.entities[0]?.attributes ?? [];
  if (!item || !isNested(item) || of === undefined) return { doc, alias: '' };
  const plain: Rollup = {
    entity: item.entity,
    summary: isEnd(taken) ? 'first' : isSpread(taken) ? 'count_distinct' : taken,
    of,
    where: noFilter,
    ...(order ? { order } : {}),
  };
  return putRollup(doc, model, { root, rollup: plain }, filters, rollupName(doc, model, path, taken));
}

/** The same measure again, restricted to related records that match all filters. */
export function addRollupLike(
  doc: QueryDocument,
  model: Model,
  { attribute, ...measure }: Measured,
  filters: readonly Filter[],
): QueryDocument {
  return putRollup(doc, model, measure, filters, attribute.alias).doc;
}

function putRollup(
  doc: QueryDocument,
  model: Model,
  { root, rollup: plain }: Pick<Measured, 'root' | 'rollup'>,
  filters: readonly Filter[],
  wanted: string,
): AddedRollup {
  const rollup = filteredBy({ root, rollup: plain }, model, filters);
  const present = rollupsOf(doc, model).find(
    (other) => other.root === root && JSON.stringify(other.rollup) === JSON.stringify(rollup),
  );
  if (present) {
    const { alias } = present.attribute;
    const shown = mapAttributes(doc, (node) => (node.alias === alias ? { ...node, selected: true } : node));
    return { doc: shown, alias };
  }
  const alias = uniqueName(wanted, aliasesInUse(doc));
  const node: AttributeNode = { id: alias, alias, selected: true, rollup };
  return { doc: editAt(doc, model, { root: root.alias, steps: [] }, (items) => [...items, node]), alias };
}
