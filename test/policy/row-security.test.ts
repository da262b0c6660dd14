/**
 * PostgreSQL is told the current user, so that its own row security decides: for every kind of read, and never for the
 * next user of the connection.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login, type RunningCommand, runCommand, startCommand } from '../http/service.ts';
import { temporaryFolder } from '../support/folders.ts';
import { createDatabase, type TestDatabase } from '../support/servers.ts';

const many = 3_000;
/** A name that would end a literal, and is an SQL keyword besides. */
const odd = "user's \\";

let database: TestDatabase;
let command: RunningCommand;
let users: string;
const headers: Record<string, { authorization: string }> = {};

beforeAll(async () => {
  database = await createDatabase('postgres');
  await database.run(`
    CREATE TABLE customer (id integer PRIMARY KEY, agent text NOT NULL, name text NOT NULL);
    INSERT INTO customer SELECT n, CASE n % 3 WHEN 0 THEN 'ann' WHEN 1 THEN 'bob' ELSE E'user''s \\\\' END, 'c' || n
      FROM generate_series(1, ${many}) n;
    ALTER TABLE customer ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON customer USING (agent = current_setting('app.user', true));
    CREATE VIEW teller AS SELECT 1 AS id, current_setting('app.user', true) AS who;
    DO $$ BEGIN CREATE ROLE joinery_reader LOGIN PASSWORD 'reader';
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
    GRANT SELECT ON customer, teller TO joinery_reader;
    GRANT INSERT, UPDATE, DELETE ON customer TO joinery_reader;
    ANALYZE customer;
  `);
  const url = new URL(database.url);
  url.username = 'joinery_reader';
  url.password = 'reader';
  const folder = await temporaryFolder();
  users = join(folder, 'users.txt');
  await writeFile(users, `ann=a\nbob=b\n${odd}=u\nroot=r\n`);
  const parameters = ['--db-user-setting', 'app.user', '--pool-size', '2', '--state', 'none', '--edit'];
  command = await startCommand(['-d', url.href, '-u', users, '--admin', 'root', ...parameters]);
  for (const [name, password] of [
    ['ann', 'a'],
    ['bob', 'b'],
    [odd, 'u'],
    ['root', 'r'],
  ] as const) {
    headers[name] = await login(command.base, name, password);
  }
});
afterAll(async () => {
  await command?.stop();
  await database?.drop();
});

async function ask(user: string, path: string, body?: unknown) {
  const response = await fetch(`${command.base}/api/database${path}`, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: { ...headers[user], ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
  });
  return { status: response.status, text: await response.text() };
}

const remainder: Readonly<Record<string, number>> = { ann: 0, bob: 1, [odd]: 2 };
const idsOf = (user: string) =>
  Array.from({ length: many }, (_, i) => i + 1).filter((id) => id % 3 === remainder[user]);
const query = (more: object = {}) => ({
  entities: [{ id: 'customer', attributes: [{ id: 'id' }, { id: 'agent' }] }],
  order: [{ alias: 'id' }],
  ...more,
});

