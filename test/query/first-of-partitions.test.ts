/**
 * The first rows of each partition on SQLite, which numbers only rows that reach the value of the partition's n-th row
 * if there are few partitions: they are those that a plain window function finds.
 */
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/servers.ts';
import { type Service, serve } from './service.ts';

/** Each kind of value occurs many times, so that partitions have ties and NULLs among their first rows. */
const columns = {
  number: 'iif(i % 7 = 0, null, iif(i % 11 = 0, -0.5, (i * 7919 % 23) - 9))',
  mixed:
    "case i % 5 when 0 then null when 1 then 'x' || (i % 4) when 2 then i % 6 when 3 then (i % 6) / 2.0 else '3' end",
  word: "iif(i % 9 = 0, null, substr('bBaAcC', i * 31 % 6 + 1, 1))",
  /** As many values as a statement reads the rows for, and one more. */
  eight: 'nullif(i * 13 % 8, 0)',
  nine: 'nullif(i * 13 % 9, 0)',
  /** NULL where all else is NULL, too. */
  alone: 'iif(i = 77, null, 1)',
};
const names = Object.keys(columns);

describe('the first rows of each partition', () => {
  let database: TestDatabase;
  let service: Service;
  let db: Sqlite.Database;
  beforeAll(async () => {
    database = await createDatabase('sqlite');
    await database.run(`
      create table part (id integer primary key, number numeric, mixed numeric, word text collate nocase,
        eight integer, nine integer, alone integer);
      with recursive s(i) as (select 1 union all select i + 1 from s where i < 400)
        insert into part select i, ${Object.values(columns).join(', ')} from s;`);
    service = await serve(database.url);
    db = new Sqlite(database.url.replace('sqlite:///', ''), { readonly: true });
  });
  afterAll(async () => {
    db?.close();
    await service?.close();
    await database?.drop();
  });

  interface Order {
    readonly by: string;
    readonly asc: boolean;
    readonly nulls: 'first' | 'last';
  }

  function byWindow(per: readonly string[], { by, asc, nulls }: Order, n: number): unknown[] {
    const order = `${by} ${asc ? 'asc' : 'desc'} nulls ${nulls}`;
    return db
      .prepare(
        `select id from (select id, row_number() over (partition by ${per.join()} order by ${order}, id) as place from part) where place <= ? order by id`,
      )
      .pluck()
      .all(n);
  }

  async function bySelf(per: readonly string[], { by, asc, nulls }: Order, n: number): Promise<unknown> {
    const attributes = [{ id: 'id' }, ...names.map((id) => ({ id, selected: false }))];
    const top = { n, per, order: [{ alias: by, asc, nulls }] };
    const asked = { entities: [{ id: 'part', attributes }], top, order: [{ alias: 'id' }], limit: 400 };
    const { status, body } = await service.query(JSON.stringify(asked));
    expect(status, body).toBe(200);
    return JSON.parse(body).data.flat();
  }

  const orders = ['number', 'mixed', 'word', 'eight', 'alone'].flatMap((by) =>
    [true, false].flatMap((asc) => (['first', 'last'] as const).map((nulls): Order => ({ by, asc, nulls }))),
  );

  test.each([[['eight']], [['nine']], [['word']], [['alone']], [['eight', 'word']], [['mixed']]])(
    'per %j are those of a window',
    async (per) => {
      for (const order of orders) {
        for (const n of [1, 3, 60]) {
          expect(await bySelf(per, order, n), JSON.stringify({ order, n })).toEqual(byWindow(per, order, n));
        }
      }
    },
  );
});
