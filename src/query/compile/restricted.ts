// The rows and columns of a table that whoever asks may see, as a table of their own.
import { type RawBuilder, sql } from 'kysely';
import type { Entity, Restriction, RowFilter } from '../../model/database.ts';
import { planned } from '../granted.ts';
import type { PlanNode } from '../plan/plan.ts';
import { clause, compileCondition } from './conditions.ts';
import type { Draft } from './draft.ts';
import { columnSql, tableAlias } from './values.ts';

/** `plain` is the table itself. What only leaves columns out needs no words: nothing names them. */
export function restrictedRows(
  draft: Draft,
  { columns }: Entity,
  { base, rows, partial }: Restriction,
  plain: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (rows === null && partial.size === 0) return plain;
  // Filters are planned on their own, with the entity that they are on as their only root.
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
  // Rows that are turned down go no further, so what lets the statement be stopped stands before them.
  const guards = draft.dialect.guard?.([{ alias, entity: base, isSingle: false }], false) ?? [];
  const where = clause(rows === null ? [] : [...guards, anyOf(draft, rows)]);
  return sql`(select ${sql.join(shown)} from ${plain} as ${sql.id(alias)}${where})`;
}

/**
 * The conditions by which a WHERE makes of the table itself what whoever asks may see of it: an engine that has to merge a
 * query within the query does so anew for each read. Null where some values are there in some rows only. They call the
 * table what a plan calls its first root.
 */
export function rowConditions(
  draft: Draft,
  { rows, partial }: Restriction,
): readonly RawBuilder<boolean>[] | null {
  if (partial.size > 0) return null;
  return rows === null ? [] : [anyOf(draft, rows)];
}

/** Where none is true, and be it that none is known, the row or the value is not there. */
function anyOf(draft: Draft, filters: readonly RowFilter[]): RawBuilder<boolean> {
  const terms = filters.map((filter) => {
    return sql`(${compileCondition(draft.within(filter), planned(filter).where)})`;
  });
  return sql<boolean>`(${sql.join(terms, sql` or `)})`;
}
