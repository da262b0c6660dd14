// What people rank and add up if they do not say it: the quantities of records, and of what is related to them.

import type { SummaryName } from '../../../src/contract/summaries.ts';
import type { Column, Entity, Model } from '../../model/model.ts';
import { isQuantity } from '../../values/types.ts';
import { entitiesAlong, type FieldPath, type NodePath, stepOf } from '../paths.ts';
import { ownDate } from './dates.ts';

export interface Measure {
  readonly summary: SummaryName;
  readonly path: FieldPath;
}

/** Records are counted by their key. */
export function countOf(model: Model, path: NodePath): Measure | undefined {
  const entity = model.entities.get(path.steps.at(-1)?.entity ?? '');
  const attribute = entity?.key[0] ?? entity?.columns[0]?.name;
  return attribute === undefined ? undefined : { summary: 'count', path: { ...path, attribute } };
}

/** What is said of one piece, or of each: added up it says nothing. */
export const ofOnePiece = /(price|rate|ratio|percent|percentage|score|rating|grade|age)$/i;

/** The quantities of records: what may be added up first, and of that what is exact. */
export function amountsOf({ columns }: Entity): readonly Column[] {
  const rank = ({ name, type }: Column) => (ofOnePiece.test(name) ? 2 : type === 'numeric' ? 0 : 1);
  return columns.filter(isQuantity).toSorted((a, b) => rank(a) - rank(b));
}

/** Names of what is paid for something as a whole. */
const paid = /(total|amount|paid|payment|revenue|sales|turnover|gross|net)$/i;

const isRevenue = (column: Column) => isQuantity(column) && paid.test(column.name);

/** The money that comes in: with the records themselves, or with what is related to them. */
export function revenueOf(model: Model, entity: Entity): FieldPath | undefined {
  const usual = usualMeasures(model, entity).find(({ path }) => {
    const of = model.entities.get(path.steps.at(-1)?.entity ?? entity.name);
    return of?.columns.some((column) => column.name === path.attribute && isRevenue(column));
  })?.path;
  if (usual) return usual;
  const far = nearestOf(model, entity, ({ columns }) => columns.some(isRevenue));
  const column = far?.at.columns.find(isRevenue);
  return far && column && { ...far.path, attribute: column.name };
}

/** Names of how many pieces there are of something. */
const pieces = /(quantity|qty|units|pieces|copies)$/i;
const STEPS_TO_SALES = 4;

/**
 * What was sold of the records: how many pieces, what was paid, or how often, by the nearest records of sales that belong to them.
 * Undefined where there are none, or several kinds of them.
 */
export function soldOf(
  model: Model,
  entity: Entity,
  isSale: (label: string) => boolean,
): Measure | undefined {
  const sale = nearestOf(model, entity, ({ label }) => isSale(label));
  if (!sale) return undefined;
  const quantities = sale.at.columns.filter(isQuantity);
  const measured = quantities.find(({ name }) => pieces.test(name)) ?? quantities.find(isRevenue);
  if (!measured) return countOf(model, sale.path);
  return { summary: 'sum', path: { ...sale.path, attribute: measured.name } };
}

interface Place {
  readonly path: NodePath;
  readonly at: Entity;
}

/** The nearest records of a kind that belong to an entity's, each to one; undefined where there are none, or several kinds. */
function nearestOf(model: Model, entity: Entity, isWanted: (entity: Entity) => boolean): Place | undefined {
  const root = entity.name;
  const known = new Set([root]);
  let places: readonly Place[] = [{ path: { root, steps: [] }, at: entity }];
  for (let step = 0; step < STEPS_TO_SALES && places.length > 0; step++) {
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

/** Where money comes in at some time. Views add up what stands in tables, so that these come first. */
export function revenueEntity(model: Model): Entity | undefined {
  const having = [...model.entities.values()].filter(
    (entity) => isEvent(model, entity) && entity.columns.some(isRevenue),
  );
  return having.find(({ kind }) => kind === 'table') ?? having[0];
}

/** What people rank by if they do not say it: a quantity of the records themselves, or of what is related to them. */
export function usualMeasures(
  model: Model,
  entity: Entity,
  summary: SummaryName = 'sum',
): readonly Measure[] {
  const root = entity.name;
  const quantities = (path: NodePath, of: Entity) =>
    amountsOf(of).map(({ name }): Measure => ({ summary, path: { ...path, attribute: name } }));
  const ofOwn = quantities({ root, steps: [] }, entity);
  const related = entity.relations.flatMap((relation): readonly Measure[] => {
    const other = model.entities.get(relation.entity);
    if (relation.type !== 'one2many' || !other) return [];
    const path = { root, steps: [stepOf(relation)] };
    const counted = countOf(model, path);
    return [...quantities(path, other), ...(counted ? [counted] : [])];
  });
  const sums = related.filter((one) => one.summary !== 'count' && !ofOnePiece.test(one.path.attribute));
  const counts = related.filter((one) => one.summary === 'count');
  const pieces = related.filter((one) => one.summary !== 'count' && ofOnePiece.test(one.path.attribute));
  // What happened at some time has quantities of its own; things and people are ranked by what happened with them. Means
  // and extremes are asked of the things themselves.
  const isOwnFirst = isEvent(model, entity) || summary !== 'sum';
  return isOwnFirst ? [...ofOwn, ...sums, ...counts, ...pieces] : [...sums, ...counts, ...ofOwn, ...pieces];
}

/** Something that happened at some time, with quantities of its own. */
export function isEvent(model: Model, entity: Entity): boolean {
  return ownDate(model, { root: entity.name, steps: [] }) !== undefined && entity.columns.some(isQuantity);
}

/** The quantity of related records, where these happened at some time. */
export function usualAmountOf(model: Model, path: NodePath): FieldPath | undefined {
  const entity = entitiesAlong(model, path.root, path.steps)?.at(-1);
  const [amount] = entity && isEvent(model, entity) ? amountsOf(entity) : [];
  return amount && { root: path.root, steps: path.steps, attribute: amount.name };
}
