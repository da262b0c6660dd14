/** The zoos of all engines, and databases for them. */
import { createDatabase, type TestDatabase } from '../support/servers.ts';
import { duckdbZoo } from '../zoo/duckdb/zoo.ts';
import { mysqlZoo } from '../zoo/mysql/zoo.ts';
import { postgresZoo } from '../zoo/postgres/zoo.ts';
import { sqliteZoo } from '../zoo/sqlite/zoo.ts';
import type { TypeCase, Zoo } from '../zoo/zoo.ts';

export const zoos: readonly Zoo[] = [sqliteZoo, postgresZoo, mysqlZoo, duckdbZoo];

/** A new database with what the zoo's cases need. */
export async function openZoo(zoo: Zoo, ...scripts: readonly string[]): Promise<TestDatabase> {
  const database = await createDatabase(zoo.engine);
  await database.run([zoo.setUp, ...scripts].join('\n'));
  return database;
}

/** The values of a type in row order; NULL is the last. */
export const withNull = ({ values }: TypeCase) => [...values, ['null', 'null'] as const];

/** A new database with one table per type, named after the type's index. */
export function openTypes(zoo: Zoo): Promise<TestDatabase> {
  return openZoo(
    zoo,
    ...together(
      zoo,
      zoo.types.map((which, i) => valueTable(zoo, which, i)),
    ),
  );
}

/** In one transaction, because otherwise every statement would be a slow one of its own. */
function together({ engine }: Zoo, scripts: readonly string[]): readonly string[] {
  return engine === 'duckdb' ? ['begin;', ...scripts, 'commit;'] : scripts;
}

function valueTable(zoo: Zoo, which: TypeCase, i: number): string {
  const insert = withNull(which).map(([sql], id) => `insert into type_${i} values (${id}, ${sql});`);
  return `create table type_${i} (id integer primary key, ${zoo.quote('v')} ${which.type});\n${insert.join('\n')}`;
}
