/** Rows that are sorted range by range come in the same order as if sorted at once, whatever the sort key. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportFile } from '../../../src/app/export/export.ts';
import type { PolicyArgument } from '../../../src/contract/policy.ts';
import { readGridRequest } from '../../../src/contract/read-grid.ts';
import { type StatementStart, statementChannel } from '../../../src/dialects/base/trace.ts';
import { Subject } from '../../conformance/subject.ts';
import { serveLimited } from '../../policy/service.ts';
import { anybody } from '../../support/asker.ts';
import { fewOrAll } from '../../support/long-run.ts';
import { createDatabase, type TestDatabase } from '../../support/servers.ts';

const rows = 25_000;

/** Each value depends on the row's index, and the rows are stored in mixed order. */
const columns = {
  id: `(i * 7919) % ${rows}`,
  name: `case when i % 7 = 0 then null else 'n' || (i * 31 % 5000) end`,
  long: `repeat('x', 62) || (i % 3000)`,
  few: `case when i % 2 = 0 then 'same' when i % 50 = 1 then null else 'other' end`,
  day: `date '0001-01-01 (BC)' + (i * 13 % 9000)::integer`,
  at: `timestamp '1969-12-31 23:59:59.999999' + interval (i * 17 % 8000) minute`,
  price: `((i * 11) % 4000 - 2000)::decimal(12, 3) / 7`,
  code: `md5(i::text)::uuid`,
  one: `'constant'`,
  // Makes the table large enough for several ranges.
  pad: `repeat('p', 400)`,
};

const selected = Object.entries(columns).map(([name, value]) => `(${value}) as "${name}"`);
const script = `create table many (${Object.keys(columns)
  .map((name) => `"${name}" ${types(name)}`)
  .join(', ')}, primary key (id));
  insert into many select ${selected.join(', ')} from (select range::bigint as i from range(${rows}));
  create table keyless as select * exclude (id) from many;
  create table heavy (a integer, b integer, filler varchar, primary key (a, b));
  insert into heavy select i // 900, i, repeat('y', (i % 40) * 400) from (select range::integer as i from range(9000))`;

function types(name: string): string {
  const known: Record<string, string> = {
    id: 'bigint',
    day: 'date',
    at: 'timestamp',
    price: 'decimal(12, 3)',
    code: 'uuid',
  };
  return known[name] ?? 'varchar';
}

let database: TestDatabase;
let subject: Subject;
beforeAll(async () => {
  database = await createDatabase('duckdb');
  await database.run(script);
  subject = await Subject.of(database.url);
});
afterAll(async () => {
  await subject?.[Symbol.asyncDispose]();
  await database?.drop();
});

/** The result of the work, and its number of statements. */
async function counted<T>(
  work: () => Promise<T>,
): Promise<{ readonly found: T; readonly statements: number }> {
  const seen: string[] = [];
  const listen = (message: unknown) => seen.push((message as StatementStart).sql);
  subscribe(statementChannel, listen);
  try {
    return { found: await work(), statements: seen.length };
  } finally {
    unsubscribe(statementChannel, listen);
  }
}

async function csv(body: object): Promise<string[]> {
  const chosen = { format: 'csv', safe: false } as const;
  const parts: Uint8Array[] = [];
  // The same as exporting a saved query, which may request a page.
  const exported = await subject.open.use(anybody(), (snapshot) =>
    exportFile(snapshot, readGridRequest(body), chosen),
  );
  for await (const part of exported.body) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString().trimEnd().split('\r\n').slice(1);
}

/** Safe because the numbers are small here. */
function recordsOf(list: string): Readonly<Record<string, unknown>>[] {
  return JSON.parse(`[${list}]`);
}

/** Sorted at once, by another connection of the engine. */
async function sorted(select: string): Promise<string[]> {
  return (await database.rows(select)).map((row) => row.join(','));
}

const orders = Object.keys(columns)
  .filter((name) => name !== 'pad')
  .flatMap((name) => [
    { name, asc: true, nulls: 'last' },
    { name, asc: false, nulls: name === 'few' ? 'last' : 'first' },
    ...(name === 'name' ? [{ name, asc: true, nulls: 'first' }] : []),
  ]);

/**
 * Descending, all types use the same code; dates behave like timestamps, a single value like few, and the key is tested
 * below.
 */
const differing = orders.filter(({ name, asc }) =>
  asc ? !['id', 'day', 'one'].includes(name) : name === 'name',
);

