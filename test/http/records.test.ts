import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestDatabase } from '../support/servers.ts';
import { type FixtureService, serveFixture } from './fixture.ts';
import type { Service } from './service.ts';

let served: FixtureService;
let database: TestDatabase;
let service: Service;

beforeAll(async () => {
  served = await serveFixture();
  ({ database, service } = served);
});
afterAll(() => served.end());

const record = (path: string, init?: RequestInit) => service.get(`/api/database/tables/${path}`, init);

describe('a record', () => {
  const odd = encodeURIComponent('a,b/[c]"%é');
  test.each([
    ['literal brackets', 'person/recs/[1]', { id: 1 }],
    ['encoded brackets', 'person/recs/%5B1%5D', { id: 1 }],
    ['a trailing slash', 'person/recs/[1]/', { id: 1 }],
    ['a composite key', 'seat/recs/[A,1]', { hall: 'A', row: 1 }],
    ['a value with every special character', `seat/recs/[${odd},2]`, { row: 2 }],
    ['an empty value', 'seat/recs/[,3]', { hall: '', row: 3 }],
    ['JSON strings', `seat/recs/[${encodeURIComponent('"a,b/[c]\\"%é","2"')}]`, { row: 2 }],
    ['a JSON string and a number', 'seat/recs/["A",1]', { hall: 'A', row: 1 }],
    ['another unique column', 'person/recs/[bo%40example.org]?by=email', { id: 2 }],
    ['several other columns', 'person/recs/[Bo,2]?by=name&by=id', { id: 2 }],
    ['all columns of a table without a key', 'loose/recs/[one,1]', { word: 'one' }],
    ['an entity whose name has a slash', 'a%2Fb%20c/recs/[1]', { id: 1 }],
  ])('is found by %s', async (_what, path, expected) => {
    const response = await record(path);
    expect(await response.json()).toMatchObject(expected);
    expect(response.status).toBe(200);
  });

  test.each([
    ['a missing record', 'person/recs/[99]', 404, 'unknown-record'],
    ['a text instead of a number', 'person/recs/[x]', 404, 'unknown-record'],
    ['too many values', 'person/recs/[1,2]', 400, 'bad-key'],
    ['too few values', 'seat/recs/[A]', 400, 'bad-key'],
    ['no brackets', 'person/recs/1', 400, 'bad-key'],
    ['a key that fits several rows', 'loose/recs/[two,2]', 409, 'ambiguous-key'],
    ['a row of a view', 'grown/recs/[Ada]', 404, 'unknown-record'],
    ['an unknown column in "by"', 'person/recs/[1]?by=age', 400, 'malformed-request'],
    ['an unknown parameter', 'person/recs/[1]?x=1', 400, 'malformed-request'],
    ['a path that is not UTF-8', 'person/recs/[%ff]', 400, 'malformed-request'],
    ['a path with a broken escape', 'person/recs/[%]', 400, 'malformed-request'],
  ])('is refused for %s', async (_what, path, status, kind) => {
    const response = await record(path);
    expect(await response.json()).toMatchObject({ status, type: `urn:joinery:problem:${kind}` });
    expect(response.status).toBe(status);
  });

  test('is found by a key of 20,000 characters', async () => {
    const long = 'x'.repeat(20_000);
    await database.run(`INSERT INTO seat VALUES ('${long}', 9, NULL)`);
    expect((await record(`seat/recs/[${long},9]`)).status).toBe(200);
    await database.run('DELETE FROM seat WHERE row = 9');
  });

  test('lists the columns that "by" accepts', async () => {
    expect(await (await record('person/recs/[1]?by=age')).json()).toMatchObject({
      allowed: ['id', 'name', 'email', 'boss'],
    });
  });

  test('is answered with 304 if the client already has it', async () => {
    const first = await record('person/recs/[1]');
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{43}"$/);
    const again = await record('person/recs/[1]', { headers: { 'if-none-match': `"other", ${tag}` } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    expect((await record('person/recs/[2]', { headers: { 'if-none-match': tag } })).status).toBe(200);
  });
});

describe('the bytes of a value', () => {
  test('have a content type only if it is harmless, and are always an attachment', async () => {
    const png = await record('picture/recs/[1]/the%20image');
    expect(png.headers.get('content-type')).toBe('image/png');
    expect(png.headers.get('content-disposition')).toBe(
      `attachment; filename="the_image.png"; filename*=UTF-8''the%20image.png`,
    );
    expect(Buffer.from(await png.arrayBuffer()).toString('hex')).toBe('89504e470d0a1a0a0000');
    const html = await record('picture/recs/[2]/the%20image');
    expect(html.headers.get('content-type')).toBe('application/octet-stream');
    expect(html.headers.get('x-content-type-options')).toBe('nosniff');
    expect(html.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(html.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(await html.text()).toBe('<script>');
  });

  test('are answered with 304 if the client already has them', async () => {
    const tag = (await record('picture/recs/[1]/the%20image')).headers.get('etag') ?? '';
    const again = await record('picture/recs/[1]/the%20image', { headers: { 'if-none-match': tag } });
    expect(again.status).toBe(304);
  });

  test.each(['[3]/the%20image', '[4]/the%20image', '[1]/note', '[1]/nothing', '[9]/the%20image'])(
    'are not found at %s',
    async (path) => {
      expect((await record(`picture/recs/${path}`)).status).toBe(404);
    },
  );
});

describe('HTTP methods', () => {
  test('HEAD answers like GET, without a body', async () => {
    for (const path of ['/api', '/api/database', '/api/database/mode', '/api/database/tables/person']) {
      const head = await service.get(path, { method: 'HEAD' });
      expect(head.status).toBe(200);
      expect(head.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(await head.text()).toBe('');
    }
    expect((await service.get('/api/database/tables/nobody', { method: 'HEAD' })).status).toBe(404);
  });

  test('that are not supported get 405 with the supported ones', async () => {
    const cases: [string, string, string][] = [
      ['DELETE', '/api/database', 'GET, HEAD, OPTIONS'],
      ['PUT', '/api/database/tables/person/recs/[1]', 'GET, HEAD, OPTIONS'],
      ['GET', '/api/login', 'POST, OPTIONS'],
      ['POST', '/healthz', 'GET, HEAD, OPTIONS'],
      ['PROPFIND', '/api/database', 'GET, HEAD, OPTIONS'],
      ['PROPFIND', '/api', 'GET, HEAD, OPTIONS'],
      ['PROPFIND', '/api/login', 'POST, OPTIONS'],
    ];
    for (const [method, path, allow] of cases) {
      const response = await service.get(path, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe(allow);
      expect(await response.json()).toMatchObject({ type: 'urn:joinery:problem:method-not-allowed' });
    }
  });

  test.each([
    ['is not JSON', '{', 'application/json'],
    ['is of another type', 'a=b', 'application/x-www-form-urlencoded'],
    ['is too large', `"${'x'.repeat(1_100_000)}"`, 'application/json'],
  ])('that are not supported get 405 even if the body %s', async (_what, body, type) => {
    const addresses = [
      '',
      '/database',
      '/database/tables/person',
      '/database/tables/person/add',
      '/queries/x',
    ];
    for (const address of addresses) {
      const response = await service.get(`/api${address}`, {
        method: 'PATCH',
        body,
        headers: { 'content-type': type },
      });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toContain('OPTIONS');
    }
  });

  test('OPTIONS lists the methods and allows no other origins', async () => {
    const response = await service.get('/api/database', {
      method: 'OPTIONS',
      headers: { origin: 'https://other.example', 'access-control-request-method': 'GET' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  test.each(['GET', 'POST', 'PUT', 'DELETE'])(
    '%s of the add address is refused with a reason',
    async (method) => {
      const response = await service.get('/api/database/tables/person/add', { method });
      expect(response.status).toBe(405);
      expect(await response.json()).toMatchObject({ detail: expect.stringContaining('without --edit') });
    },
  );

  test('a trailing slash is tolerated', async () => {
    for (const path of ['/api/', '/api/database/', '/api/database/tables/person/']) {
      expect((await service.get(path)).status).toBe(200);
    }
  });

  test('unknown paths get 404', async () => {
    for (const path of ['/api/nothing', '/api/database/tables', '/api/database/tables/person/recs']) {
      const response = await service.get(path);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ type: 'urn:joinery:problem:not-found' });
    }
  });
});
