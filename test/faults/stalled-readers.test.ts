/** Stalled readers: what they cost, whom they delay, and when they are disconnected. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login, type RunningCommand, startCommand, startService } from '../http/service.ts';
import { temporaryFolder } from '../support/folders.ts';
import { fewOrAll, isLongRun } from '../support/long-run.ts';
import { makeManyRows, rowCount } from '../support/many-rows.ts';
import { type ReaderRequest, SlowReader } from '../support/reader.ts';
import { megabyte, residentBytes } from '../support/resident.ts';
import {
  createDatabase,
  liveEngines as engines,
  type LiveDatabase as TestDatabase,
} from '../support/servers.ts';

const queryPath = '/api/database/uni-grid-request';
const page = (limit: number): ReaderRequest => ({
  method: 'POST',
  body: JSON.stringify({
    entities: [{ id: 'big', relation: null, attributes: [{ id: 'id' }, { id: 'name' }] }],
    count: 'none',
    limit,
  }),
});

const readers = 500;
const rounds = isLongRun ? 3 : 1;
const crowds: Readonly<Record<string, readonly [path: string, asked: ReaderRequest]>> = {
  lists: ['/api/database/tables/big', {}],
  files: [`${queryPath}/export?format=ndjson`, page(rowCount)],
};

describe.each(fewOrAll(['sqlite', 'postgres'], engines))('on %s', (engine) => {
  let database: TestDatabase;
  let service: RunningCommand;
  let ada: { authorization: string };
  let bo: { authorization: string };

  beforeAll(async () => {
    database = await createDatabase(engine);
    await makeManyRows(database, engine);
    const users = join(await temporaryFolder(), 'users.txt');
    await writeFile(users, 'ada=lovelace\nbo=peep\n');
    service = await startCommand(['--database', database.url, '--users', users]);
    ada = await login(service.base, 'ada', 'lovelace');
    bo = await login(service.base, 'bo', 'peep');
  });
  afterAll(async () => {
    await service?.stop();
    await database?.drop();
  });

  const ask = async (
    headers: Record<string, string>,
    path: string,
    { method = 'GET', body }: ReaderRequest = {},
  ) => {
    const response = await fetch(service.base + path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, length: (await response.text()).length };
  };

  // The kind of answer does not matter to an engine, so each engine tests a different one.
  const kinds = Object.entries(crowds);
  test.for(fewOrAll(engine === 'sqlite' ? kinds.slice(1) : kinds.slice(0, 1), kinds))(
    "stalled readers of one user's %s delay nobody else",
    { timeout: 120_000 },
    async ([kind, [path, asked]], { annotate }) => {
      // The duration of other requests, and the resources that the service needs for them.
      const others = async () => [
        await ask(bo, '/api/database/tables/big/recs/[7]'),
        await ask(bo, queryPath, page(10)),
        await ask(bo, '/api/database/tables/big'),
        await ask(bo, `${queryPath}/export?format=csv`, page(rowCount)),
      ];
      const expected = await others();
      expect(expected.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const before = await residentBytes(service.pid);
      const crowd = await Promise.all(
        Array.from({ length: readers }, () => SlowReader.ask(service.base, path, { ...asked, headers: ada })),
      );
      try {
        let most = 0;
        for (let round = 0; round < rounds; round++) {
          expect(await others()).toEqual(expected);
          expect(await ask(ada, '/api/database/tables/big/recs/[7]')).toEqual(expected[0]);
          most = Math.max(most, await residentBytes(service.pid));
        }
        const grown = Math.max(0, most - before);
        expect(grown).toBeLessThan(192 * megabyte);
        await annotate(
          `${engine}: ${readers} stalled readers of one user's ${kind}: ${4 * rounds} of ${4 * rounds} answers to another user whole, ${Math.round(grown / megabyte)} MB more`,
          'A19',
        );
      } finally {
        for (const reader of crowd) reader[Symbol.dispose]();
      }
    },
  );
});

test('unread complete answers use at most 32 MB per user, then requests get 503', async ({ annotate }) => {
  await using database = await createDatabase('sqlite');
  await database.run(`CREATE TABLE huge (id integer PRIMARY KEY, body text);
    INSERT INTO huge VALUES (1, printf('%.*c', 25000000, 'x'));`);
  await using service = await startService(database.url);
  const path = '/api/database/tables/huge/recs/[1]';
  const unread = await SlowReader.ask(service.base, path);
  expect(await unread.begin()).toBe(200);
  for (const way of [path, `${path}?`]) {
    const refused = await service.get(way);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refused.json()).toMatchObject({ type: 'urn:joinery:problem:overloaded' });
  }
  // Small requests are answered as usual.
  expect((await service.get('/api/database')).status).toBe(200);
  expect(await unread.rest()).toBe('whole');
  for (const way of [path, `${path}?`])
    expect((await (await service.get(way)).text()).length).toBeGreaterThan(25_000_000);
  await annotate('unread answers in one piece: at most 32 MB kept for one user, then 503', 'A19');
});

describe('a client', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase('sqlite');
    await makeManyRows(database, 'sqlite');
    await database.run(`PRAGMA journal_mode = wal;
      CREATE TABLE note (id integer PRIMARY KEY);
      CREATE VIEW laborious AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
        SELECT count(*) AS number FROM n;`);
  });
  afterAll(() => database.drop());

  /** Whether somebody still reads the state before the last change, so that the log cannot be truncated. */
  const isLogHeld = async () => (await database.rows('PRAGMA wal_checkpoint(TRUNCATE)'))[0]?.[0] !== 0;

  /** A test cannot read as slowly as a stalled client, so the minimum rate is set higher. */
  const limits = { lowestRate: 4 * megabyte, stallMs: 1_500, answerMs: 0 };

  // These tests mostly wait.
  test.concurrent('that reads a little now and then is cut off, and releases what it held', async ({
    annotate,
  }) => {
    await using service = await startService(database.url, { answers: limits, poolWaitMs: 60_000 });
    const reader = await SlowReader.ask(service.base, '/api/database/tables/big');
    await reader.begin();
    await database.run('INSERT INTO note VALUES (1)');
    expect(await isLogHeld()).toBe(true);
    const beganAt = performance.now();
    let trickled = 0;
    while (!reader.socket.destroyed) {
      await reader.begin().catch(() => {});
      trickled++;
      await delay(100);
    }
    expect(await reader.rest()).toBe('reset');
    expect(trickled).toBeGreaterThan(5);
    // Another reader may hold it a moment longer.
    while (await isLogHeld()) await delay(20);
    const seconds = (performance.now() - beganAt) / 1_000;
    expect(seconds).toBeLessThan(30);
    expect((await service.get('/api/database/tables/big')).status).toBe(200);
    await annotate(`sqlite: a reader that trickles is cut off after ${seconds.toFixed(1)} s`, 'A19');
  });

  test.concurrent.each<[string, ReaderRequest]>([
    ['/api/database/tables/big', {}],
    [queryPath, page(rowCount)],
  ])('that reads nothing of %s is cut off', async (path, asked) => {
    await using service = await startService(database.url, { answers: limits });
    const reader = await SlowReader.ask(service.base, path, asked);
    await reader.begin();
    // The system accepts data until its buffers are full.
    while ((await connectionsOf(service.app.server)) > 0) await delay(50);
    expect(await reader.rest()).toBe('reset');
  });

  test.concurrent('is cut off when the time for an answer is over, however fast it reads', async () => {
    await using service = await startService(database.url, {
      answers: { lowestRate: 1, stallMs: 0, answerMs: 1_000 },
    });
    const reader = await SlowReader.ask(service.base, '/api/database/tables/big');
    await delay(2_500);
    expect(await reader.rest()).toBe('reset');
  });

  test.concurrent('that waits for a slow statement is not cut off', async () => {
    await using service = await startService(database.url, {
      answers: { ...limits, stallMs: 1 },
    });
    const answer = await service.get('/api/database/tables/laborious');
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('"number":1000000');
  });

  test('that reads as fast as it can gets the whole answer', async () => {
    await using service = await startService(database.url, {
      answers: { lowestRate: 1, stallMs: 1, answerMs: 60_000 },
    });
    expect((await (await service.get('/api/database/tables/big')).text()).endsWith('}]}')).toBe(true);
  });
});

function connectionsOf(server: import('node:http').Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
