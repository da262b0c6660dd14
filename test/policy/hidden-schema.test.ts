/**
 * Two databases whose hidden tables, columns, indexes and rows differ: users who see the rest cannot tell them apart.
 */
import { expect, test } from 'vitest';
import type { PolicyDocument } from '../../src/contract/policy.ts';
import { createDatabase } from '../support/servers.ts';
import { queryPath, serveLimited } from './service.ts';

const func = (name: string, ...args: object[]) => ({ func: { name, args } });
const own = func('EQ', { attr: 'rep' }, { user: 'rep' });
const toCustomer = { entity: { id: 'customer', relation: { attr_parent: 'customer_id' } }, where: own };

const policy: PolicyDocument = {
  users: { ann: { roles: ['support'], attributes: { rep: 1 } } },
  roles: {
    support: {
      customer: { read: { columns: ['id', 'name', 'rep'], rows: own } },
      invoice: { read: { rows: func('EXISTS', toCustomer) } },
    },
  },
};

const invoices =
  'CREATE TABLE invoice (id integer PRIMARY KEY, customer_id integer NOT NULL, total integer NOT NULL, FOREIGN KEY (customer_id) REFERENCES customer (id));';
const pair = [
  `CREATE TABLE customer (id integer PRIMARY KEY, name varchar(40) NOT NULL, phone varchar(40), rep integer NOT NULL);
   INSERT INTO customer VALUES (1, 'Alma', '111', 1), (2, 'Bert', '222', 1), (3, 'Cleo', '333', 2), (4, 'Dino', '444', 2);
   ${invoices}
   INSERT INTO invoice VALUES (10, 1, 5), (11, 1, 7), (12, 3, 1000), (13, 4, 2000), (14, 2, 9);
   CREATE TABLE secret (id integer PRIMARY KEY, customer_id integer, FOREIGN KEY (customer_id) REFERENCES customer (id));
   INSERT INTO secret VALUES (1, 1);`,
  `CREATE TABLE customer (id integer PRIMARY KEY, iban varchar(40) UNIQUE, name varchar(40) NOT NULL, rep integer NOT NULL, nick_name varchar(40));
   CREATE INDEX customer_rep ON customer (rep, iban);
   INSERT INTO customer VALUES (1, 'x', 'Alma', 1, null), (2, null, 'Bert', 1, 'B'), (3, 'y', 'Zora', 2, null), (7, null, 'Igor', 3, null), (8, null, 'Jana', 3, null);
   ${invoices}
   INSERT INTO invoice VALUES (10, 1, 5), (11, 1, 7), (12, 3, 77), (14, 2, 9), (19, 7, 3);
   CREATE TABLE invoices (id integer PRIMARY KEY, invoice_id integer, FOREIGN KEY (invoice_id) REFERENCES invoice (id));
   CREATE TABLE vault (id integer PRIMARY KEY, customer_id integer, FOREIGN KEY (customer_id) REFERENCES customer (id));
   INSERT INTO vault VALUES (1, 1), (2, 2);`,
];

/** Names that exist in one of them, in both, or in neither. */
const columns = ['phone', 'iban', 'nick_name', 'nick', 'nope'];
const entities = ['secret', 'vault', 'invoices', 'invoics', 'nope'];
const keys = [1, 3, 4, 7, 99];
const customers = (...attributes: object[]) => [
  { id: 'customer', attributes: [{ id: 'name' }, ...attributes] },
];
const related = (id: string) => ({ id, relation: { attr_parent: 'id' }, attributes: [] });
const totals = { ...related('invoice'), attributes: [{ id: 'total', alias: 't' }] };

