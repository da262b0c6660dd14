// How the rows of a window are partitioned and ordered.
import { type RawBuilder, sql } from 'kysely';
import type { Value } from '../dialect/sql.ts';
import { withoutDuplicates } from '../dialect/sql-length.ts';
import { isConstant } from '../plan/computed-nodes.ts';
import { type PlanSort, type PlanValue, typeOf } from '../plan/plan.ts';
import type { Draft } from './draft.ts';
import { isRequiredColumn } from './never-null.ts';
import { type OrderTerm, orderBy, sortValues } from './order.ts';

/** The last terms of every order, which break ties. */
export type TieBreakers = readonly { readonly value: Value; readonly nullable: boolean }[];

export type WindowTerm = Omit<OrderTerm, 'column'>;

export function windowOf(
  draft: Draft,
  per: readonly PlanValue[],
  order: readonly PlanSort[],
  last: TieBreakers,
): RawBuilder<unknown> {
  return sql`${partitionOf(draft, per)}${orderBy(draft.dialect, windowTerms(draft, order, last))}`;
}

export function windowTerms(draft: Draft, order: readonly PlanSort[], last: TieBreakers): WindowTerm[] {
  return [
    // MariaDB confuses windows if one of them sorts or partitions by a constant.
    ...order
      .filter(({ value }) => !isConstant(value))
      .flatMap(({ value, descending, nullsFirst }) => {
        const more = { descending, nullsFirst, nullable: !isRequiredColumn(value) };
        return sortValues(draft.dialect, draft.value(value), typeOf(value)).map((own) => ({
          value: own,
          ...more,
        }));
      }),
    ...last.map((term) => ({ ...term, descending: false, nullsFirst: false })),
  ];
}

export function partitionOf(draft: Draft, per: readonly PlanValue[]): RawBuilder<unknown> {
  const by = partitionValues(draft, per);
  return by.length === 0 ? sql`` : sql`partition by ${sql.join(by)}`;
}

/** The values that rows of one partition share. */
export function partitionValues(draft: Draft, per: readonly PlanValue[]): readonly Value[] {
  return withoutDuplicates(
    per
      .filter((value) => !isConstant(value))
      .flatMap((value) => sortValues(draft.dialect, draft.value(value), typeOf(value))),
  );
}
