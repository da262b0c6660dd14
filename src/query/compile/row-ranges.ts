// The statement for many rows in parts, for an engine that sorts them range by range.
import { type RawBuilder, sql } from 'kysely';
import type { TextSql } from '../dialect/sql.ts';
import type { Ranges } from '../dialect/statement.ts';
import type { Plan, PlanNode } from '../plan/plan.ts';
import { clause, whereTerms } from './conditions.ts';
import type { Draft } from './draft.ts';
import { orderBy, type RowOrder } from './order.ts';
import type { PageForm } from './page.ts';
import { joins } from './source.ts';

/** Null if the rows are read in one go. `row`: the expression for a row, of stored values only. */
export function rangesOfRows(
  draft: Draft,
  plan: Plan,
  { terms, isStored }: RowOrder,
  nodes: readonly PlanNode[],
  form: PageForm,
  row: TextSql,
): Ranges | null {
  const { dialect } = draft;
  const [leading] = terms;
  const isLong = (form.size === 'many' || form.size === 'all') && form.after === null && !form.hasOffset;
  // A view may return different rows each time.
  if (nodes.some(({ entity }) => entity.kind === 'view')) return null;
  if (!isLong || leading === undefined || dialect.rangesBy?.(leading.column) !== true) return null;
  const conditions = whereTerms(draft, nodes, plan.where, { isStored });
  const from = sql`${joins(draft, nodes, plan.where)}${clause(conditions)}`;
  const order = draft.compile(orderBy(dialect, terms));
  const value = draft.compile(sql`${leading.value}`);
  if (order.parameters.length + value.parameters.length > 0) return null;
  const select = (what: RawBuilder<unknown>) => draft.compile(sql`select ${what} from ${from}`);
  return {
    texts: select(row),
    values: select(sql`${leading.value}`),
    isFiltered: conditions.length > 0,
    value: value.sql,
    order: order.sql,
    descending: leading.descending,
    nulls: leading.nullsFirst ? 'first' : 'last',
    // Filled in with the page.
    limit: null,
  };
}
