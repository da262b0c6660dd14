/**
 * Many updates of the same columns of a table are combined into few statements, with the same outcome as one by one.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StatementStart, statementChannel } from '../../src/dialects/base/trace.ts';
import { openShop, type Shop } from './shop.ts';

const rows = 60;
const columns =
  'id integer not null primary key, t varchar(60), n decimal(10,2), i integer check (i <> 1300), r real, d date, b boolean, j json, x, y blob';
/**
 * Compared as stored values, not as shown ones, including bytes that are not valid text and a number in a text column.
 */
const someRows = `with recursive k(id) as (select 1 union all select id + 1 from k where id < ${rows})
  select id, iif(id = 7, cast(x'41ff42' as text), 'text ' || id), id + 0.5, id, id * 1.5, '2024-01-0' || (id % 9 + 1),
    id % 2, '{"a": ' || id || '}', iif(id % 2, id, 'x' || id), x'00ff' from k`;

/** One of the tables is changed along with other tables; then its changes are not combined. */
const script = `create table fast (${columns}); create table slow (${columns}); create table beside (id integer primary key, a integer);
insert into beside values (1, 0);
create table watched (id integer primary key, a integer, times integer);
create trigger watching after update of a on watched begin update watched set times = times + 1 where id = new.id; end;
create table unlike (id integer primary key, a integer unique);
insert into watched select id, 0, 0 from (with recursive k(id) as (select 1 union all select id + 1 from k where id < ${rows}) select id from k);
insert into unlike select id, id from watched;`;

