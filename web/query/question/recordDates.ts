// The date of the records that a question is about, and those that it could be instead.
import { isHousekeeping } from '../../model/labels.ts';
import type { Entity, Model } from '../../model/model.ts';
import { isMoment } from '../../values/types.ts';
import { type FieldPath, type NodePath, stepOf } from '../paths.ts';
import { nearestDate, ownDate } from './dates.ts';
import { ownYear } from './years.ts';

/**
 * The date of a record, or of what is related to it. Events are preferred to parents: a customer's year is that of
 * their invoices, not the birth year of their representative. The date of a parent is none of a record with a year.
 */
export function usualDate(model: Model, entity: Entity): FieldPath | undefined {
  const root = { root: entity.name, steps: [] };
  const related = entity.relations
    .filter(({ type }) => type === 'one2many')
    .map((relation): NodePath => ({ ...root, steps: [stepOf(relation)] }));
  const ofParent = () => (ownYear(model, root) ? undefined : nearestDate(model, root));
  return [
    ownDate(model, root),
    ...related.map((path) => ownDate(model, path)),
    ofParent(),
    ...related.map((path) => nearestDate(model, path)),
  ].find((path) => path !== undefined);
}

const thingName = /(name|label|caption|title)$/i;

/**
 * Whether the related records happened when the record did: the items of an order in 2025, whenever their product was
 * launched. What has a name, such as that product, is no event.
 */
export function haveDateOf(model: Model, entity: Entity, { root, steps }: NodePath): boolean {
  const isEvent =
    ownDate(model, { root, steps: [] }) !== undefined &&
    !entity.labelColumns.some((name) => thingName.test(name));
  return isEvent && steps.length === 1 && ownDate(model, { root, steps }) === undefined;
}

/** The dates of the records other than the usual one. */
export function otherDatesOf({ name: root, columns }: Entity, usual: FieldPath | undefined) {
  const isUsual = (name: string) => usual?.steps.length === 0 && usual.attribute === name;
  return columns
    .filter((column) => isMoment(column.type) && !isHousekeeping(column) && !isUsual(column.name))
    .map(({ name }): FieldPath => ({ root, steps: [], attribute: name }));
}
