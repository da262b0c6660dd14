// The default measures for ranking and summing: the quantities of records, and of related ones.

import type { SummaryName } from '../../../src/contract/summaries.ts';
import type { Column, Entity, Model } from '../../model/model.ts';
import { isQuantity } from '../../values/types.ts';
import { countingField } from '../groups/rowCount.ts';
import { entitiesAlong, type FieldPath, type NodePath, stepOf } from '../paths.ts';
import { ownDate } from './dates.ts';

export interface Measure {
  readonly summary: SummaryName;
  readonly path: FieldPath;
}

/** Records are counted by their key. */
export function countMeasure(model: Model, path: NodePath): Measure | undefined {
  const entity = model.entities.get(path.steps.at(-1)?.entity ?? '');
  const attribute = countingField(entity, path.steps);
  return attribute === undefined ? undefined : { summary: 'count', path: { ...path, attribute } };
}

/** Names of values per piece, whose sum is meaningless. */
export const perPieceName = /(price|discount|rate|ratio|percent|percentage|score|rating|grade|age)$/i;

/** Names of amounts paid for something as a whole. */
const paidName = /(total|amount|paid|payment|revenue|sales|turnover|gross|net)$/i;

/** Names of amounts that are parts of a total. */
const partName = /sub_?total|(^|_|[a-z])(tax|vat|shipping|freight)(_?(amount|total))?$/i;

/** The quantities of records: summable ones first, and among those the exact ones. */
export function quantitiesOf({ columns }: Entity): readonly Column[] {
  const rank = ({ name, type }: Column) =>
    perPieceName.test(name)
      ? 4
      : partName.test(name)
        ? 3
        : paidName.test(name)
          ? 0
          : type === 'numeric'
            ? 1
            : 2;
  return columns.filter(isQuantity).toSorted((a, b) => rank(a) - rank(b));
}

const isRevenue = (column: Column) => isQuantity(column) && paidName.test(column.name);

/** Revenue: in the records themselves, or in related ones. */
export function revenueField(model: Model, entity: Entity): FieldPath | undefined {
  const usual = defaultMeasures(model, entity).find(({ path }) => {
    const of = model.entities.get(path.steps.at(-1)?.entity ?? entity.name);
    return of?.columns.some((column) => column.name === path.attribute && isRevenue(column));
  })?.path;
  if (usual) return usual;
  const nearest = nearestRelated(model, entity, ({ columns }) => columns.some(isRevenue));
  const column = nearest && quantitiesOf(nearest.at).find(isRevenue);
  return nearest && column && { ...nearest.path, attribute: column.name };
}

/** Names of numbers of pieces. */
const pieceCountName = /(quantity|qty|units|pieces|copies)$/i;
const MAX_STEPS_TO_SALES = 4;

/**
 * What was sold of the records: the number of pieces, the amount paid, or how often, from the nearest related sales
 * records. Undefined if there are none, or several kinds.
 */
export function salesMeasure(
  model: Model,
  entity: Entity,
  isSale: (label: string) => boolean,
): Measure | undefined {
  const sale = nearestRelated(model, entity, ({ label }) => isSale(label));
  if (!sale) return undefined;
  const quantities = quantitiesOf(sale.at);
  const measured = quantities.find(({ name }) => pieceCountName.test(name)) ?? quantities.find(isRevenue);
  if (!measured) return countMeasure(model, sale.path);
  return { summary: 'sum', path: { ...sale.path, attribute: measured.name } };
}

/** The price and the quantity of an order line, unless a discount or the like also counts. */
export function productOf({ columns }: Entity): readonly [Column, Column] | undefined {
  const quantities = columns.filter(isQuantity);
  const [price, another] = quantities.filter(({ name }) => /price$/i.test(name));
  const [number, more] = quantities.filter(({ name }) => pieceCountName.test(name));
  const isWhole = quantities.length === 2 && !another && !more;
  return price && number && isWhole ? [price, number] : undefined;
}

