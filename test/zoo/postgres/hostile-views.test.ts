/** Views whose functions change the session, lock, and try to write: later readers must not be affected. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statementChannel } from '../../../src/dialects/base/trace.ts';
import { postgres } from '../../../src/dialects/postgres/dialect.ts';
import { parseDatabaseUrl } from '../../../src/dialects/url.ts';
import { type Service, startService } from '../../http/service.ts';
import { anybody } from '../../support/asker.ts';
import { fewOrAll, isLongRun } from '../../support/long-run.ts';
import { createDatabase, type TestDatabase } from '../../support/servers.ts';
import { queries, tables, ways } from '../ways.ts';

const set = (name: string, value: string) => `perform set_config('${name}', '${value}', false);`;

/** What a plpgsql function can do to its session. */
const changes: Readonly<Record<string, string>> = {
  'leave to write': set('default_transaction_read_only', 'off'),
  'no time limit': set('statement_timeout', '0'),
  'a hard time limit': set('statement_timeout', '1'),
  'another time zone': set('TimeZone', 'Asia/Kolkata'),
  'another order of days': set('DateStyle', 'German'),
  'other intervals': set('IntervalStyle', 'sql_standard'),
  'bytes in escapes': set('bytea_output', 'escape'),
  'few digits': set('extra_float_digits', '-15'),
  'another path': set('search_path', 'evil, public'),
  'a path before the engine': set('search_path', 'evil, pg_catalog'),
  'other characters': set('client_encoding', 'LATIN1'),
  'strings with escapes': set('standard_conforming_strings', 'off'),
  'nulls that are equal': set('transform_null_equals', 'on'),
  'no nulls in arrays': set('array_nulls', 'off'),
  'another isolation': set('default_transaction_isolation', 'serializable'),
  'no row security': set('row_security', 'off'),
  'a hasty lock': set('lock_timeout', '1'),
  'a hasty transaction': set('idle_in_transaction_session_timeout', '1'),
  'another plan': `${set('enable_indexscan', 'off')} ${set('enable_seqscan', 'off')} ${set('jit', 'on')}`,
  'another role': `perform set_config('role', 'other_' || current_database(), false);`,
  'a setting of its own': set('hostile.mark', '42'),
  'a lock': 'perform pg_advisory_lock(42); perform pg_advisory_lock_shared(43);',
  'an ear': `listen hostile;`,
  'a statement of its own': `begin execute 'prepare hostile as select 1'; exception when others then null; end;`,
  'statements under our names': `
    for i in 1..200 loop
      begin execute format('deallocate joinery_%s', i); exception when others then null; end;
      begin execute format('prepare joinery_%s as select ''hijacked''', i); exception when others then null; end;
    end loop;`,
  'a cursor': `begin execute 'declare hostile cursor with hold for select 1'; exception when others then null; end;`,
  'a table in front of another': `begin create temporary table thing (id integer); exception when others then null; end;`,
};

/** Settings whose changes the server reports by itself. */
const reportedSettings =
  /time zone|order of days|other intervals|other characters|strings with escapes|leave to write/;

const numbered = Object.entries(changes).map(([what, body], i) => ({ what, body, view: `hostile_${i}` }));

/** Changes that are made in a different way, or that do the most harm. */
const differing = numbered.filter(({ what }) =>
  /^(leave|no time|a |an |few|another (path|role|plan)|statements|no row security)/.test(what),
);

function viewOf(what: string): string {
  return numbered.find((one) => one.what === what)?.view ?? '';
}

/** The whole state of a session, as text, apart from our own prepared statements. */
const state = `
  select concat_ws(E'\\n', (select string_agg(name || '=' || setting, E'\\n' order by name) from pg_settings
      -- The language itself is loaded when a function is first run.
      where name not like 'plpgsql.%' or setting is distinct from boot_val),
    'mark=' || coalesce(current_setting('hostile.mark', true), ''),
    'user=' || session_user || ' ' || current_user || ' ' || current_schemas(true)::text,
    'locks=' || (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()),
    'ears=' || (select count(*) from pg_listening_channels()),
    'cursors=' || (select count(*) from pg_cursors where name <> ''),
    'statements=' || (select count(*) from pg_prepared_statements where from_sql),
    'temporary=' || (select count(*) from pg_class where relpersistence = 't'))`;

