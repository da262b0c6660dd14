import { createHash, createHmac, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Audit } from '../../src/app/audit/audit.ts';
import { type Authentication, openAuthentication } from '../../src/cli/authentication.ts';
import { Policy } from '../../src/identity/policy.ts';
import { temporaryStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { temporaryFolder } from '../support/folders.ts';
import {
  client,
  newKey,
  signed,
  signOnSettings,
  startProvider,
  type TestProvider,
  type Token,
} from '../support/oidc.ts';
import { createDatabase, type TestDatabase } from '../support/servers.ts';
import { basic, login, type Service, startService } from './service.ts';

let database: TestDatabase;
let provider: TestProvider;
let store: Store;
let entrance: Authentication;
let service: Service;
let users: string;
let audit: Audit;

/** The provider's label on the page. */
const label = 'Zoës Haus';

const policy = new Policy({
  users: { ada: { roles: ['clerk'], attributes: { region: 'north' } } },
  roles: { clerk: {}, boss: {}, reader: { thing: { read: true } } },
});

beforeAll(async () => {
  database = await createDatabase('sqlite');
  await database.run('CREATE TABLE thing (id integer PRIMARY KEY)');
  provider = await startProvider();
  store = await temporaryStore();
  users = join(await temporaryFolder(), 'users');
  await writeFile(users, 'filed=password\n');
  const settings = { users, sessionIdle: 1_800_000, sessionLifetime: 43_200_000 };
  entrance = await openAuthentication(
    settings,
    signOnSettings(provider, label),
    store,
    pino({ level: 'silent' }),
  );
  const { access, signOn } = entrance;
  if (signOn === null) throw new Error('There is no sign-on.');
  audit = new Audit(store, (message) => expect.fail(message));
  service = await startService(database.url, { access, signOn, store, directory: policy, audit });
  provider.trust(service.base);
});
afterAll(async () => {
  await service.close();
  await audit.close();
  entrance.close();
  await store.close();
  await provider[Symbol.asyncDispose]();
  await database.drop();
});
beforeEach(() => {
  provider.people.clear();
  provider.people.set('1', {
    preferred_username: 'ada',
    roles: ['boss', 'clerk'],
    attributes: { region: 'south', floors: [1, 2] },
  });
  provider.people.set('2', { preferred_username: 'grace' });
});
afterEach(() => {
  vi.restoreAllMocks();
  provider.tamper = null;
  provider.setAway(false);
});

interface Begun {
  readonly location: string;
  readonly key: string;
}

async function begin(): Promise<Begun> {
  const response = await service.post('/api/sign-on');
  expect(response.status).toBe(200);
  return (await response.json()) as Begun; // The relevant parts are checked below.
}

const finish = (key: string, query: string) => service.post('/api/sign-on/session', { key, query });

/** Signs on and returns the headers for later requests. */
async function signOn(account: string) {
  const { location, key } = await begin();
  const response = await finish(key, (await provider.signOn(location, account)).search);
  expect(response.status, await response.clone().text()).toBe(200);
  const { username, sessionId } = (await response.json()) as { username: string; sessionId: string };
  return basic(username, sessionId);
}

async function expectRefused(response: Response, detail: string): Promise<void> {
  expect(await response.json()).toMatchObject({ type: 'urn:joinery:problem:sign-on-refused', detail });
  expect(response.status).toBe(403);
}

/** A user's audit log entries. */
async function entriesOf(user: string): Promise<unknown[]> {
  const actions: unknown[] = [];
  for await (const line of audit.lines({ user })) actions.push(JSON.parse(line).action);
  return actions;
}

const misfit = 'What the identity provider answered does not fit this sign-on: begin again.';

const countSessions = () =>
  store.read(async (db) => (await db.selectFrom('sessions').select('digest').execute()).length);

describe('sign-on', () => {
  test('is announced in the Link header of GET /api', async () => {
    const response = await service.get('/api');
    expect(response.headers.get('link')).toBe(
      `<${service.base}/api/login>; rel="login", <${service.base}/api/sign-on>; rel="sign-on"; title*=UTF-8''Zo%C3%ABs%20Haus`,
    );
    expect(await response.json()).toEqual({
      schema: `${service.base}/api/database`,
      login: `${service.base}/api/login`,
    });
  });

  test('opens an ordinary session with the roles of the claims and the policy', async () => {
    const headers = await signOn('1');
    expect((await service.get('/api/database', { headers })).status).toBe(200);
    expect(await (await service.get('/api/me', { headers })).json()).toEqual({
      name: 'ada',
      roles: ['clerk', 'boss'],
      attributes: { region: 'north', floors: [1, 2] },
      via: 'session',
    });
  });

  test('sends the browser to the provider with state, nonce and code challenge', async () => {
    const { location, key } = await begin();
    const { origin, searchParams } = new URL(location);
    expect(origin).toBe(provider.issuer);
    const given = Object.fromEntries(searchParams);
    expect(given).toEqual({
      client_id: client.id,
      redirect_uri: `${service.base}/sign-on`,
      response_type: 'code',
      scope: 'openid profile email',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const secrets = [key, createHmac('sha256', key).update('verifier').digest('base64url')];
    for (const secret of secrets) expect(location).not.toContain(secret);
    expect(new Set([given.state, given.nonce, given.code_challenge]).size).toBe(3);
    expect((await begin()).location).not.toBe(location);
  });

  test('stores no token, and only the claims that are used', async () => {
    provider.people.set('1', { preferred_username: 'ada', email: 'ada@example.com', roles: 'boss' });
    await signOn('1');
    const kept = await store.read(async (db) => [
      await db.selectFrom('sessions').selectAll().where('username', '=', 'ada').execute(),
      await db.selectFrom('signed_on').selectAll().execute(),
    ]);
    expect(JSON.stringify(kept)).not.toMatch(/example\.com|eyJ/);
    expect(JSON.stringify(kept)).toContain('boss');
  });

  test('cannot be started by another site', async () => {
    const response = await service.post('/api/sign-on', undefined, {
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(response.status).toBe(403);
  });

  test('works beside the users file', async () => {
    const headers = await login(service.base, 'filed', 'password');
    expect((await service.get('/api/database', { headers })).status).toBe(200);
    expect((await service.post('/api/login', { username: 'ada', password: '' })).status).toBe(401);
  });

  test('provides stand-ins with the last claims of a user for 30 days', async () => {
    await signOn('1');
    expect(await entrance.access.identityOf('ada')).toMatchObject({
      name: 'ada',
      claims: { roles: ['boss', 'clerk'] },
    });
    expect(await entrance.access.identityOf('nobody')).toBeNull();
    const longAgo = Date.now() - 31 * 24 * 3_600_000;
    await store.write((trx) => trx.updateTable('signed_on').set({ seen_at: longAgo }).execute());
    expect(await entrance.access.identityOf('ada')).toBeNull();
  });
});

describe('an answer of the provider is refused', () => {
  const later = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;

  test.each<[string, (token: Token) => string]>([
    ['for another audience', ({ header, claims, sign }) => sign(header, { ...claims, aud: 'another' })],
    [
      'for several audiences, issued to another client',
      ({ header, claims, sign }) => sign(header, { ...claims, aud: [client.id, 'b'], azp: 'b' }),
    ],
    ['that has expired', ({ header, claims, sign }) => sign(header, { ...claims, exp: later(-60) })],
    ['that is not yet valid', ({ header, claims, sign }) => sign(header, { ...claims, nbf: later(90) })],
    ['with another nonce', ({ header, claims, sign }) => sign(header, { ...claims, nonce: 'another' })],
    ['without a nonce', ({ header, claims, sign }) => sign(header, { ...claims, nonce: undefined })],
    [
      'of another issuer',
      ({ header, claims, sign }) => sign(header, { ...claims, iss: 'https://a.example' }),
    ],
    ['signed with another key', ({ header, claims }) => signed(header, claims, newKey())],
    [
      'without a signature',
      ({ claims }) => {
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
        return `${part({ alg: 'none' })}.${part(claims)}.`;
      },
    ],
    [
      'changed after it was signed',
      ({ header, claims, sign }) => {
        const [head, , mark] = sign(header, claims).split('.');
        const other = Buffer.from(JSON.stringify({ ...claims, preferred_username: 'filed' })).toString(
          'base64url',
        );
        return `${head}.${other}.${mark}`;
      },
    ],
  ])('with a token %s', async (_what, tamper) => {
    const { location, key } = await begin();
    const back = await provider.signOn(location, '1');
    const before = await countSessions();
    provider.tamper = tamper;
    await expectRefused(await finish(key, back.search), misfit);
    expect(await countSessions()).toBe(before);
  });

  test('but not with a token that is only signed again', async () => {
    provider.tamper = ({ header, claims, sign }) => sign(header, claims);
    await signOn('1');
  });

  test('when its state is used again with another code', async () => {
    const { location, key } = await begin();
    const [first, second] = [await provider.signOn(location, '1'), await provider.signOn(location, '1')];
    expect(first.searchParams.get('code')).not.toBe(second.searchParams.get('code'));
    expect((await finish(key, first.search)).status).toBe(200);
    await expectRefused(
      await finish(key, second.search),
      'This sign-on has come to its end already: begin again.',
    );
  });

  test('all but once when it arrives several times at once', async () => {
    const { location, key } = await begin();
    const backs = await Promise.all([1, 2, 3, 4].map(() => provider.signOn(location, '1')));
    const before = await countSessions();
    const statuses = await Promise.all(backs.map(async ({ search }) => (await finish(key, search)).status));
    expect(statuses.sort()).toEqual([200, 403, 403, 403]);
    expect(await countSessions()).toBe(before + 1);
  });

  test('when it arrives from another browser', async () => {
    const [mine, theirs] = [await begin(), await begin()];
    const back = await provider.signOn(mine.location, '1');
    await expectRefused(await finish(theirs.key, back.search), misfit);
  });

  test('when its code is from the sign-on of another browser', async () => {
    const [mine, theirs] = [await begin(), await begin()];
    const back = await provider.signOn(mine.location, '1');
    const code = (await provider.signOn(theirs.location, '2')).searchParams.get('code') ?? '';
    back.searchParams.set('code', code);
    await expectRefused(
      await finish(mine.key, back.search),
      'The identity provider does not confirm this sign-on: begin again.',
    );
  });

  test.each([
    ['names another issuer', 'https://attacker.example'],
    ['names no issuer, though the provider does', null],
  ])('when it %s', async (_what, issuer) => {
    const { location, key } = await begin();
    const back = await provider.signOn(location, '1');
    expect(back.searchParams.get('iss')).toBe(provider.issuer);
    if (issuer === null) back.searchParams.delete('iss');
    else back.searchParams.set('iss', issuer);
    await expectRefused(await finish(key, back.search), misfit);
  });

  test.each([
    [
      'began too long ago',
      () => `${(Date.now() - 600_001).toString(36)}.${randomBytes(32).toString('base64url')}`,
    ],
    [
      'began in the future',
      () => `${(Date.now() + 60_000).toString(36)}.${randomBytes(32).toString('base64url')}`,
    ],
    ['never began', () => 'nothing'],
  ])('when the sign-on %s', async (_what, key) => {
    await expectRefused(
      await finish(key(), '?code=a&state=b'),
      'This sign-on was begun too long ago, or not here: begin again.',
    );
  });

  test('but not when the clock of the instance that started the sign-on is ahead', async () => {
    const { location, key } = await begin();
    const [, secret] = key.split('.');
    const ahead = `${(Date.now() + 20_000).toString(36)}.${secret}`;
    const made = (purpose: string) => createHmac('sha256', ahead).update(purpose).digest('base64url');
    const asked = new URL(location);
    asked.searchParams.set('state', made('state'));
    asked.searchParams.set('nonce', made('nonce'));
    const challenge = createHash('sha256').update(made('verifier')).digest('base64url');
    asked.searchParams.set('code_challenge', challenge);
    const [first, second] = [await provider.signOn(asked.href, '1'), await provider.signOn(asked.href, '1')];
    expect((await finish(ahead, first.search)).status).toBe(200);
    await expectRefused(
      await finish(ahead, second.search),
      'This sign-on has come to its end already: begin again.',
    );
  });

  test('when the provider refused the user', async () => {
    const { key, location } = await begin();
    const state = new URL(location).searchParams.get('state');
    const query = new URLSearchParams({ error: 'access_denied', state: String(state), iss: provider.issuer });
    await expectRefused(
      await finish(key, `?${query}`),
      'The identity provider did not let you in (access_denied).',
    );
  });
});

describe('a user name', () => {
  const unusable =
    'The identity provider gives you a name that cannot be used here: it must have 1 to 200 characters, none of them ":" or invisible.';

  async function refusal(person: Record<string, unknown>): Promise<Response> {
    provider.people.set('3', person);
    const { location, key } = await begin();
    return finish(key, (await provider.signOn(location, '3')).search);
  }

  test.each([
    ['with a colon', 'ada:lovelace'],
    ['with a control character', 'ada\u0007'],
    ['with NUL', 'ada\0'],
    ['with a line break', 'ada\nroot'],
    ['with an invisible character', 'filed\u200b'],
    ['with a change of text direction', '\u202eada'],
    ['with a space around it', ' filed'],
    ['that is empty', ''],
    ['that is too long', 'a'.repeat(201)],
  ])('%s is refused', async (_what, name) => {
    await expectRefused(await refusal({ preferred_username: name }), unusable);
  });

  test('that is missing is refused', async () => {
    await expectRefused(
      await refusal({}),
      'The identity provider does not say who you are: the claim preferred_username is missing.',
    );
  });

  test('from the users file is refused and audited', async () => {
    const before = (await entriesOf('filed')).length;
    await expectRefused(
      await refusal({ preferred_username: 'filed' }),
      'The name "filed" belongs to a user who logs in with a password.',
    );
    expect((await entriesOf('filed')).slice(before)).toEqual(['login-refused']);
  });

  test('of another person at the provider is refused until that person is forgotten', async () => {
    await signOn('2');
    const person = { preferred_username: 'grace' };
    await expectRefused(
      await refusal(person),
      'The name "grace" belongs to another person at the identity provider.',
    );
    const longAgo = Date.now() - 31 * 24 * 3_600_000;
    await store.write((trx) => trx.updateTable('signed_on').set({ seen_at: longAgo }).execute());
    expect((await refusal(person)).status).toBe(200);
  });

  /** Everything a user leaves behind: whether it still works. */
  async function leave(headers: Record<string, string>) {
    const post = async (path: string, body: object) =>
      (await (await service.post(path, body, { headers })).json()) as {
        token: string;
        url: string;
        slug: string;
      };
    const expires = '2099-01-01T00:00:00Z';
    const { token } = await post('/api/tokens', { name: 'x', expires });
    const { slug } = await post('/api/queries', {
      title: 'Left',
      unigrid: { entities: [{ id: 'thing', attributes: [{ id: 'id' }] }] },
    });
    const { pathname } = new URL((await post(`/api/queries/${slug}/links`, { expires })).url);
    return async () => [
      (await service.get('/api/me', { headers: { authorization: `Bearer ${token}` } })).status === 200,
      (await service.get(pathname)).status !== 404,
    ];
  }

  test('of a forgotten person passes to another person without the former tokens and shared links', async () => {
    provider.people.set('5', { preferred_username: 'joan', roles: ['reader'] });
    const left = await leave(await signOn('5'));
    expect(await left()).toEqual([true, true]);
    await signOn('5');
    expect(await left()).toEqual([true, true]);
    const longAgo = Date.now() - 31 * 24 * 3_600_000;
    await store.write((trx) => trx.updateTable('signed_on').set({ seen_at: longAgo }).execute());
    provider.people.set('6', { preferred_username: 'joan', roles: ['reader'] });
    await signOn('6');
    expect(await left()).toEqual([false, false]);
  });

  test('that is added to the users file ends what its previous owner left behind', async () => {
    provider.people.set('7', { preferred_username: 'kay', roles: ['reader'] });
    const left = await leave(await signOn('7'));
    await writeFile(users, 'filed=password\nkay=hers\n');
    await vi.waitFor(() => login(service.base, 'kay', 'hers'), { timeout: 15_000, interval: 2_000 });
    await vi.waitFor(async () => expect(await left()).toEqual([false, false]), { timeout: 5_000 });
    await writeFile(users, 'filed=password\n');
  });

  test('that is added to the users file ends the sessions of its previous owner', async () => {
    provider.people.set('4', { preferred_username: 'zoë' });
    const headers = await signOn('4');
    expect((await service.get('/api/me', { headers })).status).toBe(200);
    await writeFile(users, 'filed=password\nzoe\u0308=hers\n');
    await vi.waitFor(async () => expect((await service.get('/api/me', { headers })).status).toBe(401), {
      timeout: 15_000,
      interval: 100,
    });
    await writeFile(users, 'filed=password\n');
    // An ended session stays ended.
    await vi.waitFor(
      async () =>
        expect((await service.post('/api/login', { username: 'zoë', password: 'hers' })).status).toBe(401),
      { timeout: 15_000, interval: 1_000 },
    );
    expect((await service.get('/api/me', { headers })).status).toBe(401);
  });
});

describe('the identity provider', () => {
  test('may change its keys between two sign-ons', async () => {
    await signOn('1');
    provider.rotateKeys();
    await signOn('1');
  });

  test('causes 503 while it is unavailable at the beginning, and is tried again', async () => {
    const lonely = await startProvider();
    lonely.setAway(true);
    const settings = { sessionIdle: 1_800_000, sessionLifetime: 43_200_000 };
    const alone = await openAuthentication(
      settings,
      signOnSettings(lonely, label),
      store,
      pino({ level: 'silent' }),
    );
    if (alone.signOn === null) throw new Error('There is no sign-on.');
    await using other = await startService(database.url, {
      access: alone.access,
      signOn: alone.signOn,
      store,
    });
    lonely.trust(other.base);
    // Without a users file there is only one way to log in.
    expect((await other.get('/api')).headers.get('link')).toMatch(
      /^<[^>]*\/api\/sign-on>; rel="sign-on"; [^,]*$/,
    );
    const refused = await other.post('/api/sign-on');
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.json()).toMatchObject({
      type: 'urn:joinery:problem:provider-unavailable',
      detail: 'The identity provider cannot be reached at the moment.',
    });
    expect((await other.get('/api/database')).status).toBe(401);
    lonely.setAway(false);
    expect((await other.post('/api/sign-on')).status).toBe(200);
    alone.close();
    await lonely[Symbol.asyncDispose]();
  });

  test('gets no browser sent to it while it is unavailable, even if it was available a minute ago', async () => {
    await begin();
    provider.setAway(true);
    const soon = Date.now() + 60_000;
    vi.spyOn(Date, 'now').mockImplementation(() => soon);
    expect((await service.post('/api/sign-on')).status).toBe(503);
    provider.setAway(false);
    await begin();
  });

  test('causes 503 while it is unavailable at the end, and the sign-on can be completed later', async () => {
    const { location, key } = await begin();
    const { search } = await provider.signOn(location, '1');
    provider.setAway(true);
    const response = await finish(key, search);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ type: 'urn:joinery:problem:provider-unavailable' });
    provider.setAway(false);
    expect((await finish(key, search)).status).toBe(200);
  });
});

describe('a logout', () => {
  const logout = (headers: Record<string, string>) => service.get('/api/logout', { method: 'POST', headers });

  test('ends the session, and links to the logout of the provider', async () => {
    const headers = await signOn('1');
    const response = await logout(headers);
    expect(await response.json()).toEqual({});
    const link = /^<([^>]+)>; rel="end-session"$/.exec(response.headers.get('link') ?? '')?.[1] ?? '';
    const { origin, searchParams } = new URL(link);
    expect(origin).toBe(provider.issuer);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: client.id,
      post_logout_redirect_uri: `${service.base}/`,
    });
    const page = await fetch(link);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(`${provider.issuer}/session/end/confirm`);
    expect((await service.get('/api/me', { headers })).status).toBe(401);
  });

  test('has no link while the provider is unavailable, even if it was available minutes ago', async () => {
    const headers = await signOn('1');
    provider.setAway(true);
    const soon = Date.now() + 300_000;
    vi.spyOn(Date, 'now').mockImplementation(() => soon);
    const response = await logout(headers);
    expect(response.status).toBe(200);
    expect(response.headers.get('link')).toBeNull();
    expect((await service.get('/api/me', { headers })).status).toBe(401);
  });

  test('has no link for a user with a password', async () => {
    const response = await logout(await login(service.base, 'filed', 'password'));
    expect(response.status).toBe(200);
    expect(response.headers.get('link')).toBeNull();
  });
});

test('sessions survive a restart, unless the provider is another one', async () => {
  const headers = await signOn('1');
  const settings = { users, sessionIdle: 1_800_000, sessionLifetime: 43_200_000 };
  for (const [issuer, status] of [
    [provider.issuer, 200],
    ['http://127.0.0.1:9', 401],
  ] as const) {
    const next = await openAuthentication(
      settings,
      signOnSettings({ issuer }, label),
      store,
      pino({ level: 'silent' }),
    );
    await using again = await startService(database.url, { access: next.access, store });
    const response = await again.get('/api/me', { headers });
    expect(response.status).toBe(status);
    if (status === 200)
      expect(await response.json()).toMatchObject({ name: 'ada', roles: ['boss', 'clerk'] });
    next.close();
  }
});
