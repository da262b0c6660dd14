// A plain read of a record takes a fast path before the framework, with identical answers: an address with an empty
// query string means the same and takes the normal path.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Problem } from '../../src/contract/problem.ts';
import { directReads } from '../../src/http/direct.ts';
import { DirectFailures } from '../../src/http/direct-route.ts';
import { Gate } from '../../src/http/gate/admit.ts';
import { Hosts } from '../../src/http/gate/hosts.ts';
import { Proxies } from '../../src/http/gate/proxies.ts';
import { type Access, openAccess } from '../../src/identity/access.ts';
import type { UserRights } from '../../src/identity/rights.ts';
import type { TestDatabase } from '../support/servers.ts';
import { type FixtureService, serveFixture } from './fixture.ts';
import { basic, login, openUsers, type RawAnswer, rawGet, type Service, startService } from './service.ts';

let served: FixtureService;
let database: TestDatabase;
let service: Service;

beforeAll(async () => {
  served = await serveFixture();
  ({ database, service } = served);
});
afterAll(() => served.end());

const path = (address: string) => `/api/database/tables/${address}`;

async function bothWays(
  to: Service,
  address: string,
  headers: Record<string, string> = {},
): Promise<RawAnswer[]> {
  const answers = [await rawGet(to, path(address), headers), await rawGet(to, path(`${address}?`), headers)];
  for (const answer of answers) delete answer.headers.date;
  return answers;
}

/** Only the fast path, in front of a framework that reports the requests it gets. */
async function serveDirect(gate: Gate) {
  const failures = new DirectFailures();
  const before = directReads(
    { database: service.database, isStopping: () => false },
    gate,
    new Hosts({ baseUrl: null, allowedHosts: [] }),
    failures,
  );
  const framework: RequestListener = (request, response) => {
    const failure = failures.of(request);
    response.end(
      failure instanceof Problem && failure.kind !== 'unknown-record' ? failure.kind : 'the framework',
    );
  };
  const server = createServer(before(framework));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // A TCP server's address always has this type.
  return {
    text: async (address: string, init?: RequestInit) =>
      (await fetch(`http://127.0.0.1:${port}${path(address)}`, init)).text(),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('a plain read of a record, outside the framework', () => {
  test.each([
    ['a record', 'person/recs/[2]', 200],
    ['a record with text beyond ASCII', `seat/recs/[${encodeURIComponent('a,b/[c]"%é')},2]`, 200],
    ['encoded brackets', 'person/recs/%5B1%5D', 200],
    ['an entity with an odd name', '__proto__/recs/[1]', 200],
    ['all columns of a table without a key', 'loose/recs/[one,1]', 200],
    ['a missing record', 'person/recs/[99]', 404],
    ['an unknown entity', 'nobody/recs/[1]', 404],
    ['a row of a view', 'grown/recs/[Ada]', 404],
    ['a key that fits several rows', 'loose/recs/[two,2]', 409],
    ['no brackets', 'person/recs/1', 400],
    ['too many values', 'person/recs/[1,2]', 400],
    ['a broken escape', 'person/recs/[%]', 400],
  ])('is answered like a read through the framework: %s', async (_what, address, status) => {
    const [short, long] = await bothWays(service, address);
    expect(short).toEqual(long);
    expect(short?.status).toBe(status);
  });

  test.each([
    ['an unknown host', { host: 'elsewhere.example' }, 421],
    ['a record that the client already has', { 'if-none-match': '*' }, 304],
    ['a connection to be closed', { connection: 'close' }, 200],
  ])('is answered like a read through the framework: %s', async (_what, headers, status) => {
    const [short, long] = await bothWays(service, 'person/recs/[1]', headers);
    expect(short).toEqual(long);
    expect(short?.status).toBe(status);
  });

  test('closes the connection while the service stops', async () => {
    await using stopping = await startService(database.url, { isStopping: () => true });
    const { status, headers } = await rawGet(stopping, path('person/recs/[1]'));
    expect([status, headers.connection]).toEqual([200, 'close']);
  });

  test('bypasses the framework, while all other requests reach it', async () => {
    await using alone = await serveDirect(new Gate(openAccess, new Proxies([])));
    const { text } = alone;
    expect(await text('person/recs/[1]')).toContain('"name":"Ada"');
    expect(await text('person/recs/[1]?')).toBe('the framework');
    expect(await text('person/recs/[1]/')).toBe('the framework');
    expect(await text('person')).toBe('the framework');
    expect(await text('person/recs/[99]')).toBe('the framework');
    expect(await text('person/recs/[1]', { method: 'DELETE' })).toBe('the framework');
  });
});

describe('a plain read of a record with log level debug', () => {
  test('still bypasses the framework, and is logged', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'debug' }, { write: (line) => lines.push(line) });
    await using debugged = await startService(database.url, { logger });
    const handled: unknown[] = [];
    const listen = (message: unknown) => handled.push(message);
    // The framework reports every handler that it calls.
    subscribe('tracing:fastify.request.handler:start', listen);
    try {
      for (const to of [service, debugged]) await rawGet(to, path('person/recs/[1]'));
      expect(handled).toHaveLength(0);
      await rawGet(debugged, path('person/recs/[1]?'));
      expect(handled).toHaveLength(1);
    } finally {
      unsubscribe('tracing:fastify.request.handler:start', listen);
    }
    await vi.waitUntil(() => lines.filter((line) => line.includes('"request"')).length === 2);
    const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    const like = { method: 'GET', status: 200, ip: '127.0.0.1', ms: expect.any(Number) };
    expect(requests).toEqual([
      expect.objectContaining({ ...like, path: path('person/recs/[1]') }),
      expect.objectContaining({ ...like, path: path('person/recs/[1]') }),
    ]);
  });
});

