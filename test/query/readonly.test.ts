/** The read path cannot write: the engine itself refuses every statement that tries. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anybody } from '../support/asker.ts';
import { isLongRun } from '../support/long-run.ts';
import { type Engine, engines, type TestDatabase } from '../support/servers.ts';
import { checksum } from './checksum.ts';
import { loadData } from './load.ts';
import { type Service, serve } from './service.ts';
import { zoo } from './zoo.ts';

const writes = [
  'INSERT INTO tag (weight) VALUES (1)',
  'UPDATE tag SET weight = 99',
  'DELETE FROM step',
  'DROP TABLE step',
  'CREATE TABLE canary (id integer)',
  'ALTER TABLE tag ADD COLUMN extra integer',
];

const writesOf: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: [
    'PRAGMA user_version = 7',
    "ATTACH DATABASE 'other.db' AS other",
    'REPLACE INTO tag (weight) VALUES (1)',
    'VACUUM',
  ],
  postgres: [
    'WITH gone AS (DELETE FROM step RETURNING word) SELECT word FROM gone',
    'SELECT word FROM step FOR UPDATE',
    'CREATE TEMPORARY TABLE canary AS SELECT 1 AS id',
    'TRUNCATE step',
  ],
  duckdb: [
    'TRUNCATE step',
    "ATTACH 'other.duckdb' AS other",
    "COPY step TO 'stolen.csv'",
    "EXPORT DATABASE 'stolen'",
    "SELECT * FROM read_text('/etc/hostname')",
    "SELECT * FROM read_csv('package.json')",
    "SELECT * FROM glob('*')",
    'INSTALL httpfs',
    'LOAD httpfs',
    'SET GLOBAL enable_external_access = true',
    "SET TimeZone = 'Asia/Tokyo'",
  ],
  mysql: ['REPLACE INTO tag (weight) VALUES (1)', 'TRUNCATE TABLE step'],
};

describe.each(engines)('reading on %s', (engine) => {
  let database: TestDatabase;
  let service: Service;
  let before: string;
  beforeAll(async () => {
    database = await loadData(engine, zoo);
    before = await checksum(database, zoo);
    service = await serve(database.url);
  });
  afterAll(async () => {
    await service?.close();
    await database?.drop();
  });

  test.each([...writes, ...writesOf[engine]])('does not execute %s', async (sql) => {
    const attempt = service.database.use(anybody(), ({ connection }) =>
      connection.fetch({ sql, parameters: [], entities: [] }),
    );
    await expect(attempt).rejects.toThrow();
    // The long run tells which statement wrote.
    if (isLongRun) expect(await checksum(database, zoo)).toBe(before);
    expect((await service.query('{"entities":[{"id":"tag","attributes":[{"id":"word"}]}]}')).status).toBe(
      200,
    );
  });

  test('has not changed the data', async () => {
    expect(await checksum(database, zoo)).toBe(before);
  });
});