/** Some are refused by the engine, the others are rolled back. */
const writers: Readonly<Record<string, string>> = {
  inserts: 'insert into canary values (1);',
  inserts_in_a_block: 'begin insert into canary values (1); exception when others then null; end;',
  inserts_after_leave: `${set('default_transaction_read_only', 'off')}
    begin perform set_config('transaction_read_only', 'off', false); exception when others then null; end;
    begin insert into canary values (1); exception when others then null; end;`,
  counts: `begin perform nextval('number'); exception when others then null; end;`,
  sets_a_count: `begin perform setval('number', 99); exception when others then null; end;`,
  makes_an_object: 'begin perform lo_create(0); exception when others then null; end;',
  makes_a_table: 'begin create table made (id integer); exception when others then null; end;',
  calls_out: `notify hostile, 'heard';`,
  runs_a_program: `begin copy (select 1) to program 'cat > /dev/null'; exception when others then null; end;`,
  has_it_written: `begin perform query_to_xml('insert into canary values (1) returning id', true, false, '');
    exception when others then null; end;`,
};

const what = `select (select count(*) from canary)::int, (select last_value from number)::int,
  (select is_called from number), (select count(*) from pg_largeobject_metadata)::int,
  (select count(*) from pg_class where relname = 'made')::int`;

const plainReads: Readonly<Record<string, (service: Service) => Promise<Response>>> = {
  list: (service) => service.get(`${tables}/thing`),
  record: (service) => service.get(`${tables}/thing/recs/[2]`),
  query: (service) =>
    service.post(queries, {
      entities: [
        {
          id: 'thing',
          attributes: ['id', 'made', 'day', 'span', 'bytes', 'word', 'list']
            .map((id): object => ({ id }))
            .concat([{ id: 'double', summaries: ['avg', 'sum'] }]),
        },
      ],
      where: { func: { name: 'GT', args: [{ alias: 'made' }, { value: '2000-01-01T00:00:00Z' }] } },
      order: [{ alias: 'word', asc: false }],
    }),
  csv: (service) =>
    service.post(`${queries}/export?format=csv`, {
      entities: [
        { id: 'thing', attributes: ['id', 'made', 'day', 'span', 'bytes', 'double'].map((id) => ({ id })) },
      ],
    }),
  explain: (service) =>
    service.post(`${queries}/explain`, {
      entities: [{ id: 'thing', attributes: [{ id: 'id' }] }],
      where: { func: { name: 'EQ', args: [{ alias: 'id' }, { value: 1 }] } },
    }),
};

async function readAll(service: Service): Promise<string[]> {
  const texts: string[] = [];
  for (const [name, read] of Object.entries(plainReads)) {
    const response = await read(service);
    texts.push(`${name} ${response.status} ${await response.text()}`);
  }
  // Concurrently, so that they may be combined into one statement.
  const together = await Promise.all(
    [1, 2, 3].map(async (id) => (await service.get(`${tables}/thing/recs/[${id}]`)).text()),
  );
  return [...texts, ...together];
}

const things = `
  create table thing (id integer primary key, made timestamptz not null, day date not null, span interval not null,
    bytes bytea not null, double double precision not null, word text not null, list integer[] not null, h integer);
  insert into thing values
    (1, '2024-02-29 12:00:00Z', '2024-02-29', '1 day 02:03:04', '\\x00ff5c', 0.1::float8 + 0.2::float8, 'a\\b', '{1,null}', 0),
    (2, '2024-06-30 23:30:00Z', '2024-06-30', '-1 mon', '', 1e15 + 0.3, 'ü', '{}', 0),
    (3, '2024-12-31 23:59:59Z', '2024-12-31', '0', '\\x41', 1.0 / 3, 'it''s', '{2}', 0);
  create table many as select n from generate_series(1, 1000) as n;`;

