/** Access tokens of the identity provider, which assistants use on behalf of a signed-on user. */
import { extractWWWAuthenticateParams } from '@modelcontextprotocol/client';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Authentication, openAuthentication } from '../../src/cli/authentication.ts';
import { Policy } from '../../src/identity/policy.ts';
import { temporaryStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { overHttp } from '../support/assistant.ts';
import {
  newKey,
  signed,
  signOnSettings,
  startProvider,
  type TestProvider,
  type Token,
} from '../support/oidc.ts';
import { createDatabase, type TestDatabase } from '../support/servers.ts';
import { rawGet, type Service, startService } from './service.ts';

let database: TestDatabase;
let provider: TestProvider;
let store: Store;
let entrance: Authentication;
let service: Service;

const policy = new Policy({
  roles: { clerk: { thing: { read: true } }, boss: { thing: { read: true }, secret: { read: true } } },
});

beforeAll(async () => {
  database = await createDatabase('sqlite');
  await database.run('CREATE TABLE thing (id integer PRIMARY KEY)');
  await database.run('CREATE TABLE secret (id integer PRIMARY KEY)');
  provider = await startProvider();
  store = await temporaryStore();
  const limits = { sessionIdle: 1_800_000, sessionLifetime: 43_200_000 };
  entrance = await openAuthentication(limits, signOnSettings(provider), store, pino({ level: 'silent' }));
  const { access, signOn } = entrance;
  if (signOn === null) throw new Error('There is no sign-on.');
  service = await startService(database.url, { access, signOn, store, directory: policy });
  provider.trust(service.base);
  provider.people.set('1', { preferred_username: 'ada', roles: ['clerk'] });
  provider.people.set('2', { preferred_username: 'grace', roles: ['boss'] });
  await signOnAs('1');
});
afterAll(async () => {
  await service.close();
  entrance.close();
  await store.close();
  await provider[Symbol.asyncDispose]();
  await database.drop();
});
afterEach(() => {
  vi.useRealTimers();
  provider.setAway(false);
});

async function signOnAs(account: string): Promise<void> {
  const begun = await service.post('/api/sign-on');
  const { location, key } = (await begun.json()) as { location: string; key: string };
  const query = (await provider.signOn(location, account)).search;
  expect((await service.post('/api/sign-on/session', { key, query })).status).toBe(200);
}

const here = () => `${service.base}/mcp`;
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const asked = (token: string) =>
  service.post('/mcp', list, { headers: { authorization: `Bearer ${token}` } });

async function entitiesSeenWith(token: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` };
  await using assistant = await overHttp(service.base, { headers });
  const { resources } = await assistant.client.listResources();
  return resources.map(({ name }) => name);
}

const noSuchToken =
  'There is no such token, it has ended, or the identity provider did not make it out for this address.';
const notHereYet = 'Nobody has signed on here lately for whom this token is: sign on in the browser once.';

async function expectRefused(response: Response, detail = noSuchToken): Promise<void> {
  expect(await response.json()).toMatchObject({ type: 'urn:joinery:problem:not-authenticated', detail });
  expect(response.status).toBe(401);
}

describe('a program that knows only the address /mcp', () => {
  test('is told where to read which provider issues tokens, and can read it there', async () => {
    const refused = await service.post('/mcp', list);
    expect(refused.status).toBe(401);
    const metadata = `${service.base}/.well-known/oauth-protected-resource/mcp`;
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${metadata}", Basic realm="joinery"`,
    );
    // Parsed by the official client.
    expect(extractWWWAuthenticateParams(refused).resourceMetadataUrl?.href).toBe(metadata);
    expect(await (await fetch(metadata)).json()).toEqual({
      resource: here(),
      authorization_servers: [provider.issuer],
      scopes_supported: ['openid'],
      bearer_methods_supported: ['header'],
      resource_name: 'Joinery',
    });
  });

  test('finds the same metadata for the whole service', async () => {
    const response = await service.get('/.well-known/oauth-protected-resource');
    expect(await response.json()).toMatchObject({
      resource: service.base,
      authorization_servers: [provider.issuer],
    });
  });

  test('is told with invalid_token that a token is refused, while a browser gets no challenge', async () => {
    expect((await asked('nothing')).headers.get('www-authenticate')).toContain(', error="invalid_token", ');
    const headers = { 'x-requested-with': 'fetch' };
    expect((await service.post('/mcp', list, { headers })).headers.get('www-authenticate')).toBeNull();
  });

  test('gets no hint about tokens at other addresses', async () => {
    const { headers } = await service.get('/api/database');
    expect(headers.get('www-authenticate')).toBe('Basic realm="joinery"');
  });
});

