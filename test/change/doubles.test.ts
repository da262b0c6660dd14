/** Doubles in the notation of programs, which has fewer digits than some engines show. */
import { expect, test } from 'vitest';
import { liveEngines } from '../support/engines.ts';
import { importInto } from './importing.ts';
import { openShop } from './shop.ts';

const types = {
  // In SQLite a column of any type may hold doubles.
  sqlite: ['double', 'decimal(10,2)', 'numeric', ''],
  postgres: ['double precision', 'gauge'],
  mysql: ['double'],
} as const;

const cases = liveEngines.flatMap((engine) => types[engine].map((type) => ({ engine, type })));

test.for(cases)('doubles are stored and compared exactly on $engine as $type', async ({ engine, type }) => {
  await using shop = await openShop(
    engine,
    `${type === 'gauge' ? 'create domain gauge as double precision;' : ''}
     create table measured (id integer not null primary key, x ${type});`,
  );
  const values = [
    1 / 3,
    -1.950321599317295e-10,
    1.144953289839916e-8,
    0.1 + 0.2,
    2 / 3,
    5e-324,
    1e23,
    123.456,
  ];
  for (const [id, x] of values.entries()) {
    const made = await shop.ask('POST', '/tables/measured/add', { id, x });
    expect(made.status, made.text).toBe(201);
    expect(made.json.x).toBe(x);
    const change = { op: 'update', entity: 'measured', key: { id }, set: { x: 0.5 }, expect: { x } };
    const { status, json, text } = await shop.ask('POST', '/changes', { changes: [change] });
    expect(status, text).toBe(201);
    expect((await shop.ask('POST', `/changes/${json.id}/undo`)).status).toBe(201);
    expect((await shop.ask('GET', `/tables/measured/recs/[${id}]`)).text).toBe(made.text);
  }
  // Digits beyond a double's precision would be lost, so the value is refused.
  const long = '{"id": 100, "x": 0.333333333333333333333}';
  expect((await shop.ask('POST', '/tables/measured/add', long)).status).toBe(422);
  const other = { op: 'update', entity: 'measured', key: { id: 0 }, set: { x: 1 } };
  const next = 0.33333333333333337;
  const { status } = await shop.ask('POST', '/changes', { changes: [{ ...other, expect: { x: next } }] });
  expect(status).toBe(409);
});

test('integers that are equal as doubles are distinguished', async () => {
  await using shop = await openShop(
    'sqlite',
    'create table measured (id integer primary key, x numeric, y integer);',
  );
  const made = await shop.ask(
    'POST',
    '/tables/measured/add',
    '{"id": 1, "x": 9007199254740993, "y": 9007199254740993}',
  );
  expect(made.status, made.text).toBe(201);
  for (const column of ['x', 'y']) {
    const change = `{"op": "update", "entity": "measured", "key": {"id": 1}, "set": {"${column}": 1}, "expect": {"${column}": 9007199254740992}}`;
    expect((await shop.ask('POST', '/changes', `{"changes": [${change}]}`)).status).toBe(409);
  }
});

// MySQL drops the sign of a double's zero, but a single one can get it by underflow.
test('a zero whose sign is lost is refused with what it would become', async () => {
  await using shop = await openShop(
    'mysql',
    'create table measured (id integer not null primary key, x double, y float);',
  );
  const single = await shop.ask('POST', '/tables/measured/add', '{"id": 1, "y": -0}');
  expect([single.status, single.text]).toEqual([201, expect.stringContaining('"y":-0,')]);
  const { status, json } = await shop.ask('POST', '/tables/measured/add', '{"id": 2, "x": -0}');
  expect([status, json.detail]).toEqual([422, 'x cannot hold -0 as it is: the database would make 0 of it.']);
});

test.for(liveEngines)('an integer may be written with decimals or an exponent on %s', async (engine) => {
  await using shop = await openShop(
    engine,
    'create table whole (id integer not null primary key, n bigint);',
  );
  const { ask } = shop;
  const made = await ask('POST', '/tables/whole/add', '{"id": 1.0, "n": 12e2}');
  expect([made.status, made.json]).toMatchObject([201, { id: 1, n: 1200 }]);
  const update =
    '{"op": "update", "entity": "whole", "key": {"id": 1.0}, "set": {"n": 7.00}, "expect": {"n": 12e2}}';
  const { status, text } = await ask('POST', '/changes', `{"changes": [${update}]}`);
  expect([status, text]).toEqual([201, expect.stringContaining('"after":{"id":1,"n":7}')]);
  const { bad, done } = await importInto(
    shop,
    'w.csv',
    'id,n\n2,1.0\n3.0,-5e1\n4,5\n5,1.5\n6,1e99\n7,1e999999999\n',
    {
      entity: 'whole',
      mode: 'insert',
    },
  );
  // SQLite keeps what is too large for an integer as a double.
  expect(bad.map(({ row }) => row)).toEqual(engine === 'sqlite' ? [5, 7] : [5, 6, 7]);
  expect(done).toMatchObject({ inserted: engine === 'sqlite' ? 4 : 3 });
});