/** A database, a role that may read what the script creates, and a service that logs in as that role. */
async function open(script: string): Promise<{ database: TestDatabase; service: Service } & AsyncDisposable> {
  const database = await createDatabase('postgres');
  const name = new URL(database.url).pathname.slice(1);
  await database.run(`
    create role reader_${name} login password 'reader'; create role other_${name}; grant other_${name} to reader_${name};
    ${things} ${script}
    grant select on all tables in schema public to reader_${name};
    grant usage on all sequences in schema public to reader_${name};`);
  const url = Object.assign(new URL(database.url), { username: `reader_${name}`, password: 'reader' });
  const service = await startService(url.href, { poolSize: 1, statementTimeoutMs: 3_000 });
  return {
    database,
    service,
    async [Symbol.asyncDispose]() {
      await service.close();
      await database.run(
        `drop owned by reader_${name}; drop role reader_${name}; drop owned by other_${name}; drop role other_${name};`,
      );
      await database.drop();
    },
  };
}

const functionOf = (name: string, body: string, kind = 'volatile') => `
  create function f_${name} (x integer) returns integer language plpgsql ${kind} as $body$ begin ${body} return 1; end $body$;`;
const viewWith = (name: string, body: string) =>
  `${functionOf(name, body)} create view ${name} as select id, f_${name}(id) as h from thing;`;

const everything = `
  declare s record; other text;
  begin
    for s in select * from pg_settings where context in ('user', 'superuser') loop
      other := case s.vartype when 'bool' then case s.setting when 'on' then 'off' else 'on' end
        when 'enum' then (select v from unnest(s.enumvals) v where v <> s.setting limit 1)
        when 'string' then '' else s.max_val end;
      begin perform set_config(s.name, other, false); exception when others then null; end;
    end loop;
  end;`;

