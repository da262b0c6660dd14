/** Rules for every route, including those added in the future. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/servers.ts';
import { basic, login, openUsers, rawGet, type Service, startService, type TestUsers } from './service.ts';

let database: TestDatabase;
let service: Service;
let users: TestUsers;
let session: { authorization: string };

beforeAll(async () => {
  database = await createDatabase('sqlite');
  await database.run('CREATE TABLE thing (id integer PRIMARY KEY); INSERT INTO thing VALUES (1)');
  users = await openUsers('ada=lovelace\n');
  service = await startService(database.url, { access: users.access });
  session = await login(service.base, 'ada', 'lovelace');
});
afterAll(async () => {
  users.close();
  await service.close();
  await database.drop();
});

/** Every registered path with each of its methods, parameters filled in. */
function registered(): { url: string; method: string }[] {
  return [...service.app.knownPaths].flatMap(([path, { methods }]) =>
    [...methods]
      // fetch cannot send these.
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

const openPaths = [
  '/api',
  '/api/login',
  '/api/links/:secret',
  '/api/links/:secret/tiles/:tile',
  '/healthz',
  '/readyz',
  '/nothing',
];

describe('without a session', () => {
  test('every route and method answers 401, except for the open ones', async ({ annotate }) => {
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

  test('wrong Basic credentials are refused as well', async () => {
    // Fewer than the attempts that are limited.
    const some = registered()
      .filter(({ url }) => !openPaths.includes(url))
      .slice(0, 8);
    const answers = some.map(({ url, method }) => service.get(url, { method, headers: basic('ada', 'x') }));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(some.map(() => 401));
  });
});

describe('a request from another site', () => {
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
  ])(
    'sent as %s is refused with 403 on every route that changes something',
    async ([what, headers], { annotate }) => {
      for (const { url, method } of mutating()) {
        const response = await service.get(url, { method, body: '{}', headers: { ...session, ...headers } });
        expect({ url, method, status: response.status }).toEqual({ url, method, status: 403 });
      }
      await annotate(
        `sent as ${what}: ${mutating().length} of ${mutating().length} routes × methods answered 403`,
        'A8',
      );
    },
  );

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
  ])('without an origin must be JSON, not %s', async (type) => {
    for (const url of ['/api/login', '/api/logout', '/api/database/refresh']) {
      const headers = { ...session, 'content-type': type };
      const response = await service.get(url, { method: 'POST', body: '{}', headers });
      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({ type: 'urn:joinery:problem:unsupported-media-type' });
    }
  });

  test('is distinguished from requests of our own page', async () => {
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
  const get = (path: string, ...headers: readonly string[]) =>
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`;
  const post = (path: string, body: string, ...headers: readonly string[]) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n${body}`;
  const json = 'Content-Type: application/json';

  /** Refusals from any source: a route, the framework, or Node's parser. */
  const refused: Readonly<Record<string, readonly [status: number, request: string]>> = {
    'without a session': [401, get('/api/database')],
    'without a session, written otherwise': [401, get('/%61pi/database')],
    'without a session, for the page of the API': [401, get('/api/docs')],
    'to an unknown address of the API': [401, get('/api/nothing')],
    'to an unknown address': [404, get('/nothing')],
    'to an unknown address with another method': [405, post('/nothing', '{}', json)],
    'to what only begins like the API': [404, get('/apis')],
    'for an escape that is none, in a key': [400, get('/api/database/tables/thing/recs/[%zz]')],
    'for an escape that is none, in a page': [400, get('/%zz')],
    'for an escape that is none, written otherwise': [400, get('/%61pi/%zz')],
    'for a method that nobody knows, of the API': [401, get('/api/database').replace('GET', 'PROPFIND')],
    'for a method that nobody knows, of the page': [401, get('/').replace('GET', 'PROPFIND')],
    'for a method that an open address lacks': [405, get('/api/login')],
    'for a body that is no JSON': [400, post('/api/login', '{', json)],
    'for a body of another type': [415, post('/api/login', 'a=b', 'Content-Type: text/plain')],
    'for a body that is too large': [413, post('/api/login', `"${'x'.repeat(1_100_000)}"`, json)],
    'for a body with two types': [415, post('/api/login', '{}', json, 'Content-Type: text/plain')],
    'for another host': [421, get('/api').replace('localhost', 'evil.example')],
    'for another host, with an escape that is none': [421, get('/%zz').replace('localhost', 'evil.example')],
    'for two hosts': [400, get('/api', 'Host: localhost')],
    'for two hosts, of which one is another': [400, get('/api', 'Host: evil.example')],
    'for two hosts and a third in the address': [400, get('http://localhost/api', 'Host: localhost')],
    'for no host': [400, 'GET /api HTTP/1.1\r\n\r\n'],
    'for no host in an older HTTP': [421, 'GET /api HTTP/1.0\r\n\r\n'],
    'for a page of another site': [403, post('/api/login', '{}', json, 'Origin: https://evil.example')],
    'for headers that are too large': [431, get('/api', `X: ${'y'.repeat(70_000)}`)],
    'for an address that is too large': [431, get(`/api/${'y'.repeat(70_000)}`)],
    'for what is no HTTP': [400, 'hello\r\n\r\n'],
    'for two lengths': [400, post('/api/login', '{}', 'Content-Length: 3')],
    'for a tunnel': [400, 'CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  };

  test.each(Object.entries(refused))(
    'that is an error, %s, is a problem document with the security headers',
    async (_what, [status, text]) => {
      const { head, body } = await raw(text);
      expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(headersOf(head)).toMatchObject({
        'content-type': 'application/problem+json',
        'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cache-control': 'no-store',
      });
      expect(JSON.parse(body)).toMatchObject({
        status,
        type: expect.stringMatching(/^urn:joinery:problem:/),
      });
      expect((await service.get('/healthz')).status).toBe(200);
    },
  );

  test.each(['/', '/api/docs', '/api/docs/', '/api/docs/reference.js', '/%61pi/docs', '/?a=/api/'])(
    'that is a page, %s, may load only our own files',
    async (path) => {
      const { headers, status } = await rawGet(service, path, session);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; script-src 'self'; style-src 'self'; (?!.*unsafe).*base-uri 'none'$/,
        ),
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
    },
  );

  test.each([
    '/api',
    '/api/',
    '/%61pi',
    '/api/database',
    '/%61pi/%64atabase',
    '/api/openapi.json',
    '/api/me',
    '/api/database/tables/thing',
    '/api/database/tables/thing/recs/[1]',
    '/api/database/tables/thing/recs/[1]?',
    '/healthz',
  ])('that is data, %s, may load nothing', async (path) => {
    const { headers, status } = await rawGet(service, path, session);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': expect.stringMatching(/^(no-store|private, no-cache)$/),
    });
  });

  test('is completed when nonsense follows the request, and the nonsense gets 400', async () => {
    const { head, body } = await raw(`${get('/api')}hello\r\n\r\n`);
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
    const second = body.indexOf('HTTP/1.1 400 ');
    expect(JSON.parse(body.slice(0, second))).toMatchObject({ login: expect.any(String) });
    expect(second).toBeGreaterThan(0);
  });
});

/** Sends raw text and reads until the connection is closed, or an answer with a content length is complete. */
async function raw(text: string): Promise<{ head: string; body: string }> {
  const { hostname, port } = new URL(service.base);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  let answer = '';
  socket.on('error', () => {});
  const whole = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
    socket.on('data', (part: string) => {
      answer += part;
    });
  });
  // The answer may come before everything is sent.
  socket.end(text);
  await whole;
  const end = answer.indexOf('\r\n\r\n');
  return { head: answer.slice(0, end), body: answer.slice(end + 4) };
}

function headersOf(head: string): Record<string, string> {
  const lines = head.split('\r\n').slice(1);
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', value = ''] = line.split(/: (.*)/s);
      return [name.toLowerCase(), value];
    }),
  );
}
