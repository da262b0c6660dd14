/** A table whose list is long enough to be streamed, on every engine. */
import type { LiveEngine as Engine, LiveDatabase as TestDatabase } from './servers.ts';

export const rowCount = 100_000;
const digits =
  '(SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)';

/** The same SQL on every engine: a cross join of five digit tables. */
export const manyRows = `
CREATE TABLE kind (id integer PRIMARY KEY, label varchar(20) NOT NULL);
INSERT INTO kind SELECT d, 'one of ten' FROM ${digits} digits;
CREATE TABLE big (id integer PRIMARY KEY, name varchar(60) NOT NULL, kind integer NOT NULL, FOREIGN KEY (kind) REFERENCES kind (id));
INSERT INTO big SELECT a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d, 'a name of some length, as names are', a.d
FROM ${digits} a, ${digits} b, ${digits} c, ${digits} e, ${digits} f;`;

/** Checking every foreign key would take longer than the rest. */
const unchecked: Record<Engine, string> = {
  sqlite: 'PRAGMA foreign_keys = off;',
  postgres: 'SET session_replication_role = replica;',
  mysql: 'SET foreign_key_checks = 0;',
};

export async function makeManyRows(database: Pick<TestDatabase, 'run'>, engine: Engine): Promise<void> {
  await database.run(unchecked[engine] + manyRows);
}
