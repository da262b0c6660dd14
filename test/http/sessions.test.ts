import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/servers.ts';
import { basic, login, openUsers, type Service, startService, type TestUsers } from './service.ts';

let database: TestDatabase;
let service: Service;
let open: Service;
let users: TestUsers;
let clock = Date.now();

beforeAll(async () => {
  database = await createDatabase('sqlite');
  await database.run('CREATE TABLE thing (id integer PRIMARY KEY)');
  users = await openUsers(
    'ada=lovelace\nzoë=pässwörd\neq=a=b\n',
    { idleMs: 30_000, lifetimeMs: 100_000 },
    () => clock,
  );
  service = await startService(database.url, { access: users.access });
  open = await startService(database.url);
});
afterAll(async () => {
  users.close();
  await service.close();
  await open.close();
  await database.drop();
});

const schema = (headers?: Record<string, string>) => service.get('/api/database', headers ? { headers } : {});

describe('with users', () => {
  test('GET /api and the front end are open, everything else needs a session', async () => {
    expect((await service.get('/api')).status).toBe(200);
    expect((await service.get('/')).status).toBe(200);
    expect((await schema()).status).toBe(401);
    expect((await service.get('/api/nothing')).status).toBe(401);
  });

  test('a login returns a session id that replaces the password', async () => {
    const response = await service.post('/api/login', { username: 'ada', password: 'lovelace' });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      username: 'ada',
      sessionId: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect((await schema(await login(service.base, 'ada', 'lovelace'))).status).toBe(200);
  });

  test('the password is accepted by the login only', async () => {
    expect((await schema(basic('ada', 'lovelace'))).status).toBe(401);
  });

  test.each([
    ['zoë', 'pässwörd'],
    ['zoe\u0308', 'pässwörd'],
    ['eq', 'a=b'],
  ])('%s logs in', async (username, password) => {
    const headers = await login(service.base, username, password);
    expect((await schema(headers)).status).toBe(200);
  });

  test('a wrong name and a wrong password get the same answer', async () => {
    const wrongName = await service.post('/api/login', { username: 'nobody', password: 'lovelace' });
    const wrongPassword = await service.post('/api/login', { username: 'ada', password: 'x' });
    expect(wrongName.status).toBe(401);
    expect(wrongPassword.status).toBe(401);
    expect(await wrongName.text()).toBe(await wrongPassword.text());
  });

  test.each([
    ['no body', undefined, ''],
    ['an array', [], ''],
    ['no password', { username: 'ada' }, '/password'],
    ['a number', { username: 'ada', password: 1 }, '/password'],
    ['an object', { username: { $ne: '' }, password: 'x' }, '/username'],
    ['an empty name', { username: '', password: 'x' }, '/username'],
  ])('a login with %s is refused as malformed', async (_what, body, pointer) => {
    const response = await service.post('/api/login', body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ type: 'urn:joinery:problem:malformed-request', pointer });
  });

  test('GET /api/me describes the user, and needs a session', async () => {
    const headers = await login(service.base, 'zoe\u0308', 'pässwörd');
    const me = await service.get('/api/me', { headers });
    expect(await me.text()).toBe('{"name":"zoë","roles":[],"attributes":{},"via":"session"}');
    expect((await service.get('/api/me')).status).toBe(401);
  });

  test('a 401 includes a challenge, but not for the page', async () => {
    expect((await schema()).headers.get('www-authenticate')).toBe('Basic realm="joinery"');
    const fromPage = await schema({ 'x-requested-with': 'joinery' });
    expect(fromPage.status).toBe(401);
    expect(fromPage.headers.get('www-authenticate')).toBeNull();
  });

  test('a session id works for its own user only', async () => {
    const { authorization } = await login(service.base, 'ada', 'lovelace');
    const id = Buffer.from(authorization.slice(6), 'base64').toString().split(':')[1] ?? '';
    expect((await schema(basic('ada', id))).status).toBe(200);
    expect((await schema(basic('eq', id))).status).toBe(401);
  });

  test.each([
    ['Bearer', 'Bearer abc'],
    ['no colon', `Basic ${Buffer.from('ada').toString('base64')}`],
    ['no base64', 'Basic ***'],
    ['nothing', 'Basic'],
  ])('credentials with %s get 401', async (_what, authorization) => {
    expect((await schema({ authorization })).status).toBe(401);
  });

  test.each([
    ['nothing', {}],
    ['nothing as JSON', { headers: { 'content-type': 'application/json' } }],
    ['nothing as a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: '' }],
    ['{}', { headers: { 'content-type': 'application/json' }, body: '{}' }],
  ])('a logout with %s ends the session at once', async (_what, init) => {
    const headers = await login(service.base, 'ada', 'lovelace');
    const response = await service.get('/api/logout', {
      method: 'POST',
      ...init,
      headers: { ...headers, ...('headers' in init ? init.headers : {}) },
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({});
    expect((await schema(headers)).status).toBe(401);
  });

  test('a session ends after its idle time', async () => {
    const headers = await login(service.base, 'ada', 'lovelace');
    clock += 29_999;
    expect((await schema(headers)).status).toBe(200);
    clock += 29_999;
    expect((await schema(headers)).status).toBe(200);
    clock += 30_000;
    expect((await schema(headers)).status).toBe(401);
    clock -= 30_000;
    expect((await schema(headers)).status).toBe(401);
  });

  test('a session ends after its lifetime, however active it is', async () => {
    const headers = await login(service.base, 'ada', 'lovelace');
    for (let passed = 0; passed < 80_000; passed += 20_000) {
      clock += 20_000;
      expect((await schema(headers)).status).toBe(200);
    }
    clock += 20_000;
    expect((await schema(headers)).status).toBe(401);
  });
});

describe('without users', () => {
  test('everything is open and credentials are ignored', async () => {
    expect((await open.get('/api/database')).status).toBe(200);
    expect((await open.get('/api/database', { headers: basic('x', 'y') })).status).toBe(200);
  });

  test('GET /api/me has no name, whatever the credentials', async () => {
    const me = await open.get('/api/me', { headers: basic('ada', 'x') });
    expect(await me.text()).toBe('{"name":null,"roles":[],"attributes":{},"via":"open"}');
  });

  test('anybody may log in and log out, so that clients for users work unchanged', async () => {
    const response = await open.post('/api/login', { username: 'anyone', password: '' });
    expect(await response.json()).toEqual({ username: 'anyone', sessionId: expect.any(String) });
    expect((await open.post('/api/logout')).status).toBe(200);
    expect((await open.post('/api/login', { username: '', password: '' })).status).toBe(400);
  });
});
