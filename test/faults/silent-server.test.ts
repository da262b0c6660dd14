/**
 * A server that stops responding without closing connections: requests end in time, and the pool recovers by itself.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseDatabaseUrl } from '../../src/dialects/url.ts';
import { AttemptCounts } from '../../src/identity/attempt-counts.ts';
import { openStore } from '../../src/store/open.ts';
import { type Service, startService } from '../http/service.ts';
import { fewOrAll } from '../support/long-run.ts';
import {
  breakableEngines,
  type ServerEngine,
  startServer,
  type LiveDatabase as TestDatabase,
  type TestServer,
} from '../support/servers.ts';

const limitMs = 2_000;
/** The safety table promises 500 ms; the rest allows for a busy machine. */
const allowedMs = limitMs + 500 + 1_000;
/** Streams get three quarters of the pool. */
const poolSize = 12;
const doublings = 11;
const rows = 2 ** doublings;
const hugeRows = 24 * rows;
const filler = 'x'.repeat(1_000);

/** The second table is larger than all buffers between here and the engine. */
const tables = `create table bulk (id integer primary key, filler varchar(1000));
  insert into bulk values (0, '${filler}');
  ${Array.from({ length: doublings }, (_, i) => `insert into bulk select id + ${2 ** i}, filler from bulk;`).join('\n')}
  create table huge (id integer primary key, filler varchar(1000));
  ${Array.from({ length: hugeRows / rows }, (_, i) => `insert into huge select id + ${rows * i}, filler from bulk;`).join('\n')}`;

const path = '/api/database/uni-grid-request';
const query = (id: string) => ({ entities: [{ id, attributes: [{ id: 'id' }, { id: 'filler' }] }] });
const restricted = (id: string) => ({
  ...query(id),
  order: [{ alias: 'id', asc: false }],
  where: { func: { name: 'GT', args: [{ alias: 'id' }, { value: 5 }] } },
});

type Ask = (service: Service, entity: string) => Promise<Response>;

const asks = {
  'a record': (service, id) => service.get(`/api/database/tables/${id}/recs/[7]`),
  'a list': (service, id) => service.get(`/api/database/tables/${id}`),
  'a query': (service, id) => service.post(path, query(id)),
  'a query with its total': (service, id) => service.post(path, restricted(id)),
  'a query that is streamed': (service, id) => service.post(path, { ...query(id), limit: 100_000 }),
  'a file': (service, id) => service.post(`${path}/export?format=csv`, query(id)),
  'a file of a condition': (service, id) => service.post(`${path}/export?format=ndjson`, restricted(id)),
  'an explanation': (service, id) => service.post(`${path}/explain`, query(id)),
  'a change': (service, entity) =>
    service.post('/api/database/changes', {
      changes: [{ op: 'update', entity, key: { id: 7 }, set: { filler }, expect: { filler } }],
    }),
} satisfies Record<string, Ask>;

type AskName = keyof typeof asks;
// The keys of our own object.
const askNames = Object.keys(asks) as AskName[];

const streams = ['a list', 'a query that is streamed', 'a file', 'a file of a condition'] as const;

interface Seen {
  readonly status: number;
  readonly type: string;
  readonly ms: number;
}

async function timed(ask: Promise<Response>): Promise<Seen> {
  const begin = performance.now();
  const response = await ask;
  const body: unknown = await response.json().catch(() => null);
  const type = typeof body === 'object' && body !== null && 'type' in body ? String(body.type) : '';
  return { status: response.status, type, ms: performance.now() - begin };
}

/** The service's sessions in the database. */
const sessions: Record<ServerEngine, string> = {
  postgres: `select count(*) from pg_stat_activity where datname = current_database() and application_name = 'joinery'`,
  mysql:
    'select count(*) from information_schema.processlist where db = database() and id <> connection_id()',
};

/** The answers to requests that waited too long for a connection, and to those that had one. */
const endings = new Set(['503 urn:joinery:problem:overloaded', '504 urn:joinery:problem:statement-timeout']);

const timeout = { status: 504, type: 'urn:joinery:problem:statement-timeout' };

