/** Tools under a policy: tokens with fewer rights, hidden data, the audit log, ended sessions. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { login, type RunningCommand, startCommand } from '../http/service.ts';
import { overHttp, overStdio } from '../support/assistant.ts';
import { temporaryFolder } from '../support/folders.ts';
import { createDatabase, type TestDatabase } from '../support/servers.ts';

const own = { func: { name: 'EQ', args: [{ attr: 'rep' }, { user: 'rep' }] } };
const policy = {
  users: {
    ann: { roles: ['support', 'clerk'], attributes: { rep: 1 } },
    bob: { roles: ['support'], attributes: { rep: 2 } },
    root: { roles: ['admin'] },
  },
  roles: {
    support: { customer: { read: { columns: ['*', '-phone'], rows: own } } },
    clerk: { customer: { update: { columns: ['name'], rows: own } }, ledger: { read: true } },
  },
};

let database: TestDatabase;
let command: RunningCommand;
const sessions: Record<string, { authorization: string }> = {};

beforeAll(async () => {
  database = await createDatabase('sqlite');
  await database.run(`
    CREATE TABLE customer (id integer PRIMARY KEY, name text NOT NULL, phone text, rep integer);
    INSERT INTO customer VALUES (1, 'Alma', '111', 1), (2, 'Bert', '222', 2);
    CREATE TABLE ledger (id integer PRIMARY KEY); INSERT INTO ledger VALUES (7);
    CREATE TABLE secret (id integer PRIMARY KEY);
  `);
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'users'), 'ann=a\nbob=b\nroot=r\n');
  await writeFile(join(folder, 'policy.json'), JSON.stringify(policy));
  const args = [
    '-d',
    database.url,
    '-u',
    join(folder, 'users'),
    '--policy',
    join(folder, 'policy.json'),
    '--edit',
  ];
  command = await startCommand([...args, '--state', `sqlite:///${join(folder, 'state.sqlite')}`]);
  for (const [name, password] of [
    ['ann', 'a'],
    ['bob', 'b'],
    ['root', 'r'],
  ] as const) {
    sessions[name] = await login(command.base, name, password);
  }
});
afterAll(async () => {
  await command?.stop();
  await database?.drop();
});

async function call(user: string, path: string, body?: object) {
  const response = await fetch(command.base + path, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: { ...sessions[user], ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
  });
  return { status: response.status, text: await response.text() };
}

async function token(roles: readonly string[]): Promise<string> {
  const body = { name: 'assistant', expires: '2099-01-01', roles, read_only: true };
  const { status, text } = await call('ann', '/api/tokens', body);
  expect(status).toBe(201);
  return JSON.parse(text).token;
}

const customers = {
  entities: [{ id: 'customer', attributes: [{ id: 'name' }] }],
  order: [{ alias: 'name' }],
};

test('a token with fewer roles sees less, over both transports', async () => {
  const secret = await token(['support']);
  await using http = await overHttp(command.base, { headers: { authorization: `Bearer ${secret}` } });
  await using stdio = await overStdio(['--url', command.base, '--token', secret]);
  for (const assistant of [http, stdio]) {
    expect((await assistant.call('search_model')).data.columns).toEqual({ customer: 'id, name, rep' });
    expect((await assistant.call('query', customers)).data.data).toEqual([['Alma']]);
    expect((await assistant.call('record', { entity: 'customer', key: [2] })).isError).toBe(true);
    // Hidden names look like names that never existed.
    for (const hidden of ['ledger', 'secret', 'nowhere']) {
      const { data } = await assistant.call('search_model', { entity: hidden });
      expect(data.problem.detail).toBe(`There is no entity called "${hidden}".`);
    }
    const { resources } = await assistant.client.listResources();
    expect(resources.map(({ name }) => name)).toEqual(['customer']);
  }
});

test('a read-only token may propose what its user may do, and change nothing', async () => {
  const secret = await token(['support', 'clerk']);
  await using assistant = await overHttp(command.base, { headers: { authorization: `Bearer ${secret}` } });
  const update = (id: number, name: string, before: string) => ({
    changes: [{ op: 'update', entity: 'customer', key: { id }, set: { name }, expect: { name: before } }],
  });
  const { isError, link } = await assistant.call('propose_changes', update(1, 'Anna', 'Alma'));
  expect(isError).toBe(false);
  expect((await assistant.call('propose_changes', update(2, 'X', 'Bert'))).isError).toBe(true);
  const insert = { changes: [{ op: 'insert', entity: 'ledger', set: { id: 8 } }] };
  expect((await assistant.call('propose_changes', insert)).data.refusals[0].type).toMatch(/forbidden$/);
  // A proposal by itself changes nothing.
  const response = await fetch(`${command.base}/api/database/changes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(update(1, 'Anna', 'Alma')),
  });
  expect(response.status).toBe(403);
  // Only its owner can see it.
  const path = `/api/assistants/proposals/${link?.split('/').at(-1)}`;
  expect((await call('ann', path)).status).toBe(200);
  expect((await call('bob', path)).status).toBe(404);
  // A proposal made with more roles is hidden from a token with fewer.
  const fewer = { authorization: `Bearer ${await token(['support'])}` };
  expect((await fetch(command.base + path, { headers: fewer })).status).toBe(404);
});

test('nobody sees the questions of another user', async () => {
  await using assistant = await overHttp(command.base, { headers: { ...sessions.bob } });
  const { link } = await assistant.call('query', customers);
  const id = link?.split('/').at(-1);
  expect((await call('bob', `/api/assistants/asked/${id}`)).status).toBe(200);
  expect((await call('ann', `/api/assistants/asked/${id}`)).status).toBe(404);
  expect(JSON.parse((await call('bob', '/api/assistants/asked')).text).data).toHaveLength(1);
});

test('what tools read is in the audit log, with its entities and rows', async () => {
  const secret = await token(['clerk']);
  await using assistant = await overHttp(command.base, { headers: { authorization: `Bearer ${secret}` } });
  await assistant.call('query', { entities: [{ id: 'ledger', attributes: [{ id: 'id' }] }] });
  await expect
    .poll(async () => {
      const lines = (await call('root', '/api/audit')).text.trim().split('\n');
      return lines.map((line) => JSON.parse(line)).filter(({ entities }) => entities.includes('ledger'));
    })
    .toEqual([
      expect.objectContaining({ user: 'ann', via: 'token', action: 'read', entities: ['ledger'], rows: 1 }),
    ]);
});

test('requests without a valid session or token are refused', async () => {
  await expect(overHttp(command.base)).rejects.toThrow(/401|auth/i);
  await expect(overStdio(['--url', command.base, '--token', 'wrong'])).rejects.toThrow(
    'There is no such token, or it has ended: make another one.',
  );
});
