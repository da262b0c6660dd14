import { expect, test } from 'vitest';
import { reference, table } from '../../../test/support/catalog.ts';
import type { PolicyDocument, PolicyWhere } from '../../contract/policy.ts';
import { sqlite } from '../../dialects/sqlite/dialect.ts';
import { buildDatabase } from '../../model/build.ts';
import { unrestricted } from '../../model/restrict.ts';
import { type ReadSchema, Rights } from './rights.ts';

/** A reading of a schema in which an invoice has these columns. */
function reading(generation: number, ...columns: string[]): ReadSchema {
  const customer = table('customer', ['id'], { primaryKey: ['id'] });
  const invoice = table('invoice', ['id', ...columns], {
    primaryKey: ['id'],
    foreignKeys: columns.includes('customer_id') ? [reference(['customer_id'], 'customer', ['id'])] : [],
  });
  const catalog = { defaultSchema: null, tables: [customer, invoice] };
  return { database: unrestricted(buildDatabase(catalog)), generation };
}

const newRights = () =>
  new Rights(
    sqlite.sql,
    () => true,
    () => {},
    null,
  );

function columnsOf(rights: Rights, schema: ReadSchema, entity: string, policy: PolicyDocument): string[] {
  const { database } = rights.viewOf(schema, { roles: ['own'], attributes: {}, policy });
  return [...(database.entities.get(entity)?.column.keys() ?? [])];
}

test('a request with an older reading of the schema does not make a column count as vanished', () => {
  const [before, after] = [reading(1, 'total'), reading(2, 'total', 'note')];
  const policy: PolicyDocument = { roles: { own: { '*': { read: true } } } };
  const rights = newRights();
  const seen = [before, after, before, after].map((schema) => columnsOf(rights, schema, 'invoice', policy));
  const [short, long] = [
    ['id', 'total'],
    ['id', 'total', 'note'],
  ];
  expect(seen).toEqual([short, long, short, long]);
});

test('a condition on a column that is gone does not fall back to an outer column of the same name', () => {
  const rows = func('EXISTS', { entity: toCustomer, where: func('EQ', { attr: 'owner' }, { value: 1 }) });
  const policy: PolicyDocument = { roles: { own: { invoice: { read: { rows } } } } };
  const readings = [['id', 'owner'], ['id'], ['id', 'owner']].map((columns, i): ReadSchema => {
    const tables = [
      table('customer', columns, { primaryKey: ['id'] }),
      table('invoice', ['id', 'customer_id', 'owner'], {
        primaryKey: ['id'],
        foreignKeys: [reference(['customer_id'], 'customer', ['id'])],
      }),
    ];
    return { database: unrestricted(buildDatabase({ defaultSchema: null, tables })), generation: i + 1 };
  });
  const rights = newRights();
  const seen = readings.map((schema) => {
    const { database } = rights.viewOf(schema, { roles: ['own'], attributes: {}, policy });
    return [...database.entities.keys()];
  });
  expect(seen).toEqual([['invoice'], [], []]);
});

test('a denied column is not shown under another name, nor are new columns while it is missing', () => {
  const readings = [
    reading(1, 'total', 'note'),
    reading(2, 'total', 'remark'),
    reading(3, 'sum', 'remark'),
    reading(4, 'sum', 'remark', 'day'),
  ];
  const policyOf = (...kept: string[]): PolicyDocument => ({
    roles: { own: { invoice: { read: { columns: ['*', ...kept] } } } },
  });
  const seenBy = (policy: PolicyDocument) => {
    const rights = newRights();
    return readings.map((schema) => columnsOf(rights, schema, 'invoice', policy).join());
  };
  expect(seenBy(policyOf('-total'))).toEqual(['id,note', 'id,remark', 'id,remark', 'id,remark']);
  expect(seenBy(policyOf('-note'))).toEqual(['id,total', 'id,total', 'id', 'id']);
  expect(seenBy(policyOf())).toEqual([
    'id,total,note',
    'id,total,remark',
    'id,sum,remark',
    'id,sum,remark,day',
  ]);
  // Saving the policy again confirms what exists now.
  const [last = reading(4)] = readings.slice(-1);
  expect(columnsOf(newRights(), last, 'invoice', policyOf('-total')).join()).toBe('id,sum,remark,day');
});

test('a denied entity is not shown under another name, nor are new entities while it is missing', () => {
  const named = (generation: number, ...names: string[]): ReadSchema => {
    const tables = names.map((name) => table(name, ['id'], { primaryKey: ['id'] }));
    return { database: unrestricted(buildDatabase({ defaultSchema: null, tables })), generation };
  };
  const readings = [named(1, 'a', 'secret'), named(2, 'a', 'b', 'secret'), named(3, 'a', 'b', 'terces')];
  const seenBy = (policy: PolicyDocument) => {
    const rights = newRights();
    return readings.map((schema) => {
      const { database } = rights.viewOf(schema, { roles: ['own'], attributes: {}, policy });
      return [...database.entities.keys()].join();
    });
  };
  expect(seenBy({ roles: { own: { '*': { read: true }, secret: {} } } })).toEqual(['a', 'a,b', 'a,b']);
  expect(seenBy({ roles: { own: { '*': { read: true } } } })).toEqual([
    'a,secret',
    'a,b,secret',
    'a,b,terces',
  ]);
});

const func = (name: string, ...args: object[]): PolicyWhere => ({ func: { name, args } });
const toCustomer = { id: 'customer', relation: { attr_parent: 'customer_id' } };
const toInvoices = { id: 'invoice', relation: { attr_parent: 'id' } };
const total = { id: 'total', alias: 'sum', selected: false };
const isPositive = func('GT', { alias: 'sum' }, { value: 0 });

test.each<[string, string, string, PolicyWhere]>([
  ['by its name', 'total', 'invoice', func('GT', { attr: 'total' }, { value: 0 })],
  ['as a reference to other rows', 'customer_id', 'invoice', func('EXISTS', { entity: toCustomer })],
  ['as a reference from other rows', 'customer_id', 'customer', func('EXISTS', { entity: toInvoices })],
  [
    'by an alias',
    'total',
    'customer',
    func('EXISTS', { entity: { ...toInvoices, attributes: [total] }, where: isPositive }),
  ],
  [
    'in a nested entity',
    'total',
    'invoice',
    func('EXISTS', {
      entity: { ...toCustomer, attributes: [{ entity: { ...toInvoices, attributes: [total] } }] },
      where: isPositive,
    }),
  ],
])('a condition on a recreated column grants nothing: %s', (_how, column, entity, rows) => {
  const policy: PolicyDocument = { roles: { own: { [entity]: { read: { columns: ['id'], rows } } } } };
  const all = ['customer_id', 'total'];
  const [there, gone, again] = [
    reading(1, ...all),
    reading(2, ...all.filter((name) => name !== column)),
    reading(3, ...all),
  ];
  const rights = newRights();
  expect(columnsOf(rights, there, entity, policy)).toEqual(['id']);
  expect(columnsOf(rights, gone, entity, policy)).toEqual([]);
  expect(columnsOf(rights, again, entity, policy)).toEqual([]);
  // A new policy document is a confirmation.
  expect(columnsOf(rights, again, entity, { ...policy })).toEqual(['id']);
});
