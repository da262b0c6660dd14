/** The policy in the service's store: created, changed, refused, restored, and in force in every process. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Audit } from '../../src/app/audit/audit.ts';
import { parseDatabaseUrl } from '../../src/dialects/url.ts';
import { PolicyStore } from '../../src/identity/policy-store.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { login, openUsers, runCommand, type Service, startService, type TestUsers } from '../http/service.ts';
import { storePlace } from '../store/stores.ts';
import { createDatabase, liveEngines, type TestDatabase } from '../support/servers.ts';

const own = { func: { name: 'EQ', args: [{ attr: 'rep' }, { user: 'rep' }] } };
const policy = {
  users: { ann: { roles: ['support'], attributes: { rep: 1 } }, bob: { roles: ['support'] } },
  roles: { support: { customer: { read: { columns: ['*', '-phone'], rows: own } } } },
};

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase('sqlite');
  await database.run(`
    CREATE TABLE customer (id integer PRIMARY KEY, name text NOT NULL, phone text, rep integer);
    INSERT INTO customer VALUES (1, 'Alma', '111', 1), (2, 'Bert', '222', 2);
  `);
});
afterAll(() => database?.drop());

interface Instance extends AsyncDisposable {
  readonly service: Service;
  readonly users: TestUsers;
  readonly store: Store;
}

async function startInstance(stateUrl: string): Promise<Instance> {
  const store = await openStore(parseDatabaseUrl(stateUrl));
  const users = await openUsers('ann=a\nbob=b\nroot=r\n', undefined, undefined, store);
  const policies = await PolicyStore.open(store, ['root'], () => {});
  const audit = new Audit(store, (message) => expect.fail(message));
  const isLimited = () => policies.current.document !== null;
  const options = { store, access: users.access, directory: policies, policies, audit, isLimited };
  const service = await startService(database.url, options);
  const close = async () => {
    await service.close();
    await audit.settled();
    users.close();
    await store.close();
  };
  return { service, users, store, [Symbol.asyncDispose]: close };
}

describe.each(liveEngines)('a policy in a store on %s', (engine) => {
  const ending = new AsyncDisposableStack();
  let stateUrl: string;
  let one: Instance;
  let two: Instance;
  const headers: Record<string, { authorization: string }> = {};

  beforeAll(async () => {
    const place = ending.use(await storePlace(engine));
    stateUrl = place.url;
    one = ending.use(await startInstance(stateUrl));
    two = ending.use(await startInstance(stateUrl));
    for (const name of ['ann', 'bob', 'root']) {
      headers[name] = await login(one.service.base, name, name.slice(0, 1));
    }
  });
  afterAll(() => ending.disposeAsync());

  async function call(
    at: Instance,
    user: string,
    path: string,
    method = 'GET',
    body?: unknown,
    more: Record<string, string> = {},
  ) {
    const response = await fetch(at.service.base + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: {
        ...headers[user],
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...more,
      },
    });
    const text = await response.text();
    return {
      status: response.status,
      etag: response.headers.get('etag'),
      link: response.headers.get('link'),
      json: text === '' ? null : JSON.parse(text),
    };
  }

  const put = (at: Instance, document: unknown, tag: string, note?: string) =>
    call(at, 'root', '/api/policy', 'PUT', { policy: document, note }, { 'if-match': tag });
  const phones = async (at: Instance, user: string) => {
    const { status, json } = await call(at, user, '/api/database/tables/customer');
    return status === 200 ? json.data.map((row: Record<string, unknown>) => [row.name, row.phone]) : status;
  };

  test('does not exist at first: everybody sees everything, and only an --admin may create one', async () => {
    expect((await call(one, 'root', '/api/policy')).json).toEqual({
      source: 'none',
      file: null,
      version: 0,
      note: null,
      updated: null,
      author: null,
      policy: {},
    });
    expect((await call(one, 'root', '/api/me')).json.roles).toEqual(['admin']);
    expect((await call(one, 'root', '/api/database')).link).toContain('/api/policy>; rel="policy"');
    expect((await call(one, 'ann', '/api/database')).link).not.toContain('policy');
    for (const [path, method] of [
      ['/api/policy', 'GET'],
      ['/api/policy', 'PUT'],
      ['/api/policy/check', 'POST'],
      ['/api/policy/versions', 'GET'],
      ['/api/policy/versions/1', 'GET'],
      ['/api/policy/versions/1/restore', 'POST'],
      ['/api/access/users', 'GET'],
      ['/api/access/who?entity=customer', 'GET'],
      ['/api/audit', 'GET'],
    ] as const) {
      const body = method === 'GET' ? undefined : { policy: {} };
      expect((await call(one, 'ann', path, method, body)).status, path).toBe(403);
    }
    expect(await phones(two, 'ann')).toEqual([
      ['Alma', '111'],
      ['Bert', '222'],
    ]);
  });

  test('is refused if it does not fit, with every mistake, and not stored', async () => {
    const wrong = {
      users: { ann: { roles: ['suport'] } },
      roles: {
        support: {
          custmer: { read: true },
          customer: {
            read: { columns: ['*', '-fone'] },
            update: { check: { func: { name: 'EQQ', args: [] } } },
          },
        },
      },
    };
    const checked = await call(one, 'root', '/api/policy/check', 'POST', { policy: wrong });
    expect(checked.status).toBe(200);
    expect(
      checked.json.problems.map(({ pointer, detail }: Record<string, string>) => [pointer, detail]),
    ).toEqual([
      ['/policy/roles/support/custmer', expect.stringContaining('Did you mean "customer"?')],
      ['/policy/roles/support/customer/read/columns/1', expect.stringContaining('"phone"')],
      [expect.stringMatching(/^\/policy\/roles\/support\/customer\/update\/check/), expect.any(String)],
      ['/policy/users/ann/roles/0', expect.stringContaining('Did you mean "support"?')],
    ]);
    const shape = await call(one, 'root', '/api/policy/check', 'POST', { policy: { rolls: {} } });
    expect(shape.json.problems).toMatchObject([{ pointer: '/policy/rolls' }]);
    expect((await put(one, wrong, '"0"')).json).toMatchObject({
      status: 400,
      pointer: '/policy/roles/support/custmer',
    });
    expect((await put(one, { rolls: {} }, '"0"')).json).toMatchObject({
      status: 400,
      pointer: '/policy/rolls',
    });
    // With duplicate keys, or names with a special meaning in JavaScript, a part would silently be ignored.
    for (const users of ['"ann": {}, "ann": {"roles": ["admin"]}', '"__proto__": {"roles": ["admin"]}']) {
      for (const [method, path] of [
        ['PUT', '/api/policy'],
        ['POST', '/api/policy/check'],
      ] as const) {
        const response = await fetch(one.service.base + path, {
          method,
          headers: { ...headers.root, 'content-type': 'application/json', 'if-match': '"0"' },
          body: `{"policy": {"users": {${users}}}}`,
        });
        expect(await response.text()).toMatch(/Duplicate key 'ann'|programs take this one/);
      }
    }
    expect((await call(one, 'root', '/api/policy', 'PUT', { policy })).status).toBe(428);
    expect((await put(one, policy, '"1"')).status).toBe(412);
    expect((await call(two, 'root', '/api/policy')).json.version).toBe(0);
    expect((await call(one, 'root', '/api/policy/check', 'POST', { policy })).json).toEqual({ problems: [] });
  });

  test('applies in every process as soon as it is answered, to open sessions too', async () => {
    const made = await put(one, policy, '"0"', 'The first one');
    expect(made).toMatchObject({ status: 200, etag: '"1"' });
    expect(made.json).toEqual({
      source: 'store',
      file: null,
      version: 1,
      note: 'The first one',
      updated: expect.stringMatching(/^\d{4}-.*Z$/),
      author: 'root',
      policy,
    });
    for (const at of [one, two]) {
      expect(await phones(at, 'ann')).toEqual([['Alma', undefined]]);
      expect(await phones(at, 'bob')).toBe(404);
      // The admin role by itself grants nothing.
      expect(await phones(at, 'root')).toBe(404);
      expect((await call(at, 'root', '/api/policy')).json).toEqual(made.json);
    }
    expect(await put(two, policy, '"0"')).toMatchObject({ status: 412 });
    const wider = { ...policy, roles: { support: { customer: { read: true } } } };
    // If several admins change the same version, all but one are told about the conflict.
    const both = await Promise.all([put(one, wider, '"1"'), put(two, wider, '"1"')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    for (const at of [one, two]) expect(await phones(at, 'bob')).toHaveLength(2);
  });

  test('has versions that can be restored', async () => {
    const { json, link } = await call(two, 'root', '/api/policy/versions?limit=1');
    expect(json.data).toMatchObject([{ version: 2, note: null, author: 'root' }]);
    const next = /<([^>]*)>; rel="next"/.exec(link ?? '')?.[1] ?? '';
    const rest = await call(two, 'root', next.replace(/^https?:\/\/[^/]*/, ''));
    expect(rest.json.data).toEqual([
      { version: 1, note: 'The first one', author: 'root', updated: expect.any(String) },
    ]);
    expect(rest.link).toBeNull();
    expect((await call(one, 'root', '/api/policy/versions/1')).json.policy).toEqual(policy);
    for (const number of ['0', '9', 'x', '1e1']) {
      expect((await call(one, 'root', `/api/policy/versions/${number}`)).status).toBe(404);
    }
    const restore = '/api/policy/versions/1/restore';
    expect((await call(one, 'root', restore, 'POST')).status).toBe(428);
    const back = await call(one, 'root', restore, 'POST', undefined, { 'if-match': '"2"' });
    expect(back).toMatchObject({ status: 200, etag: '"3"', json: { version: 3, policy } });
    for (const at of [one, two]) expect(await phones(at, 'ann')).toEqual([['Alma', undefined]]);
  });

  test('shows who may see a column, and which users are known', async () => {
    const who = async (query: string) => (await call(one, 'root', `/api/access/who?${query}`)).json;
    expect(await who('entity=customer&column=name')).toEqual({
      roles: [{ role: 'support', rows: 'some' }],
      users: [
        { name: 'ann', roles: ['support'], rows: 'some', missing: [] },
        { name: 'bob', roles: ['support'], rows: 'none', missing: ['rep'] },
      ],
    });
    expect(await who('entity=customer&column=phone')).toEqual({ roles: [], users: [] });
    expect(await who('entity=customer&action=delete')).toEqual({ roles: [], users: [] });
    expect(await who('entity=custmer')).toMatchObject({ status: 404 });
    expect((await call(one, 'root', '/api/access/users')).json.users).toEqual([
      { name: 'ann', roles: ['support'], attributes: { rep: 1 }, known: true },
      { name: 'bob', roles: ['support'], attributes: {}, known: true },
      { name: 'root', roles: ['admin'], attributes: {}, known: true },
    ]);
  });

  test('cannot be changed by admins so that they lose their role, nor while viewing as another user', async () => {
    // `ann` is an admin only by the policy, unlike `root`.
    const withAnn = { ...policy, users: { ...policy.users, ann: { roles: ['support', 'admin'] } } };
    expect((await put(one, withAnn, '"3"')).status).toBe(200);
    const refused = await call(one, 'ann', '/api/policy', 'PUT', { policy }, { 'if-match': '"4"' });
    expect(refused.json).toMatchObject({ status: 400, pointer: '/policy/users/ann' });
    expect((await call(two, 'ann', '/api/policy/check', 'POST', { policy })).json.problems).toMatchObject([
      { pointer: '/policy/users/ann', detail: refused.json.detail },
    ]);
    const looking = { 'if-match': '"4"', 'x-view-as': 'root' };
    expect((await call(one, 'ann', '/api/policy', 'PUT', { policy: withAnn }, looking)).status).toBe(403);
    expect((await call(two, 'ann', '/api/policy')).json).toMatchObject({ version: 4, policy: withAnn });
  });

  test('is in the audit log with every change from the first one on', async () => {
    await Promise.all([one, two].map(({ service }) => service.get('/healthz')));
    const response = await one.service.get('/api/audit', { headers: { ...headers.root } });
    const entries = (await response.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    // Four were applied; refused ones are not changes.
    const changes = entries.filter(({ action }) => action === 'policy');
    expect(changes.map(({ user, via }) => [user, via])).toEqual(Array(4).fill(['root', 'session']));
    expect(entries.filter(({ action }) => action === 'login')).toEqual([]);
  });

  test('is not served without users', async () => {
    const { code, log } = await runCommand(['-d', database.url, '--state', stateUrl]);
    expect([code, log]).toEqual([2, expect.stringContaining('keeps a policy')]);
  });
});
