/** The zoos of all engines, and a database for one. */
import { createDatabase, type TestDatabase } from '../support/servers.ts';
import { mysqlZoo } from '../zoo/mysql/zoo.ts';
import { postgresZoo } from '../zoo/postgres/zoo.ts';
import { sqliteZoo } from '../zoo/sqlite/zoo.ts';
import type { Zoo } from '../zoo/zoo.ts';

export const zoos: readonly Zoo[] = [sqliteZoo, postgresZoo, mysqlZoo];

/** A fresh database with what the zoo's cases need. */
export async function openZoo(zoo: Zoo, ...scripts: readonly string[]): Promise<TestDatabase> {
  const database = await createDatabase(zoo.engine);
  await database.run([zoo.setUp, ...scripts].join('\n'));
  return database;
}
