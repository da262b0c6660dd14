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
