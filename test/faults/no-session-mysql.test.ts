/** A running service whose user or database MariaDB takes away: a neutral 503 without names, and recovery by itself. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningCommand, startCommand } from '../http/service.ts';
import { type LiveDatabase, startServer, type TestServer } from '../support/servers.ts';

const account = 'canary_user';
const secret = 'canary_secret';
const name = 'canary_database';
const tables = `create table thing (id integer auto_increment primary key, word varchar(20));
  insert into thing values (1, 'one')`;

const path = '/api/database/uni-grid-request';
const query = { entities: [{ id: 'thing', attributes: [{ id: 'id' }, { id: 'word' }] }] };
const word = { word: 'one' };
const change = { op: 'update', entity: 'thing', key: { id: 1 }, set: word, expect: word };
const changes = '/api/database/changes';

const asks: readonly (readonly [path: string, body?: object])[] = [
  ['/api/database/tables/thing/recs/[1]'],
  ['/api/database/tables/thing'],
  [path, query],
  [path, { ...query, limit: 100_000 }],
  [`${path}/export?format=csv`, query],
  [`${path}/export?format=xlsx`, query],
  [`${path}/explain`, query],
  [changes, { changes: [change] }],
  [changes, { changes: [change], dry_run: true }],
  ['/api/database/tables/thing/add', { word: 'new' }],
];

/** What happens, and what reverts it. */
const cases: Readonly<Record<string, readonly [does: string, undoes: string]>> = {
  'is locked': [`alter user ${account} account lock`, `alter user ${account} account unlock`],
  'has another password': [
    `alter user ${account} identified by 'another'`,
    `alter user ${account} identified by '${secret}'`,
  ],
  'has another name': [`rename user ${account} to canary_other`, `rename user canary_other to ${account}`],
  'has lost all rights': [`revoke all on ${name}.* from ${account}`, `grant all on ${name}.* to ${account}`],
  'has lost its database': [`drop database ${name}`, `create database ${name}; use ${name}; ${tables}`],
};

let server: TestServer;
let administration: LiveDatabase;
let service: RunningCommand;

beforeAll(async () => {
  server = await startServer('mysql');
  const database = await server.createDatabase(name);
  await database.run(tables);
  administration = await server.createDatabase();
  await administration.run(
    `create user ${account} identified by '${secret}'; grant all on ${name}.* to ${account};`,
  );
  const url = new URL(database.url);
  url.username = account;
  url.password = secret;
  service = await startCommand(['-d', url.href, '--pool-size', '3', '--edit']);
});
afterAll(async () => {
  await service?.stop();
  await server?.remove();
});

async function answers(): Promise<readonly { status: number; text: string }[]> {
  const all: { status: number; text: string }[] = [];
  for (const [to, body] of asks) {
    const headers = { 'content-type': 'application/json' };
    const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(service.base + to, init);
    all.push({ status: response.status, text: await response.text() });
  }
  return all;
}

test.each(Object.entries(cases))('a user who %s', { timeout: 60_000 }, async (_, [does, undoes]) => {
  await administration.run(`${does}; flush privileges;`);
  const sessions = `select id from information_schema.processlist where user like 'canary%'`;
  for (const [id] of await administration.rows(sessions)) await administration.run(`kill ${id}`);
  const refused = await answers();
  expect(refused.map(({ status }) => status)).toEqual(asks.map(() => 503));
  expect(refused.filter(({ text }) => /canary|127\.0\.0\.1/.test(text))).toEqual([]);
  await administration.run(`${undoes}; flush privileges;`);
  const again = await answers();
  expect(again.filter(({ status }) => status >= 300)).toEqual([]);
});