const queries = [
  ...columns.flatMap((id) => [
    { entities: customers({ id }) },
    { entities: customers(), order: [{ alias: id }] },
    { entities: customers({ alias: 'x', expr: { fn: 'UPPER', args: [{ alias: id }] } }) },
    { entities: customers({ id, summaries: ['max'] }), group: ['name'] },
  ]),
  ...entities.flatMap((id) => [
    { entities: [{ id, attributes: [{ id: 'id' }] }] },
    { entities: customers(), where: func('EXISTS', { entity: related(id) }) },
    { entities: customers({ alias: 'n', rollup: { entity: related(id), summary: 'count' } }) },
  ]),
  ...['sum', 'max', 'first', 'list', 'count_distinct'].map((summary) => ({
    entities: customers({ alias: 'm', rollup: { entity: totals, summary, of: 't' } }),
    order: [{ alias: 'm', asc: false }],
  })),
  { entities: customers(), where: func('NOT_EXISTS', { entity: related('invoice') }), count: 'estimate' },
  {
    entities: customers({ id: 'rep' }, { id: 'id', alias: 'i', summaries: ['count', 'max'] }),
    group: ['rep', 'name'],
    having: func('GTE', { alias: 'count_i' }, { value: 1 }),
    pivot: 'rep',
  },
  {
    entities: customers({ id: 'id' }, { alias: 's', over: { fn: 'share', of: 'id' } }),
    top: { n: 3, order: [{ alias: 'id', asc: false }] },
  },
];

const tools = [
  ...[{}, { find: 'phone' }, { find: 'iban' }, { find: 'custom' }, { entity: 'customer' }].map((given) => ({
    name: 'search_model',
    given,
  })),
  ...entities.flatMap((entity) => [
    { name: 'search_model', given: { entity } },
    { name: 'search_model', given: { entity: 'customer', to: entity } },
    { name: 'record', given: { entity, key: [1] } },
  ]),
  ...columns.map((column) => ({ name: 'search_model', given: { entity: 'customer', column } })),
  ...keys.map((key) => ({ name: 'record', given: { entity: 'customer', key: [key] } })),
];

const table = '/api/database/tables';
const paths = [
  ...['', '/mode', '/catalog', '/inferred', '/functions'].map((path) => `/api/database${path}`),
  '/api/openapi.json',
  ...entities.flatMap((entity) => [`${table}/${entity}`, `/api/access/why?entity=${entity}`]),
  ...columns.flatMap((column) => [
    `${table}/customer/recs/[x]?by=${column}`,
    `${table}/customer/recs/[1]/${column}`,
    `/api/access/why?entity=customer&column=${column}`,
  ]),
  ...keys.flatMap((key) => [
    `${table}/customer/recs/[${key}]`,
    `/api/access/why?entity=customer&key=[${key}]`,
  ]),
  ...[10, 12, 13, 19].map((key) => `${table}/invoice/recs/[${key}]`),
  `${table}/customer`,
  `${table}/invoice?limit=2&offset=1`,
];

const requests: readonly (readonly [path: string, body?: unknown])[] = [
  ...paths.map((path) => [path] as const),
  ...queries.flatMap((query) =>
    ['', '/explain', '/summaries', '/export?format=csv'].map((to) => [`${queryPath}${to}`, query] as const),
  ),
  ...tools.map(({ name, given }) => {
    const params = { name, arguments: given };
    return ['/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }] as const;
  }),
];

/** Hiding happens before any engine is asked, so a file and a server stand for all. */
test.each(['sqlite', 'postgres'] as const)(
  'hidden tables, columns, indexes and rows do not affect any answer on %s',
  async (engine) => {
    await using ending = new AsyncDisposableStack();
    const services = [];
    for (const script of pair) {
      const database = await createDatabase(engine);
      ending.defer(() => database.drop());
      await database.run(script);
      services.push(ending.use(await serveLimited(database.url, policy)));
    }
    let answered = 0;
    for (const [path, body] of requests) {
      const [one, other] = await Promise.all(services.map((service) => service.ask('ann', path, body)));
      expect([path, body, other], JSON.stringify([path, body])).toEqual([path, body, one]);
      if (one?.status === 200) answered++;
    }
    // Not all the identical answers are refusals.
    expect(answered).toBeGreaterThan(60);
  },
);