describe('a view whose function changes the session', () => {
  let opened: Awaited<ReturnType<typeof open>>;
  let database: TestDatabase;
  let service: Service;
  let before: string[];
  let stateBefore: string[];

  const stateNow = () =>
    service.database.use(anybody(), ({ connection }) =>
      connection.fetch({ sql: state, parameters: [], entities: [] }),
    );

  beforeAll(async () => {
    opened = await open(`
      create table canary (id integer); create sequence number;
      grant insert on canary to public; grant create on schema public to public;
      create schema evil; grant usage on schema evil to public;
      create function evil.to_json (anyelement) returns json language sql as $$ select '"fooled"'::json $$;
      create view harmless as select id, h from thing;
      ${numbered.map(({ view, body }) => viewWith(view, body)).join('\n')}
      ${Object.entries({
        hostile: numbered,
        quiet: numbered.filter((one) => !reportedSettings.test(one.what)),
      })
        .map(
          ([view, all]) =>
            `create view ${view} as select id, ${all.map((one) => `f_${one.view}(id)`).join(' + ')} as h from thing;`,
        )
        .join('\n')}
      ${viewWith('everything', everything)}
      create function f_fails (code text) returns integer language plpgsql as $$
        begin raise exception using errcode = code, message = 'it failed'; end $$;
      create view failing as select id, f_fails('P0001') as h from thing;
      ${Object.entries(writers)
        .map(([view, body]) => viewWith(view, body))
        .join('\n')}`);
    ({ database, service } = opened);
    before = await readAll(service);
    stateBefore = await stateNow();
  });
  afterAll(() => opened?.[Symbol.asyncDispose]());

  async function expectUntouched(): Promise<void> {
    expect(await stateNow()).toEqual(stateBefore);
    expect(await readAll(service)).toEqual(before);
    expect(await database.rows(what)).toEqual([[0, 1, false, 0, 0]]);
  }

  test.for(Object.keys(ways))('affects no later reader when it is read as %s', async (way, { annotate }) => {
    const read = async (view: string) => {
      const response = await ways[way]?.(service, view);
      await response?.arrayBuffer();
      return response?.status;
    };
    expect(await read('harmless')).toBe(200);
    // Reported changes are handled the same for all requests but these.
    const isTold = isLongRun || ['list', 'query', 'next page', 'csv'].includes(way);
    for (const view of isTold ? ['hostile', 'quiet'] : ['quiet']) {
      await read(view).catch(() => {});
      await expectUntouched();
    }
    await annotate(
      `postgres: ${numbered.length} changes of the session, each read in ${isLongRun ? '' : 'up to '}${Object.keys(ways).length} ways: the next reader's session and answers are the same`,
      'A18',
    );
  });

  test.each(fewOrAll(differing, numbered))('($what) does not affect the next reader', async ({ view }) => {
    const response = await service.get(`${tables}/${view}`);
    await response.arrayBuffer();
    expect(response.status).toBe(200);
    await expectUntouched();
  });

  test('may change every setting without affecting the next reader', async () => {
    const response = await service.get(`${tables}/everything`);
    await response.arrayBuffer().catch(() => {});
    await expectUntouched();
  });

  test('may be the first one read after the schema has changed, without affecting the next reader', async () => {
    await database.run('create table later (id integer)');
    await service.database.refresh();
    await (await service.get(`${tables}/${viewOf('few digits')}`)).arrayBuffer();
    await expectUntouched();
  });

  test('may replace a table without affecting the next reader', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await database.run(
      `create table usurped (id integer, h integer); grant select on usurped to reader_${name}`,
    );
    await service.database.refresh();
    expect((await service.get(`${tables}/usurped`)).status).toBe(200);
    await database.run(`drop table usurped; create view usurped as select * from ${viewOf('few digits')};
      grant select on usurped to reader_${name}`);
    // Still treated as a table: the schema was not read since.
    await (await service.get(`${tables}/usurped`)).arrayBuffer();
    await service.database.refresh();
    await expectUntouched();
  });

  test('does not remove the time limit for the next reader', async () => {
    await (await service.get(`${tables}/${viewOf('no time limit')}`)).arrayBuffer();
    const roots = Array.from({ length: 5 }, (_, i) => ({
      id: 'many',
      alias: `r${i}`,
      attributes: [{ id: 'n', alias: `n${i}` }],
    }));
    // Conditions between all of them, since the count of a mere cross product is computed without building it.
    const entries = roots.slice(1).map((_, i) => ({
      func: { name: 'NOT_EQ', args: [{ alias: `n${i}` }, { alias: `n${i + 1}` }] },
    }));
    const endless = { entities: roots, where: { cond: { with: 'AND', entries } }, limit: 0 };
    expect((await service.post(queries, endless)).status).toBe(504);
    await expectUntouched();
  });

  const everyWay = Object.values(ways);
  const fewWays = Object.entries(ways).flatMap(([way, read]) =>
    ['list', 'query', 'summaries', 'csv'].includes(way) ? read : [],
  );
  test.for(Object.keys(writers))('writes nothing (%s), however it is read', async (view, { annotate }) => {
    const tried = fewOrAll(view.startsWith('inserts') ? everyWay : fewWays, everyWay);
    for (const read of tried) {
      await (await service.get(`${tables}/${viewOf('leave to write')}`)).arrayBuffer();
      const response = await read(service, view);
      await response.arrayBuffer();
      // The engine refuses to insert; other writes that it permits are rolled back.
      expect(response.status).toBe(view === 'inserts' && !response.url.endsWith('explain') ? 422 : 200);
    }
    await expectUntouched();
    await annotate(
      `postgres: ${Object.keys(writers).length} functions that write, in views, each read in ${isLongRun ? '' : 'up to '}${everyWay.length} ways: nothing written`,
      'A4',
    );
  });

  const codes = [
    ...['0A000', '22012', '23505', '25P02', '28000', '2BP01', '3D000', '42601', '42P05', '44000', '55000'],
    ...['F0000', 'HV000', 'P0001', 'XX000', 'ZZ999', '38000', '39000', '42846', '42P18', '42939'],
  ];
  test.each(fewOrAll(['22012', '25P02', '42P05', 'P0001', 'XX000'], codes))(
    'is refused when its function fails (%s)',
    async (code) => {
      await database.run(`create or replace view failing as select id, f_fails('${code}') as h from thing`);
      for (const [way, read] of Object.entries(ways)) {
        if (way === 'explain') continue;
        const response = await read(service, 'failing');
        expect([way, response.status, await response.json()]).toMatchObject([
          way,
          422,
          { type: 'urn:joinery:problem:refused-by-database', detail: 'The database refused: it failed.' },
        ]);
      }
      await expectUntouched();
    },
  );

  test('costs no extra statement when tables are read', async () => {
    await readAll(service);
    const sent: unknown[] = [];
    const listen = (message: unknown) => sent.push(message);
    subscribe(statementChannel, listen);
    await (await service.get(`${tables}/thing/recs/[1]`)).text();
    await (await service.get(`${tables}/thing/recs/[2]`)).text();
    unsubscribe(statementChannel, listen);
    const ofThing = { sql: expect.stringContaining('thing') };
    expect(sent).toEqual([ofThing, ofThing]);
  });
});