describe('batched updates of one table', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop('sqlite', script);
  });
  afterAll(() => shop[Symbol.asyncDispose]());

  /** JSON text, so that every digit is sent and read unchanged. */
  const updateOf = (entity: string, id: number, column: string, text: string, expected: string) =>
    `{"op":"update","entity":"${entity}","key":{"id":${id}},"set":{"${column}":${text}},"expect":{"${column}":${expected}}}`;

  const sent = async (changes: readonly string[]) => {
    const told: string[] = [];
    const listen = (message: unknown) => told.push((message as StatementStart).sql);
    subscribe(statementChannel, listen);
    const answer = await shop.ask('POST', '/changes', `{"changes":[${changes.join()}]}`);
    unsubscribe(statementChannel, listen);
    return { ...answer, areTogether: told.some((sql) => sql.includes('json_each')) };
  };

  const stored = (table: string) => {
    const names = ['t', 'n', 'i', 'r', 'd', 'b', 'j', 'x', 'y'];
    const parts = names.map((name) => `typeof(${name}) || ' ' || quote(${name}) || ' ' || hex(${name})`);
    return shop.database.rows(`select id, ${parts.join()} from ${table} order by id`);
  };

  /** The column of each row, as the answer contains it. */
  const shownOf = async (table: string, column: string): Promise<readonly string[]> => {
    const { text } = await shop.ask('GET', `/tables/${table}?limit=${rows}`);
    const values = text.matchAll(
      new RegExp(`"${column}":("(?:[^"\\\\]|\\\\.)*"|\\{[^}]*\\}|[^,}]*)[,}]`, 'g'),
    );
    return [...values].map(([, value = '']) => value);
  };

  const values: readonly [column: string, text: string, areTogether: boolean][] = [
    ['t', '"plain"', true],
    ['t', '"ü € 😀 \\" \\\\ \\n \\u00e9 \\/"', true],
    ['t', '"a \\u0000 b"', true],
    ['t', '"\\ud800"', true],
    ['t', 'null', true],
    ['t', '5', false],
    ['n', '1.50', true],
    ['n', '-0', false],
    ['n', '1e3', true],
    ['n', '12345678901234567890', false],
    ['n', '"Infinity"', false],
    ['i', '7', true],
    ['i', '7.5', true],
    ['i', '1300', true],
    ['r', '0.1', true],
    ['r', '1e400', true],
    ['d', '"2031-12-24"', true],
    ['d', '"no day"', true],
    ['b', 'true', false],
    ['j', '{"a": [1, 2.50]}', false],
    ['x', '"text"', true],
    ['x', '2.50', false],
    ['y', '"AP8="', false],
    ['y', '"AQI="', false],
  ];

  test.each(values)(
    'setting %s to %s has the same outcome as updates sent one by one',
    async (column, text, areTogether) => {
      for (const table of ['fast', 'slow']) {
        await shop.database.run(`delete from ${table}; insert into ${table} ${someRows}`);
      }
      const before = await stored('fast');
      const expected = await shownOf('fast', column);
      expect(expected).toHaveLength(rows);
      // The last row first: the order of the changes differs from that of the keys.
      const changes = (table: string) =>
        expected.map((was, i) => updateOf(table, i + 1, column, text, was)).toReversed();
      const fast = await sent(changes('fast'));
      const slow = await sent([
        ...changes('slow'),
        '{"op":"update","entity":"beside","key":{"id":1},"set":{"a":1},"expect":{}}'.replace('{}', '{"a":0}'),
      ]);
      expect(fast.areTogether).toBe(areTogether);
      expect(slow.areTogether).toBe(false);
      const told = (answer: typeof fast) =>
        answer.text
          .replace(/"id":"[\w-]+",/, '')
          .replace(/"at":"[^"]*",/, '')
          .replaceAll('"slow"', '"fast"')
          .replaceAll('of slow', 'of fast')
          .replace(/,\{"op":"update","entity":"beside".*\}\}/, '');
      expect([fast.status, told(fast)]).toEqual([slow.status, told(slow)]);
      expect(await stored('fast')).toEqual(await stored('slow'));
      if (fast.status !== 201) return expect(await stored('fast')).toEqual(before);
      await shop.ask('POST', `/changes/${slow.json.id}/undo`);
      expect((await shop.ask('POST', `/changes/${fast.json.id}/undo`)).status).toBe(201);
      expect(await stored('fast')).toEqual(before);
    },
  );

  test('a batch reports the one change that is in conflict or refused, and changes nothing', async () => {
    await shop.database.run(`delete from fast; insert into fast ${someRows}`);
    const before = await stored('fast');
    const changes = (text: (id: number) => string, was: (id: number) => string) =>
      Array.from({ length: rows }, (_, i) => updateOf('fast', i + 1, 'i', text(i + 1), was(i + 1)));
    const seen = await sent(
      changes(
        () => '0',
        (id) => (id === 5 ? '99' : `${id}`),
      ),
    );
    expect([seen.status, seen.json.conflicts]).toEqual([
      409,
      [
        {
          change: 4,
          entity: 'fast',
          key: { id: 5 },
          cells: [{ column: 'i', expected: 99, yours: 0, now: 5 }],
        },
      ],
    ]);
    const refused = await sent(
      changes(
        (id) => (id === 59 ? '1300' : '0'),
        (id) => `${id}`,
      ),
    );
    expect([refused.status, refused.json.pointer]).toEqual([422, '/changes/58/set/i']);
    await shop.database.run('delete from fast where id = 20');
    const gone = await sent(
      changes(
        () => '0',
        (id) => `${id}`,
      ),
    );
    expect(
      gone.json.conflicts.map(({ change, gone: isGone }: Record<string, unknown>) => [change, isGone]),
    ).toEqual([[19, true]]);
    expect(await stored('fast')).toEqual(before.filter(([id]) => id !== 20));
  });

  test('repeated rows, kept values, triggers and swapped unique values are handled as if updated one by one', async () => {
    await shop.database.run(`delete from fast; insert into fast ${someRows}`);
    const changes = Array.from({ length: rows }, (_, i) => updateOf('fast', i + 1, 'i', '100', `${i + 1}`));
    const twice = await sent([...changes, updateOf('fast', 1, 'i', '101', '100')]);
    expect([twice.status, twice.json.changes.at(-1).before.i, twice.json.changes.at(-1).after.i]).toEqual([
      201, 100, 101,
    ]);
    const texts = await shownOf('fast', 't');
    const same = await sent(
      texts.map((was, i) => updateOf('fast', i + 1, 't', i === 6 ? was : '"other"', was)),
    );
    expect([same.status, same.json.changes[5].after.t]).toEqual([201, 'other']);
    expect(await shop.database.rows('select hex(t) from fast where id = 7')).toEqual([['41FF42']]);
    const watched = await sent(changes.map((_, i) => updateOf('watched', i + 1, 'a', `${i + 1}`, '0')));
    expect([watched.status, watched.json.changes[8].after]).toEqual([201, { id: 9, a: 9, times: 1 }]);
    const exchanged = await sent(
      changes.map((_, i) => updateOf('unlike', i + 1, 'a', `${rows - i}`, `${i + 1}`)),
    );
    expect([exchanged.status, exchanged.json.pointer]).toEqual([409, '/changes/0/set/a']);
  });

  test('a table with the name of the SQL function json_each can be updated', async () => {
    await using other = await openShop(
      'sqlite',
      `create table json_each (id integer primary key, a integer);
       insert into json_each select id, id from (with recursive k(id) as (select 1 union all select id + 1 from k where id < ${rows}) select id from k)`,
    );
    const changes = Array.from({ length: rows }, (_, i) =>
      updateOf('json_each', i + 1, 'a', '0', `${i + 1}`),
    );
    const { status, text } = await other.ask('POST', '/changes', `{"changes":[${changes.join()}]}`);
    expect(status, text).toBe(201);
    expect(await other.database.rows('select sum(a) from json_each')).toEqual([[0]]);
  });

  test.each([
    ['a integer unique', ''],
    ['a integer', 'create unique index shifted_a on shifted (a) where b = 0'],
    ['a integer', 'create unique index shifted_a on shifted (abs(a))'],
  ])('updates that shift unique values are applied in the order of the set: %s %s', async (column, index) => {
    await shop.database.run(`drop table if exists shifted; create table shifted (id integer primary key, ${column}, b integer);
      ${index}; insert into shifted select id, id, 0 from watched`);
    const shift = (by: number) =>
      Array.from({ length: rows }, (_, i) => updateOf('shifted', i + 1, 'a', `${i + 1 + by}`, `${i + 1}`));
    const outcomes = [];
    for (const changes of [shift(-1), shift(1), shift(-1).toReversed(), shift(1).toReversed()]) {
      const { status, json } = await sent(changes);
      const undone = status === 201 ? (await shop.ask('POST', `/changes/${json.id}/undo`)).status : null;
      outcomes.push([status, undone]);
    }
    expect(outcomes).toEqual([
      [201, 201],
      [409, null],
      [409, null],
      [201, 201],
    ]);
  });
});
