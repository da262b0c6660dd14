// Storage engines, which a table may choose: not all of them can roll back changes.
import type { Entity } from '../../../model/database.ts';
import type { BoundSql } from '../../../query/dialect/statement.ts';

export function withoutTransactions({ id: { table } }: Entity): BoundSql {
  return {
    sql: `select t.engine from information_schema.tables t
      join information_schema.engines e on e.engine = t.engine and e.transactions = 'NO'
      where t.table_schema = database() and t.table_name = ?`,
    parameters: [table],
  };
}
