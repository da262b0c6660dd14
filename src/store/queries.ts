// The few statements that differ between engines.
import { type Insertable, type Kysely, MysqlAdapter, type SelectQueryBuilder, SqliteAdapter } from 'kysely';
import type { StoreTables, TableName } from './tables.ts';

/** Whether the row was inserted; an existing row with the same key stays unchanged. */
export async function insertIfAbsent<Name extends TableName>(
  db: Kysely<StoreTables>,
  table: Name,
  row: Insertable<StoreTables[Name]>,
): Promise<boolean> {
  return (await insertThoseAbsent(db, table, [row])) === 1;
}

/** The number of inserted rows; existing rows with the same keys stay unchanged. */
export async function insertThoseAbsent<Name extends TableName>(
  db: Kysely<StoreTables>,
  table: Name,
  rows: readonly Insertable<StoreTables[Name]>[],
): Promise<number> {
  const insert = db.insertInto(table).values(rows);
  const isMysql = db.getExecutor().adapter instanceof MysqlAdapter;
  const statement = isMysql ? insert.ignore() : insert.onConflict((conflict) => conflict.doNothing());
  const { numInsertedOrUpdatedRows } = await statement.executeTakeFirst();
  return Number(numInsertedOrUpdatedRows);
}

/** Locks the rows until the transaction ends. SQLite has one writer at a time and needs no locks. */
export function locked<DB, TB extends keyof DB, O>(
  db: Kysely<StoreTables>,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return db.getExecutor().adapter instanceof SqliteAdapter ? query : query.forUpdate();
}