const digits = set('extra_float_digits', '-15');

/** Tables that run a function although they are not views. */
const tablesThatRun: Readonly<Record<string, string>> = {
  'by its row security': `
    ${functionOf('policy', digits)}
    create table guarded (id integer primary key, h integer); insert into guarded values (1, 2);
    alter table guarded enable row level security; create policy p on guarded using (f_policy(id) = 1);`,
  'by row security that calls the engine': `
    create table guarded (id integer primary key, h integer); insert into guarded values (1, 2);
    alter table guarded enable row level security;
    create policy p on guarded using (set_config('extra_float_digits', '-15', false) is not null);`,
  'by the condition of an index': `
    ${functionOf('constant', digits, 'immutable')}
    create table guarded (id integer primary key, h integer); insert into guarded values (1, 2);
    create index on guarded (h) where f_constant(1) = 1;`,
  'by the term of an index': `
    ${functionOf('constant', digits, 'immutable')}
    create table guarded (id integer primary key, h integer); insert into guarded values (1, 2);
    create index on guarded ((h + f_constant(1)));`,
  'by an operator in an index': `
    create function f_plus (x integer, y integer) returns integer language plpgsql immutable as
      $$ begin ${digits} return x + y; end $$;
    create operator ## (leftarg = integer, rightarg = integer, function = f_plus);
    create table guarded (id integer primary key, h integer); insert into guarded values (1, 2);
    create index on guarded (h) where (1 ## 1) = 2;`,
  'by its statistics': `
    ${functionOf('constant', digits, 'immutable')}
    create table guarded (id integer primary key, h integer); insert into guarded values (1, 2);
    create statistics s on (h + f_constant(1)), id from guarded; analyze guarded;`,
  'by an index of its part': `
    ${functionOf('constant', digits, 'immutable')}
    create table guarded (id integer, h integer) partition by range (id);
    create table part partition of guarded for values from (0) to (10); insert into guarded values (1, 2);
    create index on part (h) where f_constant(1) = 1;`,
  'by the index of an heir': `
    ${functionOf('constant', digits, 'immutable')}
    create table guarded (id integer primary key, h integer); insert into guarded values (1, 2);
    create table heir () inherits (guarded); create index on heir (h) where f_constant(1) = 1;`,
  'by a cast to JSON': `
    create type mood as enum ('sad');
    create function f_cast (x mood) returns json language plpgsql as $$ begin ${digits} return '1'; end $$;
    create cast (mood as json) with function f_cast;
    create table guarded (id integer primary key, h mood); insert into guarded values (1, 'sad');`,
  'by a cast to text': `
    create type pair as (a integer, b integer);
    create function f_cast (x pair) returns text language plpgsql as $$ begin ${digits} return '1'; end $$;
    create cast (pair as text) with function f_cast;
    create table guarded (id integer primary key, h pair); insert into guarded values (1, '(1,2)');`,
  'by a function that fits better than the one of the engine': `
    create function to_json (x date) returns json language plpgsql as $$ begin ${digits} return '1'; end $$;
    create table guarded (id integer primary key, h date); insert into guarded values (1, '2024-01-01');`,
  'by an operator that fits better than the one of the engine': `
    create function f_equals (x varchar, y varchar) returns boolean language plpgsql as $$ begin ${digits} return true; end $$;
    create operator = (leftarg = varchar, rightarg = varchar, function = f_equals);
    create table guarded (id varchar(10) primary key, h integer); insert into guarded values ('1', 2);`,
};

