/**
 * Rows of a long file that are stored unchanged are not read back; values that the engine converts are reported as
 * stored.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { isLosslessNumber, parse } from 'lossless-json';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StatementStart, statementChannel } from '../../src/dialects/base/trace.ts';
import { type LiveEngine, liveEngines } from '../support/engines.ts';
import { createDatabase } from '../support/servers.ts';
import { importInto } from './importing.ts';
import { openShop, openShopOn, type Shop } from './shop.ts';

type Row = Readonly<Record<string, unknown>>;

const moment: Record<LiveEngine, string> = {
  sqlite: 'timestamp',
  postgres: 'timestamp(0)',
  mysql: 'datetime',
};

/** Changes only late rows, which sampling the first rows would miss. */
const bending: Record<LiveEngine, string> = {
  sqlite: `create trigger bending after insert on bent when new.id > 1500
    begin update bent set words = 'bent' where id = new.id; end;`,
  postgres: `create function bending() returns trigger language plpgsql as
      'begin if new.id > 1500 then new.words = ''bent''; end if; return new; end';
    create trigger bending before insert on bent for each row execute function bending();`,
  mysql: `create trigger bending before insert on bent for each row
    set new.words = if(new.id > 1500, 'bent', new.words);`,
};

const script = (engine: LiveEngine) => `
create table plain (id bigint not null primary key, whole integer, amount decimal(12,3), words varchar(8), long_words text,
  day date, at ${moment[engine]});
create table bent (id integer not null primary key, words varchar(20));
create table altered (id integer not null primary key, amount decimal(12,3));
${bending[engine]}`;

const plainRow = (id: number) => ({
  id,
  whole: id % 7 === 0 ? null : -id,
  amount: `${id}.125`,
  words: `Wört ${id % 100}`,
  long_words: id % 5 === 0 ? '' : `𝄞 ${id}, and more`,
  day: `2024-0${(id % 9) + 1}-${10 + (id % 20)}`,
  at: `2024-02-29T23:59:${10 + (id % 50)}`,
});

/** On at least one engine each is stored or shown in a different notation. */
const oddRows = [
  { amount: '1.5' },
  { amount: '-0.000' },
  { amount: '007.100' },
  { words: '  both  ' },
  { words: '' },
  { day: '0999-12-31' },
  { at: '2024-02-29T23:59:59.4' },
  { at: '2024-02-29 10:00:00' },
  { whole: '-0' },
  // Last, because its line break counts as a line.
  { long_words: 'a "quote", a \\ and\na line ' },
];

/** Rows with values that the engine would alter: they are refused. */
const bentRows: Record<LiveEngine, readonly number[]> = {
  sqlite: [1, 8],
  postgres: [1, 6, 8],
  mysql: [1, 6, 8],
};

function csv(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  const field = (value: unknown) => (value === null ? '' : `"${String(value).replaceAll('"', '""')}"`);
  return [names.join(), ...rows.map((row) => names.map((name) => field(row[name])).join())].join('\n');
}

/** Parses rows with the exact digits of their numbers, including trailing zeros. */
function exactly(text: string): Row[] {
  const digits = (_key: string, value: unknown) => (isLosslessNumber(value) ? value.value : value);
  const { data, changes } = parse(text, digits) as { data?: Row[]; changes?: { after: Row }[] };
  const rows = data ?? changes?.map(({ after }) => after) ?? [];
  return rows.map(({ __url__, __links__, ...row }) => row);
}

/** All rows of a set in the history. */
async function historyRows({ ask }: Shop, id: string | null | undefined): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const { text, headers } = await ask('GET', `/changes/${id}?page=${page}`);
    rows.push(...exactly(text));
    if (headers.get('link') === null) return rows;
  }
}

async function stored({ ask }: Shop, table: string): Promise<Row[]> {
  const rows = exactly((await ask('GET', `/tables/${table}?limit=10000`)).text);
  return rows.toSorted((a, b) => Number(a.id) - Number(b.id));
}

async function insertsOf<T>(work: () => Promise<T>): Promise<[T, boolean[]]> {
  const shown: boolean[] = [];
  const listen = (message: unknown) => {
    const { sql } = message as StatementStart;
    if (/\binsert into\b/.test(sql)) shown.push(/ returning /.test(sql));
  };
  subscribe(statementChannel, listen);
  try {
    return [await work(), shown];
  } finally {
    unsubscribe(statementChannel, listen);
  }
}

