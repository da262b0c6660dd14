// How the columns of a plan are named in SQL.
import { type RawBuilder, sql } from 'kysely';
import type { Column, Relation } from '../../model/database.ts';
import type { CompareSql, Value } from '../dialect/sql.ts';
import type { ColumnValue, PlanNode } from '../plan/plan.ts';

/** The alias keeps a column apart from a table of the same name, and names of clients out of the text. */
export function tableAlias({ index }: PlanNode): string {
  return `t${index}`;
}

export function columnSql({ node, column }: Pick<ColumnValue, 'node' | 'column'>): RawBuilder<unknown> {
  return sql.id(tableAlias(node), column.name);
}

/** Whether there is no value. */
export function isNull(
  dialect: Pick<CompareSql, 'isNull'>,
  value: Value,
  column: Column,
): RawBuilder<boolean> {
  return dialect.isNull?.(value, column) ?? sql<boolean>`${value} is null`;
}

/** Where the columns of a plan are: each in its own table, unless a statement has carried them elsewhere. */
export type ColumnSource = (value: ColumnValue) => RawBuilder<unknown>;

/** The equality of all the columns that two related entities share; `ofParent` tells where the parent's are. */
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
