/**
 * A text column of MySQL or MariaDB becomes a number while the service runs, and the next request is a change: with the
 * schema as it was, the engine gives no text for a row, as it does for one that is too large.
 */
import { expect, test } from 'vitest';
import { type Answer, openShop, type Shop } from './shop.ts';

const update = { op: 'update', entity: 'measured', key: { id: 1 }, set: { a: 6 }, expect: { a: 5 } };
const ways: Readonly<Record<string, (shop: Shop) => Promise<Answer>>> = {
  'a record': ({ ask }) => ask('PATCH', '/tables/measured/recs/[1]', { a: 6 }, { 'if-match': '*' }),
  'a deleted record': ({ ask }) => ask('DELETE', '/tables/measured/recs/[1]', undefined, { 'if-match': '*' }),
  'a set': ({ ask }) => ask('POST', '/changes', { changes: [update] }),
  'a dry run': ({ ask }) => ask('POST', '/changes', { dry_run: true, changes: [update] }),
};

test.each(Object.keys(ways))('%s is changed as the column is now', async (way) => {
  await using shop = await openShop(
    'mysql',
    "create table measured (id integer not null primary key, a varchar(20)); insert into measured values (1, '5');",
  );
  expect((await shop.ask('GET', '/tables/measured/recs/[1]')).json.a).toBe('5');
  await shop.database.run('alter table measured modify a integer');
  const answer = await ways[way]?.(shop);
  expect([answer?.json?.detail, answer?.json?.refusals ?? []]).toEqual([undefined, []]);
  const left = { 'a deleted record': [], 'a dry run': [[5]] }[way] ?? [[6]];
  expect(await shop.database.rows('select a from measured')).toEqual(left);
});

test.each(Object.keys(ways))('%s is changed when its number has become a text', async (way) => {
  await using shop = await openShop(
    'mysql',
    'create table measured (id integer not null primary key, a integer, b integer); insert into measured values (1, 5, 2);',
  );
  expect((await shop.ask('GET', '/tables/measured/recs/[1]')).json).toMatchObject({ a: 5, b: 2 });
  await shop.database.run("alter table measured modify b varchar(20); update measured set b = 'B2';");
  const answer = await ways[way]?.(shop);
  expect([answer?.json?.detail, answer?.json?.refusals ?? []]).toEqual([undefined, []]);
  const left = { 'a deleted record': [], 'a dry run': [[5, 'B2']] }[way] ?? [[6, 'B2']];
  expect(await shop.database.rows('select a, b from measured')).toEqual(left);
  // The history has the value as it was.
  const { changes } = (await shop.ask('GET', '/changes')).json;
  const before = changes.map((set: { changes: { before: object }[] }) => set.changes[0]?.before);
  expect(before).toEqual(way === 'a dry run' ? [] : [{ id: 1, a: 5, b: 'B2' }]);
});
