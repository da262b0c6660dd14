/**
 * A plain change of a record takes a fast path before the framework, with identical answers: an address with an empty
 * query string means the same and takes the normal path.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAccess } from '../../src/identity/access.ts';
import { login, openUsers, startService } from '../http/service.ts';
import { openShop, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop('sqlite');
});
afterAll(() => shop[Symbol.asyncDispose]());

const path = '/api/database/tables/customer/recs/[1]';

interface ReceivedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Each change set has its own id. */
const ownNumber = /changes\/[\w-]{20}/;

async function sent(to: string, way: string, init: RequestInit): Promise<ReceivedAnswer> {
  const answer = await fetch(`${to}${path}${way}`, { method: 'PATCH', ...init });
  const headers = Object.fromEntries(answer.headers);
  // If the framework cannot read a body it also closes the connection; the fast path may keep it open.
  for (const name of ['date', 'connection', 'keep-alive']) delete headers[name];
  if (headers.link !== undefined) headers.link = headers.link.replace(ownNumber, 'changes/…');
  return { status: answer.status, headers, body: await answer.text() };
}

/** The number of requests that reached the framework meanwhile. */
async function byFramework(work: () => Promise<unknown>): Promise<number> {
  let asked = 0;
  const count = () => {
    asked++;
  };
  subscribe('tracing:fastify.request.handler:start', count);
  try {
    await work();
    return asked;
  } finally {
    unsubscribe('tracing:fastify.request.handler:start', count);
  }
}

const json = { 'content-type': 'application/json' };
const any = { ...json, 'if-match': '*' };

describe('a plain change of a record', () => {
  test.each([
    ['a change', 200, { headers: any, body: '{"name":"É","age":1}' }],
    [
      'a content type with parameters',
      200,
      { headers: { ...any, 'content-type': 'application/JSON; charset=utf-8' }, body: '{"age":2}' },
    ],
    ['a different ETag', 412, { headers: { ...json, 'if-match': '"x"' }, body: '{"age":3}' }],
    ['no If-Match', 428, { headers: json, body: '{"age":3}' }],
    ['an unknown column', 400, { headers: any, body: '{"aeg":3}' }],
    ['a duplicate column', 400, { headers: any, body: '{"age":3,"age":4}' }],
    ['a value that the engine refuses', 422, { headers: any, body: '{"age":-3}' }],
    ['a list', 400, { headers: any, body: '[]' }],
    ['invalid JSON', 400, { headers: any, body: '{"age":' }],
    ['invalid UTF-8', 400, { headers: any, body: Buffer.from([0x7b, 0xff, 0x7d]) }],
    ['no body', 400, { headers: any }],
    ['another content type', 415, { headers: { ...any, 'content-type': 'text/plain' }, body: '{"age":3}' }],
    ['a cross-site request', 403, { headers: { ...any, 'sec-fetch-site': 'cross-site' }, body: '{"age":3}' }],
    ['another origin', 403, { headers: { ...any, origin: 'http://elsewhere.example' }, body: '{"age":3}' }],
    ['a body over the size limit', 413, { headers: any, body: `{"name":"${'x'.repeat(1_100_000)}"}` }],
  ] satisfies [string, number, RequestInit][])(
    'has the same answer with and without the fast path: %s',
    async (_what, status, init) => {
      const short = await sent(shop.service.base, '', init);
      const long = await sent(shop.service.base, '?', init);
      expect({ ...short, body: short.body.replaceAll('recs/[1]?', 'recs/[1]') }).toEqual(long);
      expect(short.status).toBe(status);
    },
  );

  test('bypasses the framework, unless it has an Idempotency-Key', async () => {
    const init = { headers: any, body: '{"age":7}' };
    expect(await byFramework(() => sent(shop.service.base, '', init))).toBe(0);
    expect(await byFramework(() => sent(shop.service.base, '?', init))).toBe(1);
    const once = { ...init, headers: { ...any, 'idempotency-key': 'a' } };
    expect(await byFramework(() => sent(shop.service.base, '', once))).toBe(1);
  });

  test('answers 401 without a login, and 200 with one', async () => {
    const users = await openUsers('ada=lovelace\n');
    await using closed = await startService(shop.database.url, { access: users.access, edit: true });
    const init = { headers: any, body: '{"age":8}' };
    expect((await sent(closed.base, '', init)).status).toBe(401);
    expect(await sent(closed.base, '', init)).toEqual(await sent(closed.base, '?', init));
    const asAda = { ...init, headers: { ...any, ...(await login(closed.base, 'ada', 'lovelace')) } };
    const short = await sent(closed.base, '', asAda);
    expect(short).toEqual(await sent(closed.base, '?', asAda));
    expect(short.status).toBe(200);
    users.close();
  });

  test('answers 403 to a user with read-only access', async () => {
    const looking = { name: 'ada', via: 'token', ended: null, isReadOnly: true } as const;
    const access = { ...openAccess, check: async () => looking };
    await using closed = await startService(shop.database.url, { access, edit: true });
    const init = { headers: any, body: '{"age":8}' };
    const short = await sent(closed.base, '', init);
    expect(short).toEqual(await sent(closed.base, '?', init));
    expect(short.status).toBe(403);
  });

  test('is refused for a host that is not ours', async () => {
    const { hostname, port } = new URL(shop.service.base);
    const before = await (await shop.service.get(path)).text();
    for (const way of ['', '?']) {
      const headers = { ...any, host: 'elsewhere.example', 'content-length': '10' };
      const change = request({ hostname, port, path: path + way, method: 'PATCH', headers });
      change.end('{"age":10}');
      const [answer] = await once(change, 'response');
      expect([way, answer.statusCode]).toEqual([way, 421]);
      answer.resume();
    }
    expect(await (await shop.service.get(path)).text()).toBe(before);
  });

  test('answers 405 without --edit', async () => {
    await using looked = await startService(shop.database.url);
    const init = { headers: any, body: '{"age":9}' };
    const short = await sent(looked.base, '', init);
    expect(short).toEqual(await sent(looked.base, '?', init));
    expect(short.status).toBe(405);
  });
});