/** The order lines of the records, if these have no revenue that is written down. */
export function linesOf(model: Model, entity: Entity): Entity | undefined {
  if (revenueField(model, entity)) return undefined;
  return nearestRelated(model, entity, (one) => productOf(one) !== undefined)?.at;
}

interface Place {
  readonly path: NodePath;
  readonly at: Entity;
}

/**
 * The nearest kind of records that each belong to one of the entity's; undefined if there are none, or several kinds.
 */
function nearestRelated(
  model: Model,
  entity: Entity,
  isWanted: (entity: Entity) => boolean,
): Place | undefined {
  const root = entity.name;
  const known = new Set([root]);
  let places: readonly Place[] = [{ path: { root, steps: [] }, at: entity }];
  for (let step = 0; step < MAX_STEPS_TO_SALES && places.length > 0; step++) {
    places = places.flatMap(({ path, at }) =>
      at.relations.flatMap((relation) => {
        const other = model.entities.get(relation.entity);
        if (relation.type !== 'one2many' || !other || known.has(other.name)) return [];
        return [{ path: { root, steps: [...path.steps, stepOf(relation)] }, at: other }];
      }),
    );
    for (const { at } of places) known.add(at.name);
    const [found, another] = places.filter(({ at }) => isWanted(at));
    if (found) return another ? undefined : found;
  }
  return undefined;
}

/** The entities with dated revenue: sales before other payments, and tables before the views that summarize them. */
export function revenueEntities(model: Model, isSale: (label: string) => boolean): readonly Entity[] {
  const having = [...model.entities.values()].filter(
    (entity) => isEvent(model, entity) && entity.columns.some(isRevenue),
  );
  const rank = ({ kind, label }: Entity) => (kind === 'table' ? 0 : 2) + (isSale(label) ? 0 : 1);
  return having.toSorted((a, b) => rank(a) - rank(b));
}

/** The default ranking: a quantity of the records themselves, or of related ones. */
export function defaultMeasures(
  model: Model,
  entity: Entity,
  summary: SummaryName = 'sum',
): readonly Measure[] {
  const root = entity.name;
  const quantities = (path: NodePath, of: Entity) =>
    quantitiesOf(of).map(({ name }): Measure => ({ summary, path: { ...path, attribute: name } }));
  const ownMeasures = quantities({ root, steps: [] }, entity);
  // Who else belongs to the same kind says less than what happened.
  const others = entity.relations.toSorted((a, b) => Number(a.entity === root) - Number(b.entity === root));
  const related = others.flatMap((relation): readonly Measure[] => {
    const other = model.entities.get(relation.entity);
    if (relation.type !== 'one2many' || !other) return [];
    const path = { root, steps: [stepOf(relation)] };
    const counted = countMeasure(model, path);
    return [...quantities(path, other), ...(counted ? [counted] : [])];
  });
  const sums = related.filter((one) => one.summary !== 'count' && !perPieceName.test(one.path.attribute));
  const counts = related.filter((one) => one.summary === 'count');
  const pieces = related.filter((one) => one.summary !== 'count' && perPieceName.test(one.path.attribute));
  // Events have quantities of their own; things and people are ranked by what happened with them. Averages and extremes
  // concern the things themselves.
  const isOwnFirst = isEvent(model, entity) || summary !== 'sum';
  return isOwnFirst
    ? [...ownMeasures, ...sums, ...counts, ...pieces]
    : [...sums, ...counts, ...ownMeasures, ...pieces];
}

/** An event: dated records with quantities of their own. Who has a first and a last name is a person. */
export function isEvent(model: Model, entity: Entity): boolean {
  if (entity.labelColumns.length > 1) return false;
  return ownDate(model, { root: entity.name, steps: [] }) !== undefined && entity.columns.some(isQuantity);
}

/** The default quantity of related records, if these are events. */
export function defaultAmountOf(model: Model, path: NodePath): FieldPath | undefined {
  const entity = entitiesAlong(model, path.root, path.steps)?.at(-1);
  const [amount] = entity && isEvent(model, entity) ? quantitiesOf(entity) : [];
  return amount && { root: path.root, steps: path.steps, attribute: amount.name };
}
