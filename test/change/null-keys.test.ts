/** SQLite allows a primary key of null in any number of rows, unless it is an integer or declared as not null. */
import { expect, test } from 'vitest';
import { importInto } from './importing.ts';
import { openShop } from './shop.ts';

const script = `create table code (k text primary key, v integer);
  create table place (a text, b integer, v integer, primary key (a, b));
  create table made (k text primary key default (hex(randomblob(8))), v integer);
  insert into code values ('a', 1); insert into place values ('x', 1, 1), ('x', 2, 2);`;

const lacking = (column: string, table: string) =>
  `${column} needs a value: another row of ${table} has none either, and nothing would tell the two apart.`;

test('a second row without a key is refused for that reason, and the first one can be undone', async () => {
  await using shop = await openShop('sqlite', script);
  const { ask, database } = shop;
  const made = await ask('POST', '/changes', { changes: [{ op: 'insert', entity: 'code', set: { v: 2 } }] });
  expect(made.status).toBe(201);
  const again = await ask('POST', '/tables/code/add', { v: 3 });
  expect([again.status, again.json.pointer, again.json.detail]).toEqual([422, '/k', lacking('k', 'code')]);
  const { headers } = await ask('GET', '/tables/code/recs/[a]');
  const changed = await ask(
    'PATCH',
    '/tables/code/recs/[a]',
    { k: null },
    { 'if-match': headers.get('etag') ?? '' },
  );
  expect([changed.status, changed.json.pointer, changed.json.detail]).toEqual([
    422,
    '/k',
    lacking('k', 'code'),
  ]);
  expect((await ask('POST', `/changes/${made.json.id}/undo`)).status).toBe(201);
  expect(await database.rows('select * from code')).toEqual([['a', 1]]);

  const insert = (b: number | null) => ({ op: 'insert', entity: 'place', set: { a: 'x', b, v: 3 } });
  // Adjacent rows are written together, and the first of them is named.
  const both = await ask('POST', '/changes', { changes: [insert(3), insert(null), insert(null)] });
  expect([both.status, both.json.pointer, both.json.detail]).toEqual([
    422,
    '/changes/1/set/b',
    lacking('b', 'place'),
  ]);
});

test('further rows of a file without a key are bad rows', async () => {
  await using shop = await openShop('sqlite', script);
  const { ask, database } = shop;
  const into = (entity: string, file: string) => importInto(shop, 'x.csv', file, { entity, mode: 'insert' });
  const before = await database.rows('select * from code');
  const reason = lacking('k', 'code');
  expect((await into('code', 'k,v\nb,2\n,3\n,4\nc,5\n,6\n')).bad).toEqual([
    { row: 3, column: 'k', reason },
    { row: 6, column: 'k', reason },
  ]);
  expect((await into('code', 'v\n3\n4\n')).bad).toEqual([{ row: 2, column: 'k', reason }]);
  expect(await database.rows('select * from code')).toEqual(before);

  const one = await into('code', 'k,v\nb,2\n,3\n');
  expect(one.bad).toEqual([]);
  expect((await ask('POST', `/changes/${one.done?.change_set}/undo`)).status).toBe(201);
  expect(await database.rows('select * from code')).toEqual(before);
  // Here the database gives the rows their keys.
  const keyed = await into('made', 'v\n3\n4\n');
  expect(keyed.bad).toEqual([]);
  expect((await ask('POST', `/changes/${keyed.done?.change_set}/undo`)).status).toBe(201);
  expect(await database.rows('select count(*) from made')).toEqual([[0]]);
});
