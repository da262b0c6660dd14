// Copies a store's content into another store, on any engine.
import type { Insertable } from 'kysely';
import { type Store, StoreError } from './store.ts';
import { type StoreTables, type TableName, tableNames } from './tables.ts';

/** Leases expire by themselves, and every store has its own migrations. */
const own: readonly TableName[] = ['leases', 'migrations'];

const rowsAtOnce = 100;

/** Copies all or nothing and returns the number of rows. The target must be empty. */
export async function copyStore(from: Store, to: Store): Promise<number> {
  // The record has no other keys.
  const tables = (Object.keys(tableNames) as TableName[]).filter((name) => !own.includes(name));
  const rows = await from.read((db) =>
    Promise.all(
      tables.map(async (table) => ({ table, rows: await db.selectFrom(table).selectAll().execute() })),
    ),
  );
  await to.write(async (trx) => {
    for (const { table, rows: copied } of rows) {
      const there = await trx.selectFrom(table).selectAll().limit(1).execute();
      if (there.length > 0) {
        throw new StoreError(`The state store ${to.display} is not empty (${table}): name one that is.`);
      }
      for (let i = 0; i < copied.length; i += rowsAtOnce) {
        // Read from the table of the same name.
        const values = copied.slice(i, i + rowsAtOnce) as Insertable<StoreTables[TableName]>[];
        await trx.insertInto(table).values(values).execute();
      }
    }
  });
  return rows.reduce((sum, { rows: copied }) => sum + copied.length, 0);
}