describe.each(fewOrAll(['postgres'], breakableEngines))('a %s server that stops responding', (engine) => {
  let server: TestServer;
  let database: TestDatabase;
  beforeAll(async () => {
    server = await startServer(engine);
    database = await server.createDatabase();
    await database.run(tables);
  });
  afterAll(() => server?.remove());

  const start = (statementTimeoutMs = limitMs) =>
    startService(database.url, { poolSize, poolWaitMs: 30_000, statementTimeoutMs, edit: true });

  /** All kinds of requests, each with a complete answer. */
  const answersAll = async (service: Service) => {
    for (const [name, ask] of Object.entries(asks)) {
      const response = await ask(service, 'bulk');
      await response.arrayBuffer();
      expect([name, response.ok]).toEqual([name, true]);
    }
    const list = await service.get('/api/database/tables/bulk');
    expect(await list.json()).toMatchObject({ data: { length: rows } });
  };

  test('makes every kind of request end in time, and is used again once it responds', {
    timeout: 60_000,
  }, async ({ annotate }) => {
    await using service = await start();
    await answersAll(service);
    await server.pause();
    let slowest = 0;
    try {
      const seen = Object.entries(asks).map(async ([name, ask]) => ({
        name,
        ...(await timed(ask(service, 'bulk'))),
      }));
      for (const { name, ms, ...answer } of await Promise.all(seen)) {
        expect({ name, ...answer }).toEqual({ name, ...timeout });
        expect(ms).toBeGreaterThan(limitMs - 50);
        expect(ms).toBeLessThan(allowedMs);
        slowest = Math.max(slowest, ms);
      }
    } finally {
      await server.resume();
    }
    await answersAll(service);
    await annotate(
      `${engine}: ${Object.keys(asks).length} kinds of requests to a server that stopped answering, ${limitMs / 1_000} s to run: all 504, the slowest ${Math.round(slowest - limitMs)} ms after its time; all answered when it was back`,
      'F16',
    );
  });

  test('makes requests that need a new connection end in time', { timeout: 60_000 }, async ({ annotate }) => {
    await using service = await start();
    const one = asks['a record'];
    if (one === undefined) throw new Error('there is no such request');
    await server.pause();
    try {
      // The first request has the only open connection, the others have to open theirs.
      const seen = await Promise.all(
        Array.from({ length: poolSize }, () => timed(asks['a record'](service, 'bulk'))),
      );
      for (const { ms, ...answer } of seen) {
        expect(answer).toEqual(timeout);
        expect(ms).toBeLessThan(allowedMs);
      }
      const slowest = Math.max(...seen.map(({ ms }) => ms));
      await annotate(
        `${engine}: a server that stopped answering, ${limitMs / 1_000} s to run: ${seen.length} × 504, the slowest ${Math.round(slowest - limitMs)} ms after its time`,
        'F16',
      );
    } finally {
      await server.resume();
    }
    await answersAll(service);
  });

  test('makes requests that wait for a connection end in time', { timeout: 90_000 }, async ({ annotate }) => {
    await using service = await start();
    await answersAll(service);
    await server.pause();
    const seen: (Seen & { readonly name: string })[] = [];
    try {
      // One kind after the other, so that later ones meet an exhausted pool; then all at once.
      const crowd = (names: readonly AskName[], each: number) =>
        Promise.all(
          names.flatMap((name) =>
            Array.from({ length: each }, async () => {
              seen.push({ name, ...(await timed(asks[name](service, 'bulk'))) });
            }),
          ),
        );
      for (const name of fewOrAll(['a record', 'a file', 'a change'], askNames))
        await crowd([name], 3 * poolSize);
      await crowd(askNames, poolSize);
    } finally {
      await server.resume();
    }
    const strange = seen.filter(({ status, type }) => !endings.has(`${status} ${type}`));
    expect(strange).toEqual([]);
    expect(seen.filter(({ ms }) => ms > allowedMs)).toEqual([]);
    const slowest = Math.max(...seen.map(({ ms }) => ms));
    await annotate(
      `${engine}: ${seen.length} requests on a pool of ${poolSize} to a server that stopped answering, ${limitMs / 1_000} s to run: all told, the slowest ${Math.round(slowest - limitMs)} ms after its time`,
      'F16',
    );
    await answersAll(service);
  });

  test('makes streamed answers break off', { timeout: 60_000 }, async ({ annotate }) => {
    // On a busy machine the first rows of all of them may take a while.
    await using service = await start(4 * limitMs);
    const readers = await Promise.all(
      streams.map(async (name) => {
        const response = await asks[name](service, 'huge');
        expect(response.status).toBe(200);
        if (response.body === null) throw new Error('there is no answer');
        const reader = response.body.getReader();
        await reader.read();
        return reader;
      }),
    );
    await server.pause();
    try {
      const rests = readers.map(async (reader) => {
        // Data in transit still arrives, and the machine may be slow.
        let last = performance.now();
        try {
          while (!(await reader.read()).done) last = performance.now();
          return 'whole';
        } catch {
          return performance.now() - last < allowedMs + 3 * limitMs ? 'cut in time' : 'cut too late';
        }
      });
      expect(await Promise.all(rests)).toEqual(streams.map(() => 'cut in time'));
    } finally {
      await server.resume();
    }
    await answersAll(service);
    await annotate(`${engine}: ${streams.length} answers under way: all cut, none taken for whole`, 'F16');
  });

  test('leaves no connection in use by disconnected clients or health checks, even without a time limit', {
    timeout: 60_000,
  }, async () => {
    await using service = await startService(database.url, {
      poolSize,
      poolWaitMs: 5_000,
      statementTimeoutMs: 0,
      edit: true,
    });
    await answersAll(service);
    await server.pause();
    try {
      const client = new AbortController();
      const asked = ['/recs/[1]', '', '/recs/[2]'].map((rest) =>
        service.get(`/api/database/tables/bulk${rest}`, { signal: client.signal }).catch(() => 'gone'),
      );
      await delay(200);
      client.abort();
      expect(await Promise.all(asked)).toEqual(['gone', 'gone', 'gone']);
      // Health checks are answered in time, and use no connection.
      const watching = Array.from({ length: 2 * poolSize }, () => timed(service.get('/readyz')));
      for (const { status, ms } of await Promise.all(watching)) {
        expect(status).toBe(503);
        expect(ms).toBeLessThan(5_000 + 1_000);
      }
    } finally {
      await server.resume();
    }
    await answersAll(service);
  });

  test('makes all requests that wait for a store on it fail with store-unavailable at the same time', {
    timeout: 60_000,
  }, async () => {
    await using kept = await server.createDatabase();
    const store = await openStore(parseDatabaseUrl(kept.url));
    await using _ = { [Symbol.asyncDispose]: () => store.close() };
    const counts = new AttemptCounts(store, Date.now);
    const decide = () =>
      counts.decide({ user: 'user', address: 'address' }, () => ({ outcome: 'decided', next: null }));
    const asked: (() => Promise<unknown>)[] = [
      async () => store.row('sessions', 'nobody'),
      () => store.ping(),
      decide,
    ];
    for (const ask of asked) await ask();
    await server.pause();
    try {
      const begun = performance.now();
      const seen: Promise<unknown>[] = [];
      for (let i = 0; i < 10; i++) {
        seen.push(...asked.map((ask) => ask().catch((error: unknown) => error)));
        await delay(20);
      }
      for (const error of await Promise.all(seen)) expect(error).toMatchObject({ kind: 'store-unavailable' });
      // A host counts as down after five seconds of silence.
      expect(performance.now() - begun).toBeLessThan(5_000 + 2_000);
    } finally {
      await server.resume();
    }
    for (const ask of asked) await ask();
  });

  test('does not delay the closing of a store on it', { timeout: 60_000 }, async () => {
    await using kept = await server.createDatabase();
    const store = await openStore(parseDatabaseUrl(kept.url));
    // On each of its connections.
    await Promise.all([store.ping(), store.ping(), store.row('sessions', 'nobody')]);
    await server.pause();
    try {
      const begun = performance.now();
      await store.close();
      expect(performance.now() - begun).toBeLessThan(4_000);
    } finally {
      await server.resume();
    }
  });

  test('delays neither the closing of the service nor that of its connections', {
    timeout: 60_000,
  }, async () => {
    const service = await start();
    await answersAll(service);
    await server.pause();
    try {
      const begin = performance.now();
      await service.close();
      expect(performance.now() - begin).toBeLessThan(allowedMs);
    } finally {
      await server.resume();
    }
    const count = async () => Number((await database.rows(sessions[engine]))[0]?.[0]);
    await expect.poll(count, { timeout: 20_000 }).toBe(0);
  });
});
