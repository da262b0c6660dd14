/** Keys that the engine would convert to other values: nothing is inserted, and the column is named. */
import { expect, test } from 'vitest';
import { type LiveEngine, liveEngines, serverEngines } from '../support/engines.ts';
import { importInto } from './importing.ts';
import { openShop } from './shop.ts';

test.for(serverEngines)('keys that the engine would convert are refused on %s', async (engine) => {
  const moment = engine === 'postgres' ? 'timestamp(0)' : 'datetime';
  await using shop = await openShop(
    engine,
    `create table priced (id decimal(5,2) not null primary key, a integer);
    create table dated (id ${moment} not null primary key, a integer);
    create table whole (id integer not null primary key, a integer);`,
  );
  const values = [
    ['priced', '1.234'],
    ['dated', '"2024-01-01T00:00:00.75"'],
    ['whole', '15.5'],
  ];
  for (const [table, id] of values) {
    const { status, json } = await shop.ask('POST', `/tables/${table}/add`, `{"id": ${id}, "a": 1}`);
    expect([table, status, json.pointer, json.detail]).toEqual([
      table,
      422,
      '/id',
      expect.stringMatching(/^(id cannot hold|15\.5 is not a value of id)/),
    ]);
    expect(await shop.database.rows(`select * from ${table}`)).toEqual([]);
  }
});

type Case = readonly [type: string, there: string, ...given: string[]];

/** Values that are converted to the value of an existing row. */
const bent: Record<LiveEngine, readonly Case[]> = {
  sqlite: [
    ['integer', '15', '"15"'],
    ['real', '0.1', '0.1000000000000000055', '"0.1"'],
    ['varchar(9)', "'15'", '15'],
    ['boolean', '1', '1'],
  ],
  postgres: [
    ['numeric(5,2)', '1.23', '1.234', '"1.23"'],
    ['short', '1.23', '1.234'],
    ['integer', '15', '15.4', '"15"'],
    ['real', '0.1', '0.100000001490116'],
    ['timestamp(0)', "'2024-01-01 00:00:01'", '"2024-01-01T00:00:00.75"', '"2024-01-01T00:00:01Z"'],
    ['timestamp', "'2024-01-01 00:00:00.123456'", '"2024-01-01T00:00:00.1234564"'],
    ['time(0)', "'10:00:01'", '"10:00:01.2"'],
    ['interval(0)', "'1 second'", '"PT0.75S"'],
    ['numeric(5,2)[]', "'{1.23}'", '[1.234]'],
    ['boolean', 'true', '1', '"t"'],
  ],
  mysql: [
    ['decimal(5,2)', '1.23', '1.234', '1.2304'],
    ['integer', '15', '15.4', '"15"'],
    ['float', '0.1', '0.100000001490116'],
    ['double', '0.1', '0.1000000000000000055'],
    ['year', '2024', '24', '"24"'],
    ['date', "'2024-01-01'", '"2024-01-01T10:00:00"'],
    ['datetime', "'2024-01-01 00:00:01'", '"2024-01-01T00:00:01.2"'],
    ['datetime(3)', "'2024-01-01 00:00:00.123'", '"2024-01-01T00:00:00.1234"'],
    ['time(2)', "'10:00:01.25'", '"10:00:01.254"'],
    ['binary(3)', "x'610000'", '"YQ=="'],
    ["enum('a','b')", "'a'", '1', '"1"', '"A"'],
    ["set('a','b')", "'a,b'", '"b,a"', '3'],
  ],
};