describe('an access token', () => {
  test('for /mcp or the whole service has the rights of the last sign-on', async () => {
    await signOnAs('2');
    expect(await entitiesSeenWith(await provider.accessToken('1', here()))).toEqual(['thing']);
    expect(await entitiesSeenWith(await provider.accessToken('1', service.base))).toEqual(['thing']);
    expect(await entitiesSeenWith(await provider.accessToken('2', here()))).toEqual(['secret', 'thing']);
  });

  test('is accepted at /mcp only', async () => {
    const headers = { authorization: `Bearer ${await provider.accessToken('1', service.base)}` };
    for (const path of ['/api/me', '/api/database', '/api/database/tables/thing/recs/[1]']) {
      expect((await service.get(path, { headers })).status).toBe(401);
    }
  });

  test('of a user who has not signed on here within 30 days is refused with an explanation', async () => {
    const token = await provider.accessToken('3', here());
    provider.people.set('3', { preferred_username: 'zoë', roles: ['clerk'] });
    await expectRefused(await asked(token), notHereYet);
    await signOnAs('3');
    expect((await asked(token)).status).toBe(200);
    const longAgo = Date.now() - 31 * 24 * 3_600_000;
    await store.write((trx) =>
      trx.updateTable('signed_on').set({ seen_at: longAgo }).where('username', '=', 'zoë').execute(),
    );
    await expectRefused(await asked(token), notHereYet);
  });

  const later = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;

  test.each<[string, (token: Token) => string]>([
    [
      'for another audience',
      ({ header, claims, sign }) => sign(header, { ...claims, aud: 'http://other/mcp' }),
    ],
    ['without an audience', ({ header, claims, sign }) => sign(header, { ...claims, aud: undefined })],
    ['that has expired', ({ header, claims, sign }) => sign(header, { ...claims, exp: later(-90) })],
    ['without an expiry time', ({ header, claims, sign }) => sign(header, { ...claims, exp: undefined })],
    ['that is not yet valid', ({ header, claims, sign }) => sign(header, { ...claims, nbf: later(90) })],
    [
      'of another issuer',
      ({ header, claims, sign }) => sign(header, { ...claims, iss: 'https://a.example' }),
    ],
    ['that is not an access token', ({ header, claims, sign }) => sign({ ...header, typ: 'JWT' }, claims)],
    ['that is bound to a key', ({ header, claims, sign }) => sign(header, { ...claims, cnf: { jkt: 'a' } })],
    ['signed with another key', ({ header, claims }) => signed(header, claims, newKey())],
    [
      'without a signature',
      ({ header, claims }) => {
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
        return `${part({ ...header, alg: 'none' })}.${part(claims)}.`;
      },
    ],
  ])('%s is refused', async (_what, tamper) => {
    const good = provider.read(await provider.accessToken('1', here()));
    expect((await asked(good.sign(good.header, good.claims))).status).toBe(200);
    await expectRefused(await asked(tamper(good)));
  });

  test('is refused with any letter changed', async () => {
    const token = await provider.accessToken('1', here());
    for (let i = 0; i < token.length - 1; i += 7) {
      if (token[i] === '.') continue;
      const changed = `${token.slice(0, i)}${token[i] === 'A' ? 'B' : 'A'}${token.slice(i + 1)}`;
      await expectRefused(await asked(changed));
    }
  });

  test('of another provider is refused', async () => {
    await using other = await startProvider();
    other.trust(service.base);
    await expectRefused(await asked(await other.accessToken('1', here())));
  });

  test('for another service is refused even if the Host header names that service', async () => {
    const ask = async (host: string) => {
      const authorization = `Bearer ${await provider.accessToken('1', `http://${host}/mcp`)}`;
      return (await rawGet(service, '/mcp', { host, authorization })).status;
    };
    const { host, port } = new URL(service.base);
    // Admitted requests are told that the method is wrong.
    expect(await ask(host)).toBe(405);
    expect(await ask(`localhost:${port}`)).toBe(405);
    for (const other of ['127.0.0.1:9', `127.0.0.2:${port}`, '127.0.0.1', 'localhost']) {
      expect(await ask(other)).toBe(401);
    }
  });

  test('must be for the base URL if there is one, whatever the Host header is', async () => {
    const { access, signOn } = entrance;
    if (signOn === null) throw new Error('There is no sign-on.');
    const hosts = { baseUrl: 'https://data.example', allowedHosts: [] };
    const options = { access, signOn, store, hosts, directory: policy };
    await using known = await startService(database.url, options);
    const ask = async (resource: string) => {
      const headers = { authorization: `Bearer ${await provider.accessToken('1', resource)}` };
      return (await known.post('/mcp', list, { headers })).status;
    };
    expect(await ask('https://data.example/mcp')).toBe(200);
    expect(await ask(`${known.base}/mcp`)).toBe(401);
  });
});

describe('the identity provider', () => {
  test('may change its keys: after a minute new keys are accepted and old ones refused', async () => {
    const before = await provider.accessToken('1', here());
    expect((await asked(before)).status).toBe(200);
    provider.rotateKeys();
    const after = await provider.accessToken('1', here());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    expect((await asked(after)).status).toBe(200);
    await expectRefused(await asked(before));
  });

  test('causes 503 and not 401 while it is unavailable', async () => {
    const token = await provider.accessToken('1', here());
    provider.setAway(true);
    // By then its cached keys have expired.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 700_000 });
    const response = await asked(token);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    provider.setAway(false);
    expect((await asked(token)).status).toBe(200);
  });
});
