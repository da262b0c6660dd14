/** A checksum of all rows of a database, to show that nothing was written. */
import { createHash } from 'node:crypto';
import type { TestDatabase } from '../support/servers.ts';
import type { DataSet } from './dataset.ts';
import { storedOn } from './dataset.ts';
import { quote, tableName } from './load.ts';

export async function checksum(database: TestDatabase, data: DataSet): Promise<string> {
  const hash = createHash('sha256');
  if (database.engine === 'postgres') {
    hash.update(JSON.stringify(await database.rows('SELECT count(*)::int FROM pg_largeobject_metadata')));
  }
  for (const table of storedOn(database.engine, data).tables.values()) {
    // The test's connection is not read-only, so a hostile view could write here.
    if (table.view !== undefined) continue;
    // Some drivers reject the name `__proto__`.
    const columns = table.columns.map(({ name }, i) => `${quote(database.engine, name)} AS c${i}`).join(', ');
    const rows = await database.rows(`SELECT ${columns} FROM ${tableName(database.engine, table)}`);
    const texts = rows.map((row) => JSON.stringify(row));
    hash.update(JSON.stringify([table.name, texts.toSorted()]));
  }
  return hash.digest('hex');
}
