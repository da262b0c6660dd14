import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from './servers.ts';
import { breakableEngines, createDatabase, engines, mysqlUrl, postgresUrl, startServer } from './servers.ts';

describe.each(engines)('a test database on %s', (engine) => {
  test('starts empty, runs a script and returns rows', async () => {
    await using database = await createDatabase(engine);
    await database.run(`CREATE TABLE thing (id integer PRIMARY KEY, name varchar(20));
      INSERT INTO thing VALUES (1, 'one'), (2, 'zwölf');`);
    expect(await database.rows('SELECT id, name FROM thing ORDER BY id')).toEqual([
      [1, 'one'],
      [2, 'zwölf'],
    ]);
  });

  test('returns the rows of a single column, and no rows for an empty result', async () => {
    await using database = await createDatabase(engine);
    expect(await database.rows('SELECT 1 AS one UNION ALL SELECT 2')).toEqual([[1], [2]]);
    await database.run('CREATE TABLE thing (id integer PRIMARY KEY)');
    expect(await database.rows('SELECT id FROM thing')).toEqual([]);
  });

  test('no longer exists after drop()', async () => {
    const database = await createDatabase(engine);
    await database.run('CREATE TABLE thing (id integer PRIMARY KEY)');
    await database.drop();
    if (engine === 'sqlite') expect(existsSync(database.url.slice('sqlite:///'.length))).toBe(false);
    else await expect(database.rows('SELECT id FROM thing')).rejects.toThrow(/exist|unknown database/i);
  });
});

test('a test run uses one server of each kind', async () => {
  expect(await postgresUrl()).toBe(await postgresUrl());
  expect(await mysqlUrl()).toBe(await mysqlUrl());
});

describe.each(breakableEngines)('a separate %s server', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(engine);
  });
  afterAll(() => server.remove());

  test.each(['stop', 'kill'] as const)('keeps its address and data over %s and start', async (way) => {
    await using database = await server.createDatabase();
    await database.run('CREATE TABLE thing (id integer PRIMARY KEY); INSERT INTO thing VALUES (7);');
    await server[way]();
    await expect(database.rows('SELECT id FROM thing')).rejects.toThrow('ECONNREFUSED');
    await server.start();
    expect(await database.rows('SELECT id FROM thing')).toEqual([[7]]);
  });
});
