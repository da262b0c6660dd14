/** A table of any length, generated within SQLite. */
import { createDatabase, type TestDatabase } from '../../support/servers.ts';

export async function createReadings(rows: number): Promise<TestDatabase> {
  const database = await createDatabase('sqlite');
  await database.run(`
    PRAGMA synchronous = OFF;
    CREATE TABLE reading (id INTEGER PRIMARY KEY, sensor TEXT NOT NULL, taken DATETIME NOT NULL, value REAL, note TEXT);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
    INSERT INTO reading SELECT i, 'sensor ' || (i % 97), datetime(1700000000 + i * 60, 'unixepoch'),
      (i * 7919 % 10007) / 100.0, CASE WHEN i % 11 = 0 THEN NULL ELSE 'reading ' || i END FROM n;
    ANALYZE;
  `);
  return database;
}
