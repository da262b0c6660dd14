/** Answers in progress when the policy takes rights away from their readers. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Audit } from '../../src/app/audit/audit.ts';
import { parseDatabaseUrl } from '../../src/dialects/url.ts';
import { PolicyStore } from '../../src/identity/policy-store.ts';
import { openStore } from '../../src/store/open.ts';
import { login, openUsers, type Service, startService } from '../http/service.ts';
import { storePlace } from '../store/stores.ts';
import { SlowReader } from '../support/reader.ts';
import { createDatabase } from '../support/servers.ts';

const ending = new AsyncDisposableStack();
let one: Service;
let two: Service;
const headers: Record<string, { authorization: string }> = {};
let audit: Audit;
const names = ['ann', 'bob', 'cid', 'dot', 'eve', 'root'];

beforeAll(async () => {
  const database = await createDatabase('sqlite');
  ending.defer(() => database.drop());
  await database.run(`
    CREATE TABLE big (id integer PRIMARY KEY, body text);
    INSERT INTO big WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      SELECT i, printf('%.*c', 3000, 'x') FROM n;`);
  const place = ending.use(await storePlace('sqlite'));
  const start = async () => {
    const store = await openStore(parseDatabaseUrl(place.url));
    ending.defer(() => store.close());
    const users = await openUsers(names.map((name) => `${name}=p\n`).join(''), undefined, undefined, store);
    ending.defer(() => users.close());
    const policies = await PolicyStore.open(store, ['root'], () => {});
    const isLimited = () => policies.current.document !== null;
    audit = new Audit(store, () => {});
    ending.defer(() => audit.close());
    const options = { store, access: users.access, directory: policies, policies, isLimited, audit };
    const service = await startService(database.url, options);
    ending.defer(() => service.close());
    return service;
  };
  [one, two] = [await start(), await start()];
  for (const name of names) headers[name] = await login(one.base, name, 'p');
});
afterAll(() => ending.disposeAsync());

const upTo = { func: { name: 'LTE', args: [{ attr: 'id' }, { user: 'most' }] } };
const before = {
  users: {
    ann: { roles: ['all'] },
    bob: { roles: ['all'] },
    cid: { roles: ['some'], attributes: { most: 100_000 } },
    dot: { roles: ['listed'] },
    eve: { roles: ['all'] },
  },
  roles: {
    all: { big: { read: true } },
    some: { big: { read: { rows: upTo } } },
    listed: { big: { read: { columns: ['id', 'body'] } } },
  },
};
/** Ann loses her role, bob is removed, cid gets fewer rows, dot fewer columns; eve keeps her rights. */
const after = {
  users: {
    ann: { roles: [] },
    cid: { roles: ['some'], attributes: { most: 10 } },
    dot: { roles: ['listed'] },
    eve: { roles: ['all'] },
  },
  roles: { ...before.roles, listed: { big: { read: { columns: ['id'] } } } },
};

async function put(policy: object, version: number) {
  const response = await fetch(`${one.base}/api/policy`, {
    method: 'PUT',
    body: JSON.stringify({ policy }),
    headers: { ...headers.root, 'content-type': 'application/json', 'if-match': `"${version}"` },
  });
  expect(response.status).toBe(200);
}

test('answers under way are cut off in every process, for users whose rights have changed', async () => {
  await put(before, 0);
  const reading = async (name: string, more: Record<string, string> = {}) => {
    const reader = await SlowReader.ask(two.base, '/api/database/tables/big', {
      headers: { ...headers[name], ...more },
    });
    expect(await reader.begin()).toBe(200);
    return reader;
  };
  const losing = await Promise.all([
    ...['ann', 'bob', 'cid', 'dot'].map((name) => reading(name)),
    reading('root', { 'x-view-as': 'ann' }),
  ]);
  const keeping = await reading('eve');
  await put(after, 1);
  // Nothing is read, so no answer can have been sent completely; the service checks rights several times a second.
  await delay(1_500);
  expect(await Promise.all(losing.map((reader) => reader.rest()))).toEqual(losing.map(() => 'reset'));
  expect(await keeping.rest()).toBe('whole');
});

test('reading the audit log is cut off by the logout of the reader, and of nobody else', async () => {
  // More than the buffers of two sockets hold.
  const entities = ['x'.repeat(1_000)];
  for (let i = 0; i < 20_000; i++)
    audit.note({ user: 'eve', via: 'session', action: 'read', entities, rows: null, address: '' });
  await audit.settled();
  const leaving = await login(two.base, 'root', 'p');
  const begin = async (who: Record<string, string> | undefined) => {
    const reader = await SlowReader.ask(two.base, '/api/audit', { headers: { ...who } });
    expect(await reader.begin()).toBe(200);
    return reader;
  };
  const [cut, kept] = await Promise.all([begin(leaving), begin(headers.root)]);
  expect((await one.post('/api/logout', undefined, { headers: leaving })).status).toBe(200);
  // The session ended at another instance; this one checks several times a second.
  await delay(1_500);
  expect(await cut.rest()).toBe('reset');
  expect(await kept.rest()).toBe('whole');
});
