import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/servers.ts';
import { rawGet, type Service, startService } from './service.ts';

let database: TestDatabase;
let service: Service;
let proxied: Service;

beforeAll(async () => {
  database = await createDatabase('sqlite');
  await database.run('CREATE TABLE thing (id integer PRIMARY KEY)');
  service = await startService(database.url, {
    hosts: { baseUrl: null, allowedHosts: ['Data.example.com'] },
  });
  proxied = await startService(database.url, {
    hosts: { baseUrl: 'https://tools.example.org/joinery', allowedHosts: [] },
  });
});
afterAll(async () => {
  await service.close();
  await proxied.close();
  await database.drop();
});

async function ask(to: Service, host: string, path = '/api', headers: Record<string, string> = {}) {
  const answer = await rawGet(to, path, { ...headers, host });
  const body = answer.body.toString();
  return { status: answer.status, body, all: body + JSON.stringify(answer.headers) };
}

const forged = [
  'evil.example',
  'evil.example:8080',
  'localhost.evil.example',
  'evil-localhost',
  'localhost.',
  '127.0.0.1.evil.example',
  '127.0.0.1.nip.io',
  '127.1',
  '0x7f.0.0.1',
  '2130706433',
  '127.0.0.1@evil.example',
  'user@localhost',
  'localhost:8080@evil.example',
  'localhost:notaport',
  'localhost:65536',
  '[::1]:99999',
  'localhost, evil.example',
  'localhost/evil.example',
  '[::1',
  '[evil.example]',
  'sub.data.example.com',
  'data.example.com.evil.example',
  'xn--lcalhost-r4a',
  '%6cocalhost',
];

describe('the Host header of a request', () => {
  test('is tested with at least twenty forgeries', async ({ annotate }) => {
    expect(forged.length).toBeGreaterThanOrEqual(20);
    await annotate(`${forged.length} forged hosts, 0 answered, 0 reflected`, 'A9');
  });

  test.each(forged)('%s is refused with 421', async (host) => {
    const { status, all } = await ask(service, host);
    expect(status).toBe(421);
    expect(all).not.toContain(host);
    expect(all).toContain('--allowed-host');
  });

  test.each([
    ['localhost', 'http://localhost'],
    ['LOCALHOST:81', 'http://localhost:81'],
    ['127.0.0.1:5', 'http://127.0.0.1:5'],
    ['192.168.7.7', 'http://192.168.7.7'],
    ['[::1]:80', 'http://[::1]:80'],
    ['data.example.com', 'http://data.example.com'],
  ])('%s is used in the links', async (host, base) => {
    const { status, body } = await ask(service, host);
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual({ schema: `${base}/api/database`, login: `${base}/api/login` });
  });

  test('is not replaced by forwarding headers', async () => {
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    };
    const { body } = await ask(service, 'localhost', '/api', headers);
    expect(body).not.toContain('evil');
    expect(body).not.toContain('https');
  });

  test('is overridden by an absolute URL in the request line', async () => {
    expect((await ask(service, 'localhost', 'http://evil.example/api')).status).toBe(421);
    const { status, body } = await ask(service, 'evil.example', 'http://localhost:7/api');
    expect(status).toBe(200);
    expect(body).toContain('http://localhost:7/api/database');
  });

  test('does not affect links under a base URL', async () => {
    for (const host of ['localhost:8080', 'tools.example.org', '10.0.0.1']) {
      const { body } = await ask(proxied, host);
      expect(body).toContain('"https://tools.example.org/joinery/api/database"');
    }
    expect((await ask(proxied, 'evil.example')).status).toBe(421);
  });

  test('determines the links in the schema of each request', async () => {
    const first = await ask(service, 'localhost:1', '/api/database');
    const second = await ask(service, 'localhost:2', '/api/database');
    expect(first.body).toContain('http://localhost:1/api/database/tables/thing');
    expect(second.body).toContain('http://localhost:2/api/database/tables/thing');
  });
});
