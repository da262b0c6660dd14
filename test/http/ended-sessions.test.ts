/** Ending a session aborts the answers that are in progress for it. */
import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ReaderRequest, SlowReader } from '../support/reader.ts';
import { createDatabase, type TestDatabase } from '../support/servers.ts';
import { login, openUsers, type Service, startService, type TestUsers } from './service.ts';

/** More than the buffers of two sockets, so that an unread answer cannot have been sent completely. */
const rowCount = 6_000;
const rowBytes = 3_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase('sqlite');
  await database.run(`
    CREATE TABLE big (id integer PRIMARY KEY, body text);
    INSERT INTO big WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rowCount})
      SELECT i, printf('%.*c', ${rowBytes}, 'x') FROM n;
    CREATE TABLE huge (id integer PRIMARY KEY, body text);
    INSERT INTO huge VALUES (1, printf('%.*c', 15000000, 'x'));
    CREATE VIEW endless AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT count(*) AS number FROM n;`);
});
afterAll(() => database.drop());

interface Lives {
  readonly service: Service;
  readonly users: TestUsers;
  readonly headers: { authorization: string };
}

const ends: Readonly<Record<string, (lives: Lives) => Promise<void>>> = {
  'the logout': async ({ service, headers }) => {
    const { status } = await service.post('/api/logout', undefined, { headers });
    expect(status).toBe(200);
  },
  'the removal of its user': async ({ users }) => writeFile(users.file, 'bo=peep\n'),
  'a new password of its user': async ({ users }) => writeFile(users.file, 'ada=byron\nbo=peep\n'),
  'the end of its lifetime': async () => {},
};

const query = {
  entities: [{ id: 'big', relation: null, attributes: [{ id: 'id' }, { id: 'body' }] }],
  count: 'none',
};
const post = (limit: number): ReaderRequest => ({
  method: 'POST',
  body: JSON.stringify({ ...query, limit }),
});

const answers: Readonly<Record<string, readonly [path: string, asked: ReaderRequest]>> = {
  'a list': ['/api/database/tables/big', {}],
  'a long page': ['/api/database/uni-grid-request', post(rowCount)],
  'a page': ['/api/database/uni-grid-request', post(5_000)],
  'a file': ['/api/database/uni-grid-request/export?format=csv', post(rowCount)],
  'a record': ['/api/database/tables/huge/recs/[1]', {}],
};

async function live(lifetimeMs = 43_200_000): Promise<Lives & AsyncDisposable> {
  const users = await openUsers('ada=lovelace\nbo=peep\n', { idleMs: 1_800_000, lifetimeMs });
  const service = await startService(database.url, { access: users.access });
  const headers = await login(service.base, 'ada', 'lovelace');
  return {
    service,
    users,
    headers,
    async [Symbol.asyncDispose]() {
      users.close();
      await service.close();
    },
  };
}

describe.each(Object.keys(ends))('%s', (end) => {
  const lifetimeMs = end === 'the end of its lifetime' ? 8_000 : undefined;

  test('resets the running answers of that session, and no others', { timeout: 60_000 }, async ({
    annotate,
  }) => {
    await using lives = await live(lifetimeMs);
    const { service, headers } = lives;
    const readers = await Promise.all(
      Object.values(answers).map(async ([path, asked]) => {
        const reader = await SlowReader.ask(service.base, path, { ...asked, headers });
        expect(await reader.begin()).toBe(200);
        return reader;
      }),
    );
    const others =
      lifetimeMs === undefined
        ? await SlowReader.ask(service.base, '/api/database/tables/big', {
            headers: await login(service.base, 'bo', 'peep'),
          })
        : null;
    if (others) expect(await others.begin()).toBe(200);
    await ends[end]?.(lives);
    // The users file is re-read, and a lifetime ends, some time later.
    while ((await service.get('/api/me', { headers })).status === 200) await delay(50);
    const endedAt = performance.now();
    const outcomes = await Promise.all(readers.map((reader) => reader.rest()));
    const tookMs = Math.round(performance.now() - endedAt);
    expect(outcomes).toEqual(readers.map(() => 'reset'));
    expect(tookMs).toBeLessThan(5_000);
    if (others) expect(await others.rest()).toBe('whole');
    const kinds = Object.keys(answers).length;
    await annotate(`${end}: ${kinds} kinds of answers under way, ${kinds} reset after ${tookMs} ms`, 'A12');
  });
});

test('a request whose answer has not begun gets 401 after the logout', async () => {
  await using lives = await live();
  const { service, headers } = lives;
  const asked = service.get('/api/database/tables/endless', { headers });
  await delay(300);
  await ends['the logout']?.(lives);
  const answer = await asked;
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ type: 'urn:joinery:problem:not-authenticated' });
});
