import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createDatabase, type TestDatabase } from '../support/servers.ts';
import { openUsers, type Service, startService, type TestUsers } from './service.ts';

let database: TestDatabase;
let service: Service;
let users: TestUsers;

const OpenApi = z.object({
  openapi: z.string(),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        summary: z.string(),
        tags: z.array(z.string()).length(1),
        security: z.array(z.unknown()).optional(),
        responses: z.looseObject({
          default: z.looseObject({ content: z.looseObject({ 'application/problem+json': z.unknown() }) }),
        }),
      }),
    ),
  ),
  security: z.array(z.unknown()).optional(),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

beforeAll(async () => {
  database = await createDatabase('sqlite');
  users = await openUsers('ada=lovelace\n');
  service = await startService(database.url, { edit: true });
});
afterAll(async () => {
  users.close();
  await service.close();
  await database.drop();
});

const read = async (from: Service) => OpenApi.parse(await (await from.get('/api/openapi.json')).json());

describe('the OpenAPI document', () => {
  test('has version 3.1 and this service as its server', async () => {
    const { openapi, servers } = await read(service);
    expect(openapi).toBe('3.1.0');
    expect(servers).toEqual([{ url: service.base }]);
  });

  test('contains exactly the routes of the API', async () => {
    const { paths } = await read(service);
    // The last one accepts no questions, since this service has no language model.
    const notDescribed = new Set([
      '/api/*',
      '/api/docs',
      '/api/docs/reference.js',
      '/api/openapi.json',
      '/api/assistants/question',
    ]);
    const routes = [...service.app.knownPaths.keys()]
      .filter((url) => url.startsWith('/api') && !notDescribed.has(url))
      .map((url) => url.replaceAll(/:(\w+)/g, '{$1}'));
    expect(Object.keys(paths).toSorted()).toEqual(routes.toSorted());
  });

  test('references all of its schemas, and no others', async () => {
    const text = await (await service.get('/api/openapi.json')).text();
    const { components } = await read(service);
    const mentioned = [...text.matchAll(/#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name);
    expect(new Set(mentioned)).toEqual(new Set(Object.keys(components.schemas)));
  });

  test('says which routes need no session', async () => {
    await using closed = await startService(database.url, { access: users.access });
    expect((await closed.get('/api/openapi.json')).status).toBe(401);
    expect((await closed.get('/api/docs')).status).toBe(401);
    const { paths, security } = await read(service);
    expect(security).toBeUndefined();
    expect(paths['/api']?.get?.security).toEqual([]);
    expect(paths['/api/login']?.post?.security).toEqual([]);
    expect(paths['/api/database']?.get?.security).toBeUndefined();
  });

  test('is shown on a page without inline scripts or styles', async () => {
    const html = await (await service.get('/api/docs')).text();
    const [, src = ''] = /<script type="module" src="([^"]+)"><\/script>/.exec(html) ?? [];
    const script = await fetch(new URL(src, `${service.base}/api/docs`));
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toMatch(/<style|style=|\son\w+=/);
    const withSlash = await (await service.get('/api/docs/')).text();
    const [, other = ''] = /src="([^"]+)"/.exec(withSlash) ?? [];
    expect(new URL(other, `${service.base}/api/docs/`).href).toBe(script.url);
  });
});
