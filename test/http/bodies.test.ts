import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parseJson } from '../../src/http/gate/body.ts';
import { createDatabase, type TestDatabase } from '../support/servers.ts';
import { type Service, startService } from './service.ts';

let database: TestDatabase;
let service: Service;

beforeAll(async () => {
  database = await createDatabase('sqlite');
  await database.run('CREATE TABLE thing (id integer PRIMARY KEY)');
  service = await startService(database.url, { edit: true });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const send = (body: string | Uint8Array<ArrayBuffer>, path = '/api/login') =>
  service.get(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } });

function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.base);
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.setEncoding('utf8').on('data', (part: string) => {
      answer += part;
    });
    socket.on('close', () => resolve(answer)).on('error', reject);
  });
}

describe('a request body', () => {
  test.each(['[', '{"a":', '[{"a":'])(
    'that nests %s 10,000 deep is refused before it is parsed',
    async (unit) => {
      for (const path of ['/api/login', '/api/logout', '/api/database/uni-grid-request']) {
        const response = await send(unit.repeat(10_000), path);
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({ detail: 'The body is nested deeper than 256 levels.' });
      }
    },
  );

  test('may contain any number of brackets in a text', async () => {
    const response = await send(JSON.stringify({ username: '["\\'.repeat(1_000), password: '' }));
    expect(response.status).toBe(200);
  });

  // Processing that many would block the event loop, and most routes process a body several times.
  test.each([
    ['100,000 lists and objects', '/api/login', `[${'[],'.repeat(100_000)}[]]`],
    ['100,000 names', '/api/login', `[{${'"a":1,'.repeat(100_000)}"a":1}]`],
    ['100,000 lists and objects', '/mcp', `[${'{},'.repeat(100_000)}{}]`],
    ['150,000 digits in a number', '/api/database/changes', `[${'1'.repeat(150_001)}]`],
    ['250,000 lists and objects', '/api/database/changes', `{"changes":[${'[],'.repeat(250_000)}[]]}`],
    ['10,000 names beside each other', '/api/database/changes', `{${'"a":1,'.repeat(10_000)}"a":1}`],
    ['2,000,000 values', '/api/database/changes', `{"note":[${'1,'.repeat(2_000_000)}1]}`],
  ])('with more than %s is refused with 413 by %s', async (what, path, body) => {
    const response = await send(body, path);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      type: 'urn:joinery:problem:too-large',
      detail: `The body has more than ${what}.`,
    });
  });

  test('with a list of 130,000 values is read, and refused by the query', async () => {
    const value = Array.from({ length: 130_000 }, (_, i) => i);
    const entities = [{ id: 'thing', attributes: [{ id: 'id' }] }];
    const where = { func: { name: 'IN', args: [{ alias: 'id' }, { value }] } };
    const response = await send(JSON.stringify({ entities, where }), '/api/database/uni-grid-request');
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { pointer: '/where/func/args/1/value' },
    ]);
  });

  test('larger than a megabyte is refused with 413, with or without Content-Length', async () => {
    const large = JSON.stringify({ username: 'x'.repeat(1024 * 1024), password: '' });
    const chunked = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(large));
        controller.close();
      },
    });
    const known = await send(large);
    const unknown = await service.get('/api/login', {
      method: 'POST',
      body: chunked,
      duplex: 'half',
      headers: { 'content-type': 'application/json' },
    });
    for (const response of [known, unknown]) {
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ type: 'urn:joinery:problem:too-large' });
    }
  });

  // What comes in chunks is known to be empty only at its end.
  test.each(['', 'Content-Type: application/json', 'Content-Type: text/plain', 'Content-Type: nonsense'])(
    'of no chunks is none, with the header %j',
    async (header) => {
      const lines = (path: string, chunks: string) =>
        [
          `POST ${path} HTTP/1.1`,
          'Host: localhost',
          'Connection: close',
          'Transfer-Encoding: chunked',
          ...(header === '' ? [] : [header]),
          '',
          chunks,
        ].join('\r\n');
      for (const path of ['/api/logout', '/api/database/refresh']) {
        expect(await raw(lines(path, '0\r\n\r\n'))).toMatch(/^HTTP\/1\.1 200 /);
        if (header.endsWith('json')) continue;
        expect(await raw(lines(path, '2\r\n{}\r\n0\r\n\r\n'))).toMatch(/^HTTP\/1\.1 415 /);
      }
      expect(await raw(lines('/api/login', '0\r\n\r\n'))).toMatch(/^HTTP\/1\.1 400 /);
      expect(await raw(lines('/api/nowhere', '2\r\n{}\r\n0\r\n\r\n'))).toMatch(/^HTTP\/1\.1 404 /);
    },
  );

  test.each(['{', 'null x', '{"username":"a",}', "{'username':'a'}", 'NaN', '\u0000', '{"a":1,"a":2}'])(
    '%j is refused with 400',
    async (body) => {
      const response = await send(body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ type: 'urn:joinery:problem:malformed-request' });
    },
  );

  test('that is compressed is refused with 415, by the short way of changes too', async () => {
    await database.run('INSERT INTO thing VALUES (5)');
    for (const [method, path, text] of [
      ['POST', '/api/login', '{"username":"a","password":""}'],
      ['PATCH', '/api/database/tables/thing/recs/[5]', '{"id":6}'],
    ] as const) {
      for (const body of [gzipSync(text), text]) {
        const headers = { 'content-type': 'application/json', 'if-match': '*', 'content-encoding': 'gzip' };
        const response = await service.get(path, { method, body, headers });
        expect(response.status).toBe(415);
        expect(await response.json()).toMatchObject({ detail: expect.stringContaining('Content-Encoding') });
      }
      const headers = { 'content-type': 'application/json', 'if-match': '*', 'content-encoding': 'identity' };
      expect((await service.get(path, { method, body: text, headers })).status).toBe(200);
    }
    await database.run('DELETE FROM thing');
  });

  // One of the two would be ignored.
  test.each([
    ['/api/login', '{"username":"a","password":"","username":"b"}'],
    [
      '/api/database/uni-grid-request',
      '{"limit":1,"entities":[{"id":"thing","attributes":[{"id":"id"}]}],"limit":2}',
    ],
    ['/api/queries', '{"title":"a","unigrid":{"entities":[]},"unigrid":{}}'],
  ])('for %s that names a field twice is refused', async (path, body) => {
    const response = await send(body, path);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      type: 'urn:joinery:problem:malformed-request',
      detail: expect.stringContaining('Duplicate key'),
    });
  });

  test.each(['/api/login', '/api/logout', '/api/database/uni-grid-request'])(
    'that is not UTF-8 is refused by %s',
    async (path) => {
      const response = await send(Buffer.from('{"username":"café","password":""}', 'latin1'), path);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        type: 'urn:joinery:problem:malformed-request',
        detail: 'The body is not UTF-8.',
      });
    },
  );

  test('with __proto__ does not change the prototype of objects', async () => {
    const response = await send('{"__proto__":{"username":"x","password":"y","polluted":true}}');
    expect(response.status).toBe(400);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('that is sent again is answered with the current data, and an invalid one is refused again', async () => {
    const path = '/api/database/uni-grid-request';
    const rows = JSON.stringify({ entities: [{ id: 'thing', relation: null, attributes: [{ id: 'id' }] }] });
    expect(await (await send(rows, path)).json()).toMatchObject({ data: [] });
    await database.run('INSERT INTO thing VALUES (1)');
    expect(await (await send(rows, path)).json()).toMatchObject({ data: [[1]] });
    for (const wrong of ['{"entities":[]', '{"entities":7}']) {
      const [first, second] = [await send(wrong, path), await send(wrong, path)];
      expect(first.status).toBe(400);
      expect(await second.text()).toBe(await first.text());
    }
  });

  test('keeps the digits of its numbers', () => {
    expect(String(parseJson('12345678901234567890.123456789'))).toBe('12345678901234567890.123456789');
    expect(parseJson('[1, 0.5, -3e2]')).toEqual([1, 0.5, -300]);
  });
});