describe.each(Object.keys(remainder))('%s sees only their own rows', (user) => {
  const own = idsOf(user);

  test('in lists, records, queries, totals and groups', async () => {
    const list = JSON.parse((await ask(user, '/tables/customer')).text).data;
    expect(list.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => a - b)).toEqual(own);
    const [id = 0] = own;
    expect((await ask(user, `/tables/customer/recs/[${id}]`)).status).toBe(200);
    expect((await ask(user, `/tables/customer/recs/[${id + 1}]`)).status).toBe(404);
    const page = JSON.parse((await ask(user, '/uni-grid-request', query({ limit: 5, count: 'exact' }))).text);
    expect(page.data).toEqual(own.slice(0, 5).map((n) => [n, user]));
    expect(page.size.total).toBe(own.length);
    const about = JSON.parse((await ask(user, '/uni-grid-request', query({ count: 'estimate' }))).text);
    expect(about.size.total).toBe(own.length);
    const groups = { entities: [{ id: 'customer', attributes: [{ id: 'agent' }] }], group: ['agent'] };
    expect(JSON.parse((await ask(user, '/uni-grid-request', groups)).text).data).toEqual([[user]]);
    expect(JSON.parse((await ask(user, '/tables/teller')).text).data).toMatchObject([{ who: user }]);
  });

  test('and learns nothing about other rows from estimates and plans', async () => {
    const catalog = JSON.parse((await ask(user, '/catalog')).text);
    expect(catalog.entities.customer.rowEstimate).toBeNull();
    const { plan, estimate } = JSON.parse((await ask(user, '/uni-grid-request/explain', query())).text);
    expect([plan, estimate]).toEqual([expect.stringContaining('is shown to those who may see all'), null]);
  });

  test('on all pages of a cursor', async () => {
    const found: number[] = [];
    for (let after: string | undefined; ; ) {
      const more = { limit: 700, ...(after === undefined ? {} : { after }) };
      const page = JSON.parse((await ask(user, '/uni-grid-request', query(more))).text);
      found.push(...page.data.map(([id]: [number]) => id));
      after = page.next;
      if (typeof after !== 'string') break;
    }
    expect(found).toEqual(own);
  });

  test.each(['csv', 'ndjson'])('in a %s export', async (format) => {
    const { text } = await ask(user, `/uni-grid-request/export?format=${format}`, query());
    const lines = text.trimEnd().split('\n');
    expect(lines.map((line) => Number(/\d+/.exec(line)?.[0])).filter((id) => id > 0)).toEqual(own);
  });
});

test('an admin who views as another user sees the rows of that user, even without a policy', async () => {
  const recordAs = async (user: string, viewed: string) => {
    const response = await fetch(`${command.base}/api/database/tables/customer`, {
      headers: { ...headers[user], 'x-view-as': encodeURIComponent(viewed) },
    });
    return response.text();
  };
  for (const name of Object.keys(remainder)) {
    expect(await recordAs('root', name)).toBe((await ask(name, '/tables/customer')).text);
  }
  // Users who are not admins get their own rows, whatever the header says.
  expect(await recordAs('ann', 'bob')).toBe((await ask('ann', '/tables/customer')).text);
});

test('changes are made in the name of the user', async () => {
  const change = async (user: string, method: string, path: string, body: object) => {
    const response = await fetch(`${command.base}/api/database/tables/customer/${path}`, {
      method,
      headers: { ...headers[user], 'content-type': 'application/json', 'if-match': '*' },
      body: JSON.stringify(body),
    });
    await response.text();
    return response.status;
  };
  // The third row belongs to Ann.
  expect(await change('ann', 'PATCH', 'recs/[3]', { name: 'changed' })).toBe(200);
  expect(await change('bob', 'PATCH', 'recs/[3]', { name: 'taken' })).toBe(404);
  expect(await database.rows('SELECT name FROM customer WHERE id = 3')).toEqual([['changed']]);
  expect(await change('bob', 'POST', 'add', { id: 9_001, agent: 'ann', name: 'given' })).toBeGreaterThan(399);
  expect(await database.rows('SELECT count(*)::int FROM customer')).toEqual([[many]]);
});

test('concurrent requests of different users are not mixed up', async () => {
  const names = Object.keys(remainder);
  const asked = Array.from({ length: 120 }, (_, i) => ({ user: names[i % 3] ?? '', id: 1 + ((i * 7) % 30) }));
  const answers = await Promise.all(asked.map(({ user, id }) => ask(user, `/tables/customer/recs/[${id}]`)));
  expect(answers.map(({ status }) => status)).toEqual(
    asked.map(({ user, id }) => (id % 3 === remainder[user] ? 200 : 404)),
  );
});

test('--db-user-setting is refused for other engines, for a name without a dot, and without users', async () => {
  const refused = async (...args: string[]) => {
    const { code, log } = await runCommand([...args, '--state', 'none']);
    return [code, log];
  };
  const setting = ['--db-user-setting', 'app.user'];
  const sentence = (text: string) => [2, expect.stringContaining(text)];
  expect(await refused('-u', users, ...setting)).toEqual(sentence('Only PostgreSQL can be told who asks'));
  expect(await refused('-d', database.url, ...setting)).toEqual(sentence('add --users'));
  expect(await refused('-d', database.url, '-u', users, '--db-user-setting', 'user')).toEqual(
    sentence('like app.user'),
  );
});