test.each(fewOrAll(differing, orders))(
  'rows are exported in order by $name, ascending: $asc, nulls $nulls',
  async ({ name, asc, nulls }) => {
    const attributes = [{ id: name }, ...(name === 'id' ? [] : [{ id: 'id' }]), { id: 'pad' }];
    const { found, statements } = await counted(() =>
      csv({ entities: [{ id: 'many', attributes }], order: [{ alias: name, asc, nulls }] }),
    );
    const shown = attributes.map(({ id }) =>
      id === 'at' ? `replace("at"::text, ' ', 'T')` : `coalesce("${id}"::text, '')`,
    );
    const expected = await sorted(
      `select ${shown.join(', ')} from many order by "${name}" ${asc ? 'asc' : 'desc'} nulls ${nulls}, id`,
    );
    expect(found).toEqual(expected);
    // One or two different values cannot be split into ranges.
    expect(statements).toBeGreaterThan(name === 'one' || name === 'few' ? 1 : 3);
  },
);

test('rows are exported in order with a condition and a limit', async () => {
  const body = {
    entities: [{ id: 'many', attributes: [{ id: 'id' }, { id: 'name' }, { id: 'pad' }] }],
    where: { func: { name: 'GT', args: [{ alias: 'id' }, { value: 900 }] } },
    limit: 21_000,
  };
  const { found, statements } = await counted(() => csv(body));
  expect(found).toEqual(
    await sorted(`select id::text, coalesce(name, ''), pad from many where id > 900 order by id limit 21000`),
  );
  expect(statements).toBeGreaterThan(3);
});

test('rows are listed in order, even long ones with a key of two columns', async () => {
  const { found, statements } = await counted(() => subject.list('heavy'));
  const data = recordsOf(found);
  expect(data.map(({ b }) => b)).toEqual(Array.from({ length: 9_000 }, (_, i) => i));
  expect(data.map(({ filler }) => String(filler).length)).toEqual(
    Array.from({ length: 9_000 }, (_, i) => (i % 40) * 400),
  );
  expect(statements).toBeGreaterThan(6);
});

test('rows without a key are listed in order', async () => {
  const { found, statements } = await counted(() => subject.list('keyless'));
  const data = recordsOf(found);
  const names = Object.keys(columns).filter((name) => name !== 'id');
  const expected = await sorted(
    `select code::text from keyless order by ${names.map((name) => `"${name}" nulls last`).join(', ')}`,
  );
  expect(data.map(({ code }) => code)).toEqual(expected);
  expect(statements).toBeGreaterThan(3);
});

test('rows are listed and exported in order with a policy that limits rows and columns', async () => {
  const name = (func: string, ...args: PolicyArgument[]) => ({ func: { name: func, args } });
  const entries = [name('EQ', { attr: 'few' }, { value: 'other' }), name('IS_NULL', { attr: 'name' })];
  const rows = { cond: { with: 'OR', entries } };
  await using service = await serveLimited(database.url, {
    users: { ann: { roles: ['some'] }, bob: { roles: ['some', 'early'] } },
    roles: {
      some: { many: { read: { rows, columns: ['*', '-few'] } } },
      early: {
        many: { read: { rows: name('LT', { attr: 'id' }, { value: 9000 }), columns: ['id', 'few'] } },
      },
    },
  });
  const seen = `(few = 'other' or name is null)`;
  const list = await counted(() => service.ask('ann', '/api/database/tables/many'));
  const { data } = JSON.parse(list.found.body);
  expect(data.map(({ id }: { id: number }) => String(id))).toEqual(
    await sorted(`select id::text from many where ${seen} order by id`),
  );
  expect(data[0]).not.toHaveProperty('few');
  expect(list.statements).toBeGreaterThan(3);
  const request = {
    entities: [{ id: 'many', attributes: [{ id: 'id' }, { id: 'few' }, { id: 'pad' }] }],
    order: [{ alias: 'id', asc: false }],
  };
  const exported = await counted(() => service.query('bob', request, '/export?format=csv'));
  expect(exported.found.body.trimEnd().split('\r\n').slice(1)).toEqual(
    await sorted(`select id::text, case when id < 9000 then coalesce(few, '') else '' end,
      case when ${seen} then pad else '' end from many where ${seen} or id < 9000 order by id desc`),
  );
  expect(exported.statements).toBeGreaterThan(3);
});