describe('a table that runs a function', () => {
  test.for(Object.entries(tablesThatRun))('%s affects no later reader', async ([, script], { annotate }) => {
    await using opened = await open(script);
    const { service } = opened;
    const double = async () => {
      const body = { entities: [{ id: 'thing', attributes: [{ id: 'double' }] }] };
      return (await service.post(queries, body)).text();
    };
    const before = await double();
    expect(before).toContain('0.30000000000000004');
    const reads: readonly ((service: Service) => Promise<Response>)[] = [
      (it) => it.get(`${tables}/guarded/recs/[1]`),
      ...fewOrAll(['list', 'query', 'sorted page', 'groups', 'csv'], Object.keys(ways)).map(
        (way) => async (it: Service) => (await ways[way]?.(it, 'guarded')) ?? Response.error(),
      ),
      (it) =>
        it.post(queries, {
          entities: [{ id: 'guarded', attributes: [{ id: 'id' }] }],
          where: { func: { name: 'EQ', args: [{ alias: 'id' }, { value: '1' }] } },
        }),
      (it) =>
        it.post(queries, {
          entities: [{ id: 'thing', attributes: [{ id: 'id' }, { id: 'double' }] }],
          where: { func: { name: 'EXISTS', args: [{ entity: { id: 'guarded', relation: null } }] } },
        }),
    ];
    for (const read of reads) {
      await (await read(service)).arrayBuffer();
      expect(await double()).toBe(before);
    }
    await annotate(
      `postgres: ${Object.keys(tablesThatRun).length} kinds of tables that run functions: nothing left behind`,
      'A18',
    );
  });

  let watched: TestDatabase;
  let connection: Awaited<ReturnType<typeof postgres.connect>>;
  beforeAll(async () => {
    watched = await createDatabase('postgres');
    await watched.run(`create table guarded (id integer primary key, h integer);
      create type mood as enum ('sad');
      create function f_cast (x mood) returns json language plpgsql as $$ begin return '1'; end $$;
      create foreign data wrapper nothing; create server far foreign data wrapper nothing;`);
    connection = await postgres.connect(parseDatabaseUrl(watched.url), {
      poolSize: 1,
      statementTimeoutMs: 10_000,
      poolWaitMs: 5_000,
      onWarning: () => {},
    });
  });
  afterAll(async () => {
    await connection?.close();
    await watched?.drop();
  });

  test.each([
    ['row security', 'alter table guarded enable row level security'],
    [
      'an index',
      `${functionOf('constant', digits, 'immutable')} create index on guarded (h) where f_constant(1) = 1`,
    ],
    ['an heir', 'create foreign table abroad () inherits (guarded) server far'],
    ['statistics', 'create statistics s on (h + 1), id from guarded'],
    ['a cast', 'create cast (mood as json) with function f_cast'],
    ['a function', `create function to_json (x date) returns json language sql as $$ select '1'::json $$`],
    ['an operator', 'create operator ## (leftarg = integer, rightarg = integer, function = int4pl)'],
  ])('is noticed when it begins to run one, by %s', async (_, script) => {
    // Starts with all earlier changes known.
    await connection.reflect();
    const version = connection.schemaVersion();
    await watched.run(script);
    await expect.poll(() => connection.schemaVersion(), { timeout: 10_000 }).not.toBe(version);
  });
});
