// When things happened: the dates of records, and the conditions on them in a question.
import { isHousekeeping, isLifeDate } from '../../model/labels.ts';
import type { Column, Model } from '../../model/model.ts';
import { endOperator } from '../../values/periods.ts';
import { isMoment } from '../../values/types.ts';
import type { Filter } from '../filters/filters.ts';
import { periodToken, resolvePeriod } from '../filters/relative.ts';
import { entitiesAlong, type FieldPath, type NodePath, stepOf } from '../paths.ts';
import type { NamedTime } from './times.ts';

/** The date field of the records at the path. */
export function ownDate(model: Model, path: NodePath): FieldPath | undefined {
  const entity = entitiesAlong(model, path.root, path.steps)?.at(-1);
  const attribute = entity?.columns.find(isEventDate)?.name;
  return attribute === undefined ? undefined : { ...path, attribute };
}

const isEventDate = (column: Column) =>
  isMoment(column.type) && !isHousekeeping(column) && !isLifeDate(column);

/** The date field of the records at the path, or of a record that they belong to other than the root. */
export function nearestDate(model: Model, path: NodePath): FieldPath | undefined {
  const own = ownDate(model, path);
  if (own) return own;
  const entity = entitiesAlong(model, path.root, path.steps)?.at(-1);
  for (const relation of entity?.relations ?? []) {
    if (relation.type === 'one2many' || relation.entity === path.root) continue;
    const found = ownDate(model, { ...path, steps: [...path.steps, stepOf(relation)] });
    if (found) return found;
  }
  return undefined;
}

const literal = (value: string) => ({ kind: 'literal', value }) as const;

/** The conditions that restrict a date to a time. */
export function timeFilters(
  path: FieldPath,
  { period, side, to }: NamedTime,
  quantity: Filter['quantity'],
): readonly Filter[] {
  const compared = (operator: string, day: string): Filter => ({
    path,
    operator,
    values: [literal(day)],
    quantity,
  });
  if (period.kind !== 'fixed' || (side === undefined && to === undefined)) {
    const end = literal(periodToken(period));
    return [{ path, operator: 'BETWEEN_INC', values: [end, end], quantity }];
  }
  const { from, before } = resolvePeriod(period, new Date());
  if (to) {
    const end = resolvePeriod(to, new Date()).before;
    return [compared('GTE', from), compared(endOperator(end), end)];
  }
  switch (side) {
    case 'before':
      return [compared('LT', from)];
    case 'until':
      return [compared(endOperator(before), before)];
    case 'after':
      return [compared('GTE', before)];
    default:
      return [compared('GTE', from)];
  }
}