/** Other notations for the existing value, or values that the engine considers equal to it. */
const taken: Record<LiveEngine, readonly Case[]> = {
  sqlite: [
    ['integer', '15', '15', '1.5e1'],
    ['numeric', '1.23', '1.230'],
    ['real', '1.0', '1', '1.0'],
    ['text collate nocase', "'a'", '"A"'],
  ],
  postgres: [
    ['integer', '15', '15'],
    ['numeric(5,2)', '1.5', '1.5', '1.500', '15e-1'],
    ['double precision', '0', '0', '-0.0'],
    ['real', '0.1', '0.1', '0.10'],
    ['timestamp', "'2024-01-01 00:00:00.5'", '"2024-01-01T00:00:00.5000000"'],
    ['interval', "'1 month'", '"P30D"'],
  ],
  mysql: [
    ['integer', '15', '15', '1.5e1'],
    ['decimal(5,2)', '1.5', '1.5', '15e-1'],
    ['float', '0.1', '0.1', '0.10'],
    ['datetime(3)', "'2024-01-01 00:00:00.5'", '"2024-01-01T00:00:00.5"', '"2024-01-01T00:00:00.500"'],
    ['varchar(5)', "'a'", '"A"', '"a "'],
  ],
};

const table = (type: string, there: string, i: number) => `
  create table keyed${i} (n integer not null primary key, id ${type} unique);
  insert into keyed${i} values (1, ${there});`;

// The reason is the conversion, not that another row has the converted value.
test.for(liveEngines)(
  'a unique value that would be converted is refused as such, and an existing one as taken, on %s',
  async (engine) => {
    const cases = [...bent[engine], ...taken[engine]];
    const domain = engine === 'postgres' ? 'create domain short as numeric(5,2);' : '';
    const script = cases.map(([type, there], i) => table(type, there, i)).join('');
    await using shop = await openShop(engine, domain + script);
    for (const [i, one] of cases.entries()) {
      const [type, , ...given] = one;
      const isBent = bent[engine].includes(one);
      for (const value of given) {
        const label = `${type} ${value}`;
        const { status, json } = await shop.ask('POST', `/tables/keyed${i}/add`, `{"n": 2, "id": ${value}}`);
        expect([label, status, json.pointer]).toEqual([label, isBent ? 422 : 409, '/id']);
        if (!isBent) continue;
        expect([label, json.detail]).toEqual([
          label,
          expect.stringMatching(/^(id cannot hold|.* is not a value of id)/),
        ]);
        const set = `{"dry_run": true, "changes": [{"op": "insert", "entity": "keyed${i}", "set": {"n": 2, "id": ${value}}}]}`;
        const tried = await shop.ask('POST', '/changes', set);
        expect([label, tried.json.refusals?.map((one: { type: string }) => one.type)]).toEqual([
          label,
          ['urn:joinery:problem:refused-value'],
        ]);
      }
    }
  },
);

test.for(liveEngines)(
  'a unique value that two inserts of a set share is reported as taken on %s',
  async (engine) => {
    await using shop = await openShop(
      engine,
      'create table priced (n integer not null primary key, id decimal(5,2) unique);',
    );
    const add = (n: number, id: string) =>
      `{"op": "insert", "entity": "priced", "set": {"n": ${n}, "id": ${id}}}`;
    for (const second of ['1.5', '1.50']) {
      const set = `{"changes": [${add(1, '1.5')}, ${add(2, second)}]}`;
      const { status, json } = await shop.ask('POST', '/changes', set);
      expect([status, json.pointer]).toEqual([409, '/changes/1/set/id']);
    }
    if (engine === 'sqlite') return;
    const set = `{"changes": [${add(1, '1.23')}, ${add(2, '1.234')}]}`;
    const { status, json } = await shop.ask('POST', '/changes', set);
    expect([status, json.pointer]).toEqual([422, '/changes/1/set/id']);
  },
);

test.for(serverEngines)('an import reports converted and taken values as bad rows on %s', async (engine) => {
  await using shop = await openShop(
    engine,
    `create table priced (n integer not null primary key, id decimal(5,2) unique);
    insert into priced values (1, 1.23);`,
  );
  const { bad } = await importInto(shop, 'some.csv', 'n,id\n2,1.234\n3,1.23\n', {
    entity: 'priced',
    mode: 'insert',
    dry_run: true,
  });
  expect(bad).toEqual([
    expect.objectContaining({ column: 'id', reason: expect.stringContaining('cannot hold 1.234') }),
    expect.objectContaining({ column: 'id', reason: expect.stringContaining('has this id') }),
  ]);
});
