// How columns of a plan are named in SQL.
import { type RawBuilder, sql } from 'kysely';
import type { Column, Relation } from '../../model/database.ts';
import type { CompareSql, Value } from '../dialect/sql.ts';
import type { ColumnValue, PlanNode } from '../plan/plan.ts';

/** The alias separates a column from a table of the same name, and keeps client names out of the SQL. */
export function tableAlias({ index }: PlanNode): string {
  return `t${index}`;
}

export function columnSql({ node, column }: Pick<ColumnValue, 'node' | 'column'>): RawBuilder<unknown> {
  return sql.id(tableAlias(node), column.name);
}

/** Whether the value is NULL. */
export function isNull(
  dialect: Pick<CompareSql, 'isNull'>,
  value: Value,
  column: Column,
): RawBuilder<boolean> {
  return dialect.isNull?.(value, column) ?? sql<boolean>`${value} is null`;
}

/** Where a plan's columns are found: in their tables, unless a subquery carries them. */
export type ColumnSource = (value: ColumnValue) => RawBuilder<unknown>;

/** Equality of all column pairs that relate two entities; `ofParent` locates the parent's columns. */
export function relationCondition(
  parent: PlanNode,
  relation: Relation,
  child: PlanNode,
  ofParent: ColumnSource = columnSql,
): RawBuilder<boolean> {
  const terms = relation.ownColumns.map((own, i) => {
    const other = relation.otherColumns[i] ?? own;
    const value = columnSql({ node: child, column: other });
    return sql`${value} = ${ofParent({ kind: 'column', node: parent, column: own })}`;
  });
  return sql<boolean>`${sql.join(terms, sql` and `)}`;
}
