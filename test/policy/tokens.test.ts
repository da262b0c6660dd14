/** API tokens, the view of another user, and explanations of missing rights. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login, type RunningCommand, startCommand } from '../http/service.ts';
import { temporaryFolder } from '../support/folders.ts';
import { createDatabase, type TestDatabase } from '../support/servers.ts';

const own = { func: { name: 'EQ', args: [{ attr: 'rep' }, { user: 'rep' }] } };
const policy = {
  users: {
    ann: { roles: ['support', 'names'], attributes: { rep: 1 } },
    cat: { roles: ['support'], attributes: { rep: 2 } },
    bob: { roles: ['support'], attributes: {} },
    root: { roles: ['admin', 'names'] },
    eve: { roles: ['names'] },
  },
  roles: {
    support: { customer: { read: { columns: ['*', '-phone'], rows: own } } },
    names: { customer: { read: { columns: ['id', 'name'] }, update: { columns: ['name'] } } },
  },
};

let database: TestDatabase;
let command: RunningCommand;
let users: string;
let state: string;
const headers: Record<string, { authorization: string }> = {};

beforeAll(async () => {
  database = await createDatabase('sqlite');
  await database.run(`
    CREATE TABLE customer (id integer PRIMARY KEY, name text NOT NULL, phone text, rep integer);
    INSERT INTO customer VALUES (1, 'Alma', '111', 1), (2, 'Bert', '222', 2);
    CREATE TABLE secret (id integer PRIMARY KEY);
  `);
  const folder = await temporaryFolder();
  users = join(folder, 'users.txt');
  state = `sqlite:///${join(folder, 'state.sqlite')}`;
  await writeFile(users, 'ann=a\nbob=b\ncat=c\nroot=r\n');
  const file = join(folder, 'policy.json');
  await writeFile(file, JSON.stringify(policy));
  const where = ['-d', database.url, '-u', users, '--policy', file, '--state', state];
  command = await startCommand([...where, '--edit']);
  for (const [name, password] of [
    ['ann', 'a'],
    ['bob', 'b'],
    ['cat', 'c'],
    ['root', 'r'],
  ] as const) {
    headers[name] = await login(command.base, name, password);
  }
});
afterAll(async () => {
  await command?.stop();
  await database?.drop();
});

async function call(path: string, init: RequestInit & { body?: string } = {}) {
  const response = await fetch(command.base + path, {
    ...init,
    headers: { ...(init.body === undefined ? {} : { 'content-type': 'application/json' }), ...init.headers },
  });
  const text = await response.text();
  return { status: response.status, text, json: text === '' ? null : JSON.parse(text) };
}

const as = (user: string, more: object = {}) => ({ headers: { ...headers[user], ...more } });
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const list = '/api/database/tables/customer';
const soon = new Date(Date.now() + 3_600_000).toISOString();

function make(user: string, body: object) {
  return call('/api/tokens', { method: 'POST', body: JSON.stringify(body), ...as(user) });
}

describe('a token', () => {
  test('acts for its maker, with the roles that it was given, and is shown once', async () => {
    const { status, json } = await make('ann', {
      name: 'nightly',
      expires: soon,
      roles: ['names'],
      read_only: true,
    });
    expect(status).toBe(201);
    const { id, token, ...told } = json;
    expect(told).toEqual({ name: 'nightly', roles: ['names'], read_only: true, expires: soon });
    expect((await call('/api/me', bearer(token))).json).toEqual({
      name: 'ann',
      roles: ['names'],
      attributes: { rep: 1 },
      via: 'token',
    });
    const rows = (await call(list, bearer(token))).json.data;
    expect(rows.map(({ rep, name }: Record<string, unknown>) => [name, rep])).toEqual([
      ['Alma', undefined],
      ['Bert', undefined],
    ]);
    const { tokens } = (await call('/api/tokens', as('ann'))).json;
    expect(tokens).toEqual([{ id, ...told, last_use: expect.stringMatching(/^\d{4}-/) }]);
    expect((await call('/api/tokens', as('bob'))).json).toEqual({ tokens: [] });
    // It cannot change anything, and no token can create tokens.
    const query = {
      method: 'POST',
      body: JSON.stringify({ entities: [{ id: 'customer', attributes: [{ id: 'name' }] }] }),
    };
    const auth = { headers: { ...bearer(token).headers } };
    expect((await call('/api/database/uni-grid-request', { ...query, ...auth })).status).toBe(200);
    expect((await call('/api/queries', { ...query, ...auth })).status).toBe(403);
    expect((await call('/api/tokens', { ...query, ...auth })).status).toBe(403);
    // Revoked as soon as the answer arrives.
    expect((await call(`/api/tokens/${id}`, { method: 'DELETE', ...as('bob') })).status).toBe(404);
    expect((await call(list, bearer(token))).status).toBe(200);
    expect((await call(`/api/tokens/${id}`, { method: 'DELETE', ...as('ann') })).status).toBe(204);
    expect((await call(list, bearer(token))).status).toBe(401);
  });

  test('has no more roles than its maker, and must expire', async () => {
    expect((await make('bob', { name: 'x', expires: soon, roles: ['names'] })).status).toBe(403);
    expect((await make('bob', { name: 'x' })).json).toMatchObject({ status: 400, pointer: '/expires' });
    const past = await make('bob', { name: 'x', expires: '2001-01-01T00:00:00Z' });
    expect(past.json).toMatchObject({
      status: 400,
      pointer: '/expires',
      detail: 'This end has passed already.',
    });
    const never = await make('bob', { name: 'x', expires: '2030-02-31T00:00:00Z' });
    expect(never.json).toMatchObject({ status: 400, pointer: '/expires' });
  });

  test('with fewer roles lists all tokens of its maker with their own roles', async () => {
    const few = (await make('ann', { name: 'few', expires: soon, roles: ['names'] })).json;
    const all = (await make('ann', { name: 'all', expires: soon })).json;
    const { tokens } = (await call('/api/tokens', bearer(few.token))).json;
    const { json: own } = await call('/api/me', as('ann'));
    expect(tokens.map(({ name, roles }: Record<string, unknown>) => [name, roles])).toEqual(
      expect.arrayContaining([
        ['all', own.roles],
        ['few', ['names']],
      ]),
    );
    expect(own.roles).toEqual(all.roles);
    for (const { id } of [few, all]) await call(`/api/tokens/${id}`, { method: 'DELETE', ...as('ann') });
  });

  test('is refused if a letter is changed', async () => {
    const { token } = (await make('ann', { name: 'x', expires: soon })).json;
    for (const i of [0, 12, token.length - 2]) {
      const other = `${token.slice(0, i)}${token[i] === 'A' ? 'B' : 'A'}${token.slice(i + 1)}`;
      expect((await call(list, bearer(other))).status).toBe(401);
    }
    expect((await call(list, bearer(token))).status).toBe(200);
  });

  test('with fewer roles does not see what its maker did with more, and cannot create links', async () => {
    const { token } = (await make('ann', { name: 'x', expires: soon, roles: ['support'] })).json;
    const send = (path: string, body: object, who: object) =>
      call(path, { method: 'POST', body: JSON.stringify(body), ...who });
    // The token sees one of the two customers.
    expect((await call(list, bearer(token))).json.data.map((row: { id: number }) => row.id)).toEqual([1]);
    const update = { op: 'update', entity: 'customer', key: { id: 2 }, set: { name: 'Berta' } };
    const changes = [{ ...update, expect: { name: 'Bert' } }];
    const made = await send('/api/database/changes', { changes }, as('ann'));
    expect(made.status, made.text).toBe(201);
    const { id } = made.json;
    expect((await call(`/api/database/changes/${id}`, as('ann'))).json).toEqual(made.json);
    const { changes: seen, ...head } = (await call(`/api/database/changes/${id}`, bearer(token))).json;
    expect([seen, head.id]).toEqual([[], id]);
    const history = async (query: string, who: object) =>
      (await call(`/api/database/changes?${query}`, who)).json.changes.map(
        (set: { changes: unknown[] }) => set.changes.length,
      );
    expect([await history('', as('ann')), await history('', bearer(token))]).toEqual([[1], [0]]);
    const ofBert = 'entity=customer&key=[2]';
    expect([await history(ofBert, as('ann')), await history(ofBert, bearer(token))]).toEqual([[1], []]);
    expect((await send(`/api/database/changes/${id}/undo`, {}, bearer(token))).status).toBe(403);
    expect((await send(`/api/database/changes/${id}/undo`, {}, as('ann'))).status).toBe(201);

    const unigrid = { entities: [{ id: 'customer', attributes: [{ id: 'name' }] }] };
    const query = { title: 'All of them', slug: 'all-of-them', unigrid };
    expect((await send('/api/queries', query, bearer(token))).status).toBe(201);
    const refused = await send('/api/queries/all-of-them/links', { expires: soon }, bearer(token));
    expect(refused.status, refused.text).toBe(403);
    expect((await call('/api/queries/all-of-them/links', as('ann'))).json).toEqual({ data: [] });
    const whole = (await make('ann', { name: 'y', expires: soon })).json;
    const link = await send('/api/queries/all-of-them/links', { expires: soon }, bearer(whole.token));
    expect(link.status, link.text).toBe(201);
    const shown = await (await fetch(link.json.url)).json();
    expect(shown).toMatchObject({ data: [['Alma'], ['Bert']] });
    // Nor may a reduced token change the query behind a link.
    const again = await send('/api/queries', { ...query, slug: 'another' }, bearer(token));
    expect(again.status, again.text).toBe(403);
    const put = { method: 'PUT', body: JSON.stringify(query), headers: { 'if-match': '*' } };
    for (const [who, status] of [
      [bearer(token), 403],
      [as('ann'), 200],
    ] as const) {
      const headers = { ...put.headers, ...who.headers };
      expect((await call('/api/queries/all-of-them', { ...put, headers })).status).toBe(status);
    }
  });

  test('does not let the owner of a query read hidden rows through the link of another user', async () => {
    const send = (method: string, path: string, body: object, user: string) =>
      call(path, { method, body: JSON.stringify(body), ...as(user, { 'if-match': '*' }) });
    const where = { func: { name: 'EQ', args: [{ alias: 'id' }, { value: 2 }] } };
    const unigrid = { entities: [{ id: 'customer', attributes: [{ id: 'id' }, { id: 'name' }] }] };
    const query = { title: 'Bert', slug: 'bert', visibility: 'everyone', unigrid: { ...unigrid, where } };
    expect((await send('POST', '/api/queries', query, 'cat')).status).toBe(201);
    const tiles = [{ x: 0, y: 0, w: 1, h: 1, kind: 'table', query: 'bert' }];
    expect((await send('POST', '/api/dashboards', { title: 'Board', tiles }, 'ann')).status).toBe(201);
    const link = async () =>
      (await send('POST', '/api/dashboards/board/links', { expires: soon }, 'ann')).json.url;
    const url = await link();
    const tile = async (of: string) => (await fetch(`${of}/tiles/0`)).json();
    expect(await tile(url)).toMatchObject({ data: [[2, 'Bert']] });
    // She sees one of the two customers, the link's creator sees both.
    const { slug: _, ...wider } = { ...query, unigrid };
    expect((await send('PUT', '/api/queries/bert', wider, 'cat')).status).toBe(200);
    expect(await tile(url)).toMatchObject({ status: 404 });
    expect(await (await fetch(url)).json()).toHaveProperty('queries', {});
    // A new link, created after the change, shows it.
    expect(await tile(await link())).toMatchObject({
      data: [
        [1, 'Alma'],
        [2, 'Bert'],
      ],
    });
  });

  test('outlives its session and ends with its user, as links do', async () => {
    await writeFile(users, 'ann=a\nbob=b\nroot=r\neve=e\n');
    const session = await expect
      .poll(() => login(command.base, 'eve', 'e').catch(() => null), { timeout: 20_000 })
      .not.toBeNull()
      .then(() => login(command.base, 'eve', 'e'));
    const made = await call('/api/tokens', {
      method: 'POST',
      body: JSON.stringify({ name: 'x', expires: soon }),
      headers: session,
    });
    const query = { entities: [{ id: 'customer', attributes: [{ id: 'name' }] }] };
    const post = (path: string, body: object) =>
      call(path, { method: 'POST', body: JSON.stringify(body), headers: session });
    await post('/api/queries', { title: 'Left', slug: 'left', unigrid: query });
    const link = new URL((await post('/api/queries/left/links', { expires: soon })).json.url).pathname;
    await call('/api/logout', { method: 'POST', headers: session });
    const { token } = made.json;
    expect((await call(link)).status).toBe(200);
    expect((await call('/api/me', bearer(token))).json.name).toBe('eve');
    await writeFile(users, 'ann=a\nbob=b\nroot=r\n');
    await expect
      .poll(async () => (await call('/api/me', bearer(token))).status, { timeout: 20_000 })
      .toBe(401);
    // A later user of the same name may be another person.
    await writeFile(users, 'ann=a\nbob=b\nroot=r\neve=other\n');
    await expect
      .poll(() => login(command.base, 'eve', 'other').catch(() => null), { timeout: 20_000 })
      .not.toBeNull();
    expect((await call('/api/me', bearer(token))).status).toBe(401);
    expect((await call(link)).status).toBe(404);
  });
});

describe('an admin who views as another user', () => {
  test('gets the same bytes as that user, and cannot change anything', async () => {
    for (const path of ['/api/me', list, `${list}/recs/[1]`, `${list}/recs/[2]`, '/api/database/mode']) {
      const viewed = await call(path, as('root', { 'x-view-as': 'ann' }));
      expect(viewed).toEqual(await call(path, as('ann')));
    }
    const saved = { method: 'POST', body: '{}', ...as('root', { 'x-view-as': 'ann' }) };
    expect((await call('/api/queries', saved)).status).toBe(403);
    expect((await call('/api/tokens', saved)).status).toBe(403);
  });

  test('must be an admin, and the user must exist', async () => {
    expect((await call('/api/me', as('ann', { 'x-view-as': 'bob' }))).status).toBe(403);
    expect((await call('/api/me', as('root', { 'x-view-as': 'nobody' }))).status).toBe(404);
    expect((await call('/api/me', as('root', { 'x-view-as': '%zz' }))).status).toBe(404);
  });
});

describe('/api/access/why', () => {
  const why = (user: string, query: string) => call(`/api/access/why?${query}`, as(user));

  test('shows an admin which grants give a column of a row, and what is missing', async () => {
    expect((await why('root', 'user=ann&entity=customer&column=rep&key=[1]')).json).toEqual({
      allowed: true,
      reason: 'The role support grants it.',
      grants: [
        { role: 'support', column: true, row: true, missing: [] },
        { role: 'names', column: false, row: true, missing: [] },
      ],
    });
    expect((await why('root', 'user=ann&entity=customer&column=rep&key=2')).json).toMatchObject({
      allowed: false,
      grants: [{ row: false }, { column: false, row: true }],
    });
    expect((await why('root', 'user=bob&entity=customer')).json).toEqual({
      allowed: false,
      reason: 'The attribute rep is missing, so that the grant grants nothing.',
      grants: [{ role: 'support', column: null, row: null, missing: ['rep'] }],
    });
    expect((await why('root', 'user=ann&entity=customer&column=phone')).json).toMatchObject({
      allowed: false,
      reason: 'No grant gives this column.',
    });
    expect((await why('root', 'user=ann&entity=secret')).json).toEqual({
      allowed: false,
      reason: 'No role grants read on secret.',
      grants: [],
    });
    expect((await why('root', 'user=ann&entity=customer&action=delete')).json.allowed).toBe(false);
  });

  test('reveals nothing that is hidden from the user', async () => {
    expect((await why('ann', 'entity=customer&column=rep')).json.allowed).toBe(true);
    const [hidden, never] = [await why('ann', 'entity=secret'), await why('ann', 'entity=terces')];
    expect(hidden.status).toBe(404);
    expect(hidden.text.replaceAll('secret', 'terces')).toBe(never.text);
    const [column, none] = [
      await why('ann', 'entity=customer&column=phone'),
      await why('ann', 'entity=customer&column=enohp'),
    ];
    expect(column.status).toBe(404);
    expect(column.text.replaceAll('phone', 'enohp')).toBe(none.text);
    expect((await why('ann', 'entity=customer&user=bob')).status).toBe(403);
    expect((await why('root', 'entity=customer&user=nobody')).status).toBe(404);
    expect((await why('ann', 'entity=customer&key=77')).status).toBe(404);
    expect((await why('ann', 'entity=customer&what=1')).status).toBe(400);
  });
});
