/** Triggers and defaults that change settings of their session: later writers must not be affected. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openShop, type Shop } from './shop.ts';

const set = (name: string, value: string) => `perform set_config('${name}', '${value}', false);`;

type Changes = Readonly<Record<string, string>>;

const postgresChanges: Changes = {
  'another time zone': set('TimeZone', 'Asia/Kolkata'),
  'another date style': set('DateStyle', 'German'),
  'another interval style': set('IntervalStyle', 'sql_standard'),
  'fewer digits': set('extra_float_digits', '-15'),
  'another search path': set('search_path', 'pg_catalog'),
  'a short timeout': set('statement_timeout', '1'),
  'no triggers and foreign keys': set('session_replication_role', 'replica'),
  'read-only transactions': set('default_transaction_read_only', 'on'),
  'a custom setting': set('hostile.mark', '42'),
  'an advisory lock': 'perform pg_advisory_lock(42);',
  'a temporary table over another': 'create temporary table if not exists customer (id integer primary key);',
};

const mysqlChanges: Changes = {
  'another time zone': `set session time_zone = '+05:00';`,
  'no SQL modes': `set session sql_mode = '';`,
  'no foreign key checks': 'set session foreign_key_checks = 0;',
  'no check constraints': 'set session check_constraint_checks = 0;',
  'a row limit': 'set session sql_select_limit = 1;',
  'another character set': 'set names latin1;',
  'read-only transactions': 'set session tx_read_only = 1;',
  'a user variable': 'set @mark = 42;',
};

const scripts = {
  postgres: `
    create table moment (id integer primary key, at timestamptz, day date, span interval, number double precision);
    create table marked (id integer primary key, mark text default current_setting('hostile.mark', true));
    create table set_by_default (id integer primary key, zone text default set_config('TimeZone', 'Asia/Kolkata', false));
    ${Object.values(postgresChanges)
      .map(
        (body, i) => `
          create table hostile_${i} (id integer primary key, n integer);
          create function f_${i} () returns trigger language plpgsql as $$ begin ${body} return new; end $$;
          create trigger t_${i} before insert on hostile_${i} for each row execute function f_${i} ();`,
      )
      .join('\n')}`,
  mysql: `
    create table moment (id integer primary key, at timestamp null, day date, number double);
    create table marked (id integer primary key, mark varchar(20));
    create trigger marks before insert on marked for each row set new.mark = @mark;
    ${Object.values(mysqlChanges)
      .map(
        (body, i) => `
          create table hostile_${i} (id integer primary key, n integer);
          create trigger t_${i} before insert on hostile_${i} for each row ${body}
          create table failing_${i} (id integer primary key, n integer);
          create trigger s_${i} before insert on failing_${i} for each row
            begin ${body} signal sqlstate '45000' set message_text = 'no'; end;`,
      )
      .join('\n')}`,
};

const moments = {
  postgres: { at: '2024-02-29T12:00:00+00:00', day: '2024-02-29', span: 'P1D', number: 0.30000000000000004 },
  mysql: { at: '2024-02-29T12:00:00', day: '2024-02-29', number: 0.30000000000000004 },
};

const changesOf = { postgres: postgresChanges, mysql: mysqlChanges };

describe.each(['postgres', 'mysql'] as const)('on %s', (engine) => {
  let shop: Shop;
  let id = 100;
  beforeAll(async () => {
    shop = await openShop(engine, scripts[engine]);
  });
  afterAll(() => shop?.[Symbol.asyncDispose]());

  const add = (table: string, row: object) => shop.ask('POST', `/tables/${table}/add`, { id: id++, ...row });

  /** More often than there are sessions. */
  const soil = async (table: string, row: object = { n: 1 }) => {
    for (let i = 0; i < 5; i++) await add(table, row);
  };

  /** Writes store exactly what was requested, as read by another connection, and refusals still work. */
  async function expectUntouched(): Promise<void> {
    const moment = moments[engine];
    const made = await add('moment', moment);
    expect([made.status, made.json]).toMatchObject([201, moment]);
    const seen = await shop.ask('GET', `/tables/moment/recs/[${made.json.id}]`);
    expect(seen.json).toEqual(made.json);
    const tag = { 'if-match': seen.headers.get('etag') ?? '' };
    const moved = await shop.ask(
      'PATCH',
      `/tables/moment/recs/[${made.json.id}]`,
      { day: '2024-03-01' },
      tag,
    );
    expect([moved.status, moved.json]).toMatchObject([200, { ...moment, day: '2024-03-01' }]);
    const refused = await Promise.all([
      add('invoice', { customer_id: 99 }),
      add('customer', { name: 'x'.repeat(50) }),
      add('customer', { name: 'Ü', age: -1 }),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422]);
    expect((await add('customer', { name: 'Ü' })).json).toMatchObject({ name: 'Ü' });
    expect((await add('marked', {})).json.mark || null).toBeNull();
  }

  test.for(Object.keys(changesOf[engine]))(
    'a trigger that changes the session (%s) does not affect later changes',
    async (what, { annotate }) => {
      const at = Object.keys(changesOf[engine]).indexOf(what);
      await soil(`hostile_${at}`);
      await expectUntouched();
      if (engine === 'mysql') {
        await soil(`failing_${at}`);
        await expectUntouched();
      }
      await annotate(
        `${engine}: ${Object.keys(changesOf[engine]).length} changes of the session by triggers: what others write next is exact, and refused where it must be`,
        'A18',
      );
    },
  );

  test.runIf(engine === 'postgres')(
    'a default that changes the session does not affect later changes',
    async () => {
      await soil('set_by_default', {});
      await expectUntouched();
    },
  );

  test.runIf(engine === 'mysql')(
    'a trigger that changes the session for several new rows does not affect later changes',
    async () => {
      const rows = Array.from({ length: 5 }, () => ({
        op: 'insert',
        entity: 'hostile_0',
        set: { id: id++, n: 1 },
      }));
      await shop.ask('POST', '/changes', { changes: rows });
      await expectUntouched();
    },
  );
});
