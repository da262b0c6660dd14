// The rows and columns of a table that the user may see, as a derived table.
import { type RawBuilder, sql } from 'kysely';
import type { Entity, Restriction, RowFilter } from '../../model/database.ts';
import { plannedFilter } from '../filter-bindings.ts';
import type { PlanNode } from '../plan/plan.ts';
import { clause, compileCondition } from './conditions.ts';
import type { Draft } from './draft.ts';
import { columnSql, tableAlias } from './values.ts';

/** `plain` is the table itself. Hidden columns need no SQL: nothing names them. */
export function restrictedRows(
  draft: Draft,
  { columns }: Entity,
  { base, rows, partial }: Restriction,
  plain: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (rows === null && partial.size === 0) return plain;
  // A filter is planned separately, with its entity as the only root.
  const node: PlanNode = { index: 0, entity: base, parent: null, relation: null };
  const alias = tableAlias(node);
  const shown = columns.map((column) => {
    const own = columnSql({ node, column });
    const filters = partial.get(column.name);
    if (filters === undefined) return own;
    const isThere = anyOf(draft, filters);
    const value = draft.dialect.masked?.(own, isThere) ?? sql`case when ${isThere} then ${own} end`;
    return sql`${value} as ${sql.id(column.name)}`;
  });
  // Guards come first, because rejected rows reach no later condition.
  const guards = draft.dialect.guard?.([{ alias, entity: base, isSingle: false }], false) ?? [];
  const where = clause(rows === null ? [] : [...guards, anyOf(draft, rows)]);
  return sql`(select ${sql.join(shown)} from ${plain} as ${sql.id(alias)}${where})`;
}

/**
 * Conditions that restrict the table directly to what the user may see: engines that merge derived tables would do so
 * again for each read. Null if some values are visible in some rows only. The conditions use the alias of a plan's
 * first root.
 */
export function rowConditions(
  draft: Draft,
  { rows, partial }: Restriction,
): readonly RawBuilder<boolean>[] | null {
  if (partial.size > 0) return null;
  return rows === null ? [] : [anyOf(draft, rows)];
}

/** If no filter is true, even if unknown, the row or value is hidden. */
function anyOf(draft: Draft, filters: readonly RowFilter[]): RawBuilder<boolean> {
  const terms = filters.map((filter) => {
    return sql`(${compileCondition(draft.within(filter), plannedFilter(filter).where)})`;
  });
  return sql<boolean>`(${sql.join(terms, sql` or `)})`;
}
