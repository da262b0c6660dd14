/** Keys of which the engine makes others: nothing is made, and the column is named. */
import { expect, test } from 'vitest';
import { serverEngines } from '../support/engines.ts';
import { openShop } from './shop.ts';

test.for(serverEngines)('are refused on %s', async (engine) => {
  const moment = engine === 'postgres' ? 'timestamp(0)' : 'datetime';
  await using shop = await openShop(
    engine,
    `create table priced (id decimal(5,2) not null primary key, a integer);
    create table dated (id ${moment} not null primary key, a integer);
    create table whole (id integer not null primary key, a integer);`,
  );
  const bent = [
    ['priced', '1.234'],
    ['dated', '"2024-01-01T00:00:00.75"'],
    ['whole', '15.5'],
  ];
  for (const [table, id] of bent) {
    const { status, json } = await shop.ask('POST', `/tables/${table}/add`, `{"id": ${id}, "a": 1}`);
    expect([table, status, json.pointer, json.detail]).toEqual([
      table,
      422,
      '/id',
      expect.stringMatching(/^(id cannot hold|15\.5 is not a value of id)/),
    ]);
    expect(await shop.database.rows(`select * from ${table}`)).toEqual([]);
  }
  // That another row has what would be made of it is not the reason.
  await shop.database.run('insert into whole values (15, 1), (16, 1)');
  const { status, json } = await shop.ask('POST', '/tables/whole/add', '{"id": 15.5, "a": 1}');
  expect([status, json.pointer, json.detail]).toEqual([
    422,
    '/id',
    expect.stringContaining('15.5 is not a value of id'),
  ]);
});