describe.each(liveEngines)('on %s', (engine) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(engine, script(engine));
  });
  afterAll(() => shop[Symbol.asyncDispose]());

  const of = async (table: string, rows: readonly Row[], on = shop) =>
    insertsOf(() =>
      importInto(on, `${table}.csv`, csv(rows), { entity: table, mode: 'insert', empty: 'text' }),
    );

  test('values in unusual notations late in a file are stored as given or refused', async () => {
    const plain = Array.from({ length: 4_000 }, (_, i) => plainRow(i + 1));
    const odd = oddRows.map((row, i) => ({ ...plainRow(5_000 + i), ...row }));
    const [refused] = await of('plain', [...plain, ...odd]);
    // The file starts with a heading.
    const places = refused.bad.map(({ row }) => (row ?? 0) - 4_002);
    expect(places).toEqual(bentRows[engine]);
    expect(await stored(shop, 'plain')).toEqual([]);

    const taken = odd.filter((_, i) => !places.includes(i));
    const [{ bad, done }, shown] = await of('plain', [...plain, ...taken]);
    expect([bad, done?.inserted]).toEqual([[], 4_000 + taken.length]);
    const now = await stored(shop, 'plain');
    expect(now).toHaveLength(4_000 + taken.length);
    expect(now[2_999]).toMatchObject({ id: '3000', amount: '3000.125', words: 'Wört 0', day: '2024-04-10' });
    expect(await historyRows(shop, done?.change_set)).toEqual(now);
    // The first rows are read back, and the odd ones.
    if (engine !== 'sqlite') expect([shown.at(0), shown.at(3), shown.at(-1)]).toEqual([true, false, true]);
    expect((await shop.ask('POST', `/changes/${done?.change_set}/undo`)).status).toBe(201);
    expect(await stored(shop, 'plain')).toEqual([]);
  });

  test('late rows that a trigger changes are reported as bad rows', async () => {
    const rows = Array.from({ length: 1_600 }, (_, i) => ({ id: i + 1, words: `as given ${i}` }));
    const [{ bad }] = await of('bent', rows);
    expect(bad.map(({ row }) => row)).toEqual(Array.from({ length: 100 }, (_, i) => 1_502 + i));
    expect(await stored(shop, 'bent')).toEqual([]);
    const [{ done }] = await of('bent', rows.slice(0, 1_500));
    expect(await historyRows(shop, done?.change_set)).toEqual(await stored(shop, 'bent'));
  });

  test.skipIf(engine === 'sqlite')(
    'late values that no longer fit an altered column are bad rows (not on SQLite, which stores any value)',
    async () => {
      const change = {
        postgres: 'alter column amount type numeric(12,2)',
        mysql: 'modify amount decimal(12,2)',
      };
      await shop.database.run(`alter table altered ${change[engine === 'mysql' ? 'mysql' : 'postgres']}`);
      const rows = Array.from({ length: 1_600 }, (_, i) => ({
        id: i + 1,
        amount: `${i}.${i < 1_500 ? '25' : '125'}`,
      }));
      const [{ bad }] = await of('altered', rows);
      expect(bad.map(({ row }) => row)).toEqual(Array.from({ length: 100 }, (_, i) => 1_502 + i));
      expect(await stored(shop, 'altered')).toEqual([]);
    },
  );
});

test('on mysql, each row is read back if the user may not see triggers', async () => {
  const database = await createDatabase('mysql');
  const url = new URL(database.url);
  url.username = `writer_${process.pid}`;
  url.password = 'canary';
  await database.run(`create user ${url.username}@'%' identified by 'canary';
    grant select, insert, update, delete, show view on \`${url.pathname.slice(1)}\`.* to ${url.username}@'%';`);
  await using shop = await openShopOn(database, {}, url.href, script('mysql'));
  try {
    const rows = Array.from({ length: 2_600 }, (_, i) => ({ id: i + 1, words: `as given ${i}` }));
    const [{ done }, shown] = await insertsOf(() =>
      importInto(shop, 'b.csv', csv(rows.slice(0, 1_500)), { entity: 'bent', mode: 'insert' }),
    );
    expect([done?.inserted, shown]).toEqual([1_500, [true, true]]);
    const { bad } = await importInto(shop, 'b.csv', csv(rows.slice(1_500)), {
      entity: 'bent',
      mode: 'insert',
    });
    expect(bad).toHaveLength(1_100);
  } finally {
    await database.run(`drop user ${url.username}@'%'`);
  }
});
