/** What must hold for every route, also for those that are added tomorrow. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/servers.ts';
import { basic, login, openUsers, type Service, startService, type TestUsers } from './service.ts';

let database: TestDatabase;
let service: Service;
let users: TestUsers;
let session: { authorization: string };

beforeAll(async () => {
  database = await createDatabase('sqlite');
  await database.run('CREATE TABLE thing (id integer PRIMARY KEY)');
  users = await openUsers('ada=lovelace\n');
  service = await startService(database.url, { access: users.access });
  session = await login(service.base, 'ada', 'lovelace');
});
afterAll(async () => {
  users.close();
  await service.close();
  await database.drop();
});

/** Every registered path with every method that it answers, parameters filled in. */
function registered(): { url: string; method: string }[] {
  return [...service.app.knownPaths].flatMap(([path, { methods }]) =>
    [...methods]
      // The platform's client cannot send these.
      .filter((method) => method !== 'TRACE' && method !== 'CONNECT')
      .map((method) => ({
        method,
        url: path
          .replace(':entity', 'thing')
          .replace(':key', '[1]')
          .replace(':column', 'id')
          .replace('*', 'nothing'),
      })),
  );
}

const openPaths = ['/api', '/api/login', '/healthz', '/readyz', '/nothing'];

describe('without a session', () => {
  test('every route × method is answered 401, but for those that are open', async ({ annotate }) => {
    const routes = registered();
    expect(routes.length).toBeGreaterThan(60);
    const answers = await Promise.all(
      routes.map(async ({ url, method }) => {
        const { status } = await service.get(url, { method });
        return { url, method, status };
      }),
    );
    const closed = answers.filter(({ url }) => !openPaths.includes(url));
    expect(closed.filter(({ status }) => status !== 401)).toEqual([]);
    expect(answers.filter(({ url, status }) => openPaths.includes(url) && status === 401)).toEqual([]);
    await annotate(`${closed.length} of ${closed.length} closed routes × methods answered 401`, 'A11');
  });

  test('an unknown session is no better', async () => {
    for (const { url, method } of registered().slice(0, 8)) {
      if (openPaths.includes(url)) continue;
      expect([401, 429]).toContain((await service.get(url, { method, headers: basic('ada', 'x') })).status);
    }
  });
});

describe('a request of another site', () => {
  const mutating = () => registered().filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method));

  test.for<[string, Record<string, string>]>([
    ['a form', { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' }],
    [
      'a form with files',
      { 'content-type': 'multipart/form-data; boundary=x', 'sec-fetch-site': 'cross-site' },
    ],
    ['text', { 'content-type': 'text/plain', origin: 'null' }],
    ['JSON', { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' }],
    ['another port of this machine', { 'content-type': 'application/json', 'sec-fetch-site': 'same-site' }],
    ['an older browser', { 'content-type': 'application/json', origin: 'http://127.0.0.1:1' }],
  ])('sent as %s changes nothing', async ([what, headers], { annotate }) => {
    for (const { url, method } of mutating()) {
      const response = await service.get(url, { method, body: '{}', headers: { ...session, ...headers } });
      expect({ url, method, status: response.status }).toEqual({ url, method, status: 403 });
    }
    await annotate(
      `sent as ${what}: ${mutating().length} of ${mutating().length} routes × methods answered 403`,
      'A8',
    );
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
  ])('that hides where it comes from must still be JSON, not %s', async (type) => {
    for (const url of ['/api/login', '/api/logout', '/api/database/refresh']) {
      const headers = { ...session, 'content-type': type };
      const response = await service.get(url, { method: 'POST', body: '{}', headers });
      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({ type: 'urn:joinery:problem:unsupported-media-type' });
    }
  });

  test('is told apart from our own page', async () => {
    const own = [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: service.base },
      {},
    ];
    for (const headers of own) {
      const response = await service.post(
        '/api/database/refresh',
        {},
        { headers: { ...session, ...headers } },
      );
      expect(response.status).toBe(200);
    }
  });
});

describe('every answer', () => {
  test('carries the headers that bind the browser', async () => {
    for (const path of ['/', '/healthz', '/api', '/api/docs', '/api/database', '/api/nothing']) {
      const { headers } = await service.get(path);
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; /);
      expect(headers.get('content-security-policy')).toContain("base-uri 'none'");
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
    }
  });

  test('that is a page may use our own files and nothing else', async () => {
    for (const path of ['/', '/api/docs', '/api/docs/']) {
      const { headers } = await service.get(path);
      expect(headers.get('content-security-policy')).toContain("script-src 'self'; style-src 'self'");
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toContain('camera=()');
    }
  });

  test('that is data may use nothing', async () => {
    for (const path of ['/api', '/api/database', '/api/nothing', '/api/openapi.json']) {
      const { headers } = await service.get(path);
      expect(headers.get('content-security-policy')).not.toContain('self');
    }
  });
});
