/** The preferences that the page stores for a user. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/servers.ts';
import { login, openUsers, type Service, startService, type TestUsers } from './service.ts';

let database: TestDatabase;
let users: TestUsers;
let service: Service;
let open: Service;
const path = '/api/me/preferences';

beforeAll(async () => {
  database = await createDatabase('sqlite');
  await database.run('CREATE TABLE thing (id integer PRIMARY KEY)');
  users = await openUsers('ada=lovelace\nbo=peep\n');
  service = await startService(database.url, { access: users.access, store: users.store });
  open = await startService(database.url);
});
afterAll(async () => {
  await service.close();
  await open.close();
  users.close();
  await database.drop();
});

const put = (headers: Record<string, string>, body: string, to = service) =>
  to.get(path, { method: 'PUT', headers: { 'content-type': 'application/json', ...headers }, body });

test('preferences belong to one user, and a change must name the last version', async () => {
  const ada = await login(service.base, 'ada', 'lovelace');
  const bo = await login(service.base, 'bo', 'peep');
  const first = await service.get(path, { headers: ada });
  expect([first.status, first.headers.get('etag'), await first.text()]).toEqual([200, '"0"', '{}']);
  expect((await put(ada, '{}')).status).toBe(428);
  const document = '{"theme":"dark","n":12345678901234567890.5,"__proto__":{"é":"\\u0000😀"}}';
  const kept = await put({ ...ada, 'if-match': '"0"' }, document);
  expect([kept.status, kept.headers.get('etag'), await kept.text()]).toEqual([200, '"1"', document]);
  // Visible from another session of the same user, but not to other users.
  const again = await service.get(path, { headers: await login(service.base, 'ada', 'lovelace') });
  expect([again.headers.get('etag'), await again.text()]).toEqual(['"1"', document]);
  expect(await (await service.get(path, { headers: bo })).text()).toBe('{}');
  expect((await put({ ...ada, 'if-match': '"0"' }, '{"late":1}')).status).toBe(412);
  expect((await put({ ...ada, 'if-match': 'W/"1"' }, '{"weak":1}')).status).toBe(412);
  expect((await service.get(path, { headers: { ...ada, 'if-none-match': '"1"' } })).status).toBe(304);
  expect(await (await service.get(path, { headers: ada })).text()).toBe(document);
});

test('one of several simultaneous changes of the same version succeeds', async () => {
  const bo = await login(service.base, 'bo', 'peep');
  for (let version = 0; version < 5; version++) {
    const answers = await Promise.all(
      [1, 2, 3].map((who) => put({ ...bo, 'if-match': `"${version}"` }, `{"who":${who}}`)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
  }
});

test.each(['[]', '1', 'null', '"x"', '', '{', '{"a":1}}'])('%j is refused', async (body) => {
  const headers = { ...(await login(service.base, 'ada', 'lovelace')), 'if-match': '*' };
  expect((await put(headers, body)).status).toBe(400);
});

test('preferences are limited in size', async () => {
  const headers = { ...(await login(service.base, 'ada', 'lovelace')), 'if-match': '*' };
  expect((await put(headers, JSON.stringify({ a: 'x'.repeat(64 * 1024) }))).status).toBe(413);
  expect((await put(headers, JSON.stringify({ a: 'x'.repeat(60 * 1024) }))).status).toBe(200);
});

test('there are no preferences without users', async () => {
  expect((await open.get(path)).status).toBe(404);
  expect((await put({ 'if-match': '*' }, '{}', open)).status).toBe(404);
});