describe('invalid HTTP', () => {
  test.each([
    ['nonsense', 'hello\r\n\r\n'],
    ['headers without end', `GET /api HTTP/1.1\r\nHost: localhost\r\nX: ${'y'.repeat(70_000)}\r\n\r\n`],
    [
      'two lengths',
      'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    ],
    [
      'length and chunks at once',
      'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ])('%s is refused, and the service continues', async (_what, text) => {
    const answer = await raw(text);
    expect(answer).toMatch(/^HTTP\/1\.1 4(00 Bad Request|31 Request Header Fields Too Large)\r\n/);
    expect((await service.get('/healthz')).status).toBe(200);
  });
});

describe('a client that leaves before its body is complete', () => {
  const routes = [
    'POST /api/login',
    'POST /api/database/uni-grid-request',
    'POST /api/database/uni-grid-request/export?format=csv',
    'POST /api/database/changes',
    'POST /api/database/tables/thing/add',
    'PATCH /api/database/tables/thing/recs/[1]',
    'POST /api/database/imports',
    'PATCH $upload?offset=0',
    'POST /mcp',
    'GET /api/database',
  ];

  test('is no failure of the service', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'debug' }, { write: (line) => lines.push(line) });
    await using left = await startService(database.url, { edit: true, logger });
    const { hostname, port } = new URL(left.base);
    const started = await left.post('/api/database/imports', { name: 'things.csv' });
    const upload = new URL(started.headers.get('location') ?? '', left.base).pathname;
    lines.length = 0;
    const types = ['application/json', 'application/octet-stream', 'text/csv', 'nonsense', null];
    for (const route of routes) {
      for (const type of types) {
        for (const begun of ['', '{"a":']) {
          const header = type === null ? '' : `Content-Type: ${type}\r\n`;
          const socket = connect(Number(port), hostname);
          socket.on('error', () => {});
          await new Promise((resolve) =>
            socket.write(
              `${route.replace('$upload', upload)} HTTP/1.1\r\nHost: localhost\r\n${header}Content-Length: 100\r\n\r\n${begun}`,
              resolve,
            ),
          );
          // The service has read it by the time it has answered somebody else.
          await left.get('/healthz');
          socket.destroy();
        }
      }
    }
    const requests = () =>
      lines.filter((line) => line.includes('"msg":"request"') && !line.includes('/healthz'));
    await vi.waitFor(() => expect(requests().length).toBe(routes.length * types.length * 2));
    expect(lines.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
  });
});