describe('a plain read of a record with users', () => {
  test('requires a session', async () => {
    const users = await openUsers('ada=lovelace\n');
    await using closed = await startService(database.url, { access: users.access });
    for (const headers of [{}, basic('ada', 'guess'), { 'x-requested-with': 'page' }]) {
      const [short, long] = await bothWays(closed, 'person/recs/[1]', headers);
      expect(short).toEqual(long);
      expect(short?.status).toBe(401);
    }
    const session = await login(closed.base, 'ada', 'lovelace');
    const [short, long] = await bothWays(closed, 'person/recs/[1]', session);
    expect(short).toEqual(long);
    expect(short?.status).toBe(200);
    users.close();
  });

  test('counts a wrong password once', async () => {
    const users = await openUsers('ada=lovelace\n');
    await using closed = await startService(database.url, { access: users.access });
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) {
      statuses.push((await rawGet(closed, path('person/recs/[1]'), basic('ada', 'guess'))).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    users.close();
  });
});

describe('a plain read of a record while the session is checked', () => {
  const ada = { name: 'ada', via: 'session', ended: null } as const;

  /** The caller is assumed to be Ada; the test decides when she is authenticated, and what the policy grants. */
  class Entrance {
    readonly known = Promise.withResolvers<typeof ada>();
    rights: UserRights = { roles: [], attributes: {}, policy: null };
    readonly access: Access = {
      ...openAccess,
      needsSession: true,
      presume: () => ada,
      check: () => this.known.promise,
    };
    readonly gate = new Gate(this.access, new Proxies([]), { rightsOf: () => this.rights });
  }

  test('starts early, and is not answered before the check ends', async () => {
    const entrance = new Entrance();
    await using alone = await serveDirect(entrance.gate);
    const reads = vi.spyOn(service.database, 'runSync');
    let received: string | null = null;
    const answer = alone.text('person/recs/[1]').then((text) => {
      received = text;
    });
    await vi.waitUntil(() => reads.mock.calls.length === 1);
    // An answer that did not wait would arrive within a few turns of the event loop.
    for (let i = 0; i < 50; i++) await new Promise((resolve) => setImmediate(resolve));
    expect(received).toBeNull();
    entrance.known.resolve(ada);
    await answer;
    expect(received).toContain('"name":"Ada"');
    // Nothing was read twice.
    expect(reads).toHaveBeenCalledTimes(1);
    reads.mockRestore();
  });

  test.each(['person/recs/[1]', 'person/recs/[99]'])(
    'reveals nothing of %s if the session has ended',
    async (address) => {
      const entrance = new Entrance();
      await using alone = await serveDirect(entrance.gate);
      const reads = vi.spyOn(service.database, 'runSync');
      const answer = alone.text(address);
      await vi.waitUntil(() => reads.mock.calls.length === 1);
      reads.mockRestore();
      entrance.known.reject(new Problem('not-authenticated', 'The session has ended.'));
      expect(await answer).toBe('not-authenticated');
    },
  );

  test('is repeated if the user turns out to have other rights', async () => {
    const entrance = new Entrance();
    await using alone = await serveDirect(entrance.gate);
    const reads = vi.spyOn(service.database, 'runSync');
    const answer = alone.text('person/recs/[1]');
    await vi.waitUntil(() => reads.mock.calls.length === 1);
    const { rights: before } = entrance;
    entrance.rights = { roles: ['reader'], attributes: {}, policy: null };
    entrance.known.resolve(ada);
    expect(await answer).toContain('"name":"Ada"');
    const rights = reads.mock.calls.map(([asker]) => asker.principal.rights);
    expect(rights).toEqual([before, entrance.rights]);
    reads.mockRestore();
  });
});
