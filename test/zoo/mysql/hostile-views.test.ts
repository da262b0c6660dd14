/** Views whose functions change the session, lock, and try to write: later readers must not be affected. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statementChannel } from '../../../src/dialects/base/trace.ts';
import { type Service, startService } from '../../http/service.ts';
import { anybody } from '../../support/asker.ts';
import { createDatabase, type TestDatabase } from '../../support/servers.ts';
import { queries, tables, ways } from '../ways.ts';

/** Each was observed to change or corrupt a later read on the same session. */
const changes: Readonly<Record<string, string>> = {
  'leave to write': 'set session tx_read_only = 0',
  'isolation of transactions': 'set session transaction isolation level serializable',
  'another time zone': `set session time_zone = '+05:00'`,
  'a row limit': 'set session sql_select_limit = 1',
  'no time limit': 'set session max_statement_time = 0',
  'a hard time limit': 'set session max_statement_time = 0.000001',
  'modes of SQL': `set session sql_mode = 'ANSI_QUOTES,PAD_CHAR_TO_FULL_LENGTH,NO_BACKSLASH_ESCAPES'`,
  'modes of old': `set session old_mode = 'ZERO_DATE_TIME_CAST'`,
  'characters of answers': 'set session character_set_results = latin1',
  'characters of requests': 'set session character_set_client = latin1',
  'all characters': 'set names latin1',
  'a collation': 'set session collation_connection = utf8mb4_general_ci',
  'few decimals': 'set session div_precision_increment = 0',
  'short sort keys': 'set session max_sort_length = 8',
  'short groups': 'set session group_concat_max_len = 4',
  'another language': `set session lc_time_names = 'de_DE'`,
  'safe updates': 'set session sql_safe_updates = 1',
  'big selects refused': 'set session max_join_size = 1, sql_big_selects = 0',
  'flags of patterns': `set session default_regex_flags = 'EXTENDED,MULTILINE'`,
  'keys that are null': 'set session sql_auto_is_null = 1',
  'another plan': `set session optimizer_switch = 'derived_merge=off,mrr=on'`,
  'another time': 'set session timestamp = 1',
  'a short wait': 'set session wait_timeout = 1',
  'a variable': 'set @left = 42',
  'the last number': 'set session last_insert_id = 42',
  'a lock': `do get_lock('joinery hostile', 0)`,
  'a table in front of another': 'create temporary table thing (id integer primary key) select 7 as id',
};

const numbered = Object.entries(changes).map(([what, body], i) => ({ what, body, view: `hostile_${i}` }));

/** Session variables that vary by themselves, between sessions or over time. */
const ownOfEach = [
  'pseudo_thread_id',
  'rand_seed1',
  'rand_seed2',
  'timestamp',
  'last_gtid',
  'error_count',
  'warning_count',
];

const state = `
  select concat_ws('\\n', (select group_concat(variable_name, '=', session_value order by variable_name separator '\\n')
      from information_schema.system_variables
      where session_value is not null and variable_name not in (${ownOfEach.map((name) => `'${name}'`).join(', ')})),
    concat('@left=', ifnull(@left, 'none')),
    concat('last=', last_insert_id()),
    concat('lock=', ifnull(is_used_lock('joinery hostile'), 'free')),
    concat('role=', ifnull(current_role(), 'none')),
    concat('things=', (select group_concat(id) from thing)))`;

/** ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION */
const readOnlyTransaction = 1792;

const writers: Readonly<Record<string, string>> = {
  writes: 'insert into canary values (null)',
  writes_in_this_transaction: 'set session tx_read_only = 0; insert into canary values (null)',
  writes_in_a_transaction_of_its_own: 'set transaction read write; insert into canary values (null)',
};

function viewOf(what: string): string {
  return numbered.find((one) => one.what === what)?.view ?? '';
}

/** Every variable that a session may set, with a different value. */
const settable = `
  select json_arrayagg(json_array(variable_name, case
      when variable_type = 'BOOLEAN' then if(session_value in ('ON', '1'), '0', '1')
      when variable_type = 'ENUM' then json_quote(
        substring_index(replace(concat(',', enum_value_list), concat(',', session_value), ''), ',', -1))
      when numeric_max_value is not null then numeric_min_value + 1
      else '""' end))
  from information_schema.system_variables
  where variable_scope = 'SESSION' and variable_name <> 'autocommit' and read_only = 'NO'
    and session_value is not null`;

/** The same reads of a plain table, whose answers must not change by a byte. */
const plainReads: Readonly<Record<string, (service: Service) => Promise<Response>>> = {
  list: (service) => service.get(`${tables}/thing`),
  record: (service) => service.get(`${tables}/thing/recs/[2]`),
  'record by a text': (service) => service.get(`${tables}/word/recs/[%C3%A9t%C3%A9]`),
  query: (service) =>
    service.post(queries, {
      entities: [
        {
          id: 'thing',
          attributes: [
            { id: 'id' },
            { id: 'made' },
            { id: 'code' },
            { id: 'price', summaries: ['avg', 'sum'] },
          ],
        },
      ],
      order: [{ alias: 'code', asc: false }],
    }),
  csv: (service) =>
    service.post(`${queries}/export?format=csv`, {
      entities: [{ id: 'thing', attributes: [{ id: 'made' }, { id: 'code' }, { id: 'long_word' }] }],
      order: [{ alias: 'long_word' }],
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

describe('a view whose function changes the session', () => {
  let database: TestDatabase;
  let service: Service;
  let before: string[];
  let stateBefore: string[];

  const stateNow = () =>
    service.database.use(anybody(), ({ connection }) =>
      connection.fetch({ sql: state, parameters: [], entities: [] }),
    );
  const canary = () => database.rows('select count(*) from canary');

  beforeAll(async () => {
    database = await createDatabase('mysql');
    const long = (last: string) => `${'x'.repeat(200)}${last}`;
    await database.run(`
      create table thing (id integer primary key, made timestamp not null, code char(5) not null, price decimal(10, 2),
        long_word varchar(255) not null, h integer);
      insert into thing values (1, '2024-02-29 12:00:00', 'a', 10.00, '${long('c')}', 0),
        (2, '2024-06-30 23:30:00', 'b', 20.00, '${long('b')}', 0), (3, '2024-12-31 23:59:59', 'ü', 20.01, '${long('a')}', 0);
      create table word (name varchar(20) primary key, long_word varchar(20));
      insert into word values ('été', 'a'), ('mot', 'b');
      create table canary (id integer primary key auto_increment);
      create table many as select seq as n from seq_1_to_1000;
      create view harmless as select id, h from thing;`);
    for (const { body, view } of numbered) {
      await database.run(`create function f_${view} () returns integer begin ${body}; return 1; end`);
      await database.run(`create view ${view} as select id, f_${view}() as h from thing`);
    }
    const all = numbered.map(({ view }) => `f_${view}()`).join(' + ');
    await database.run(`create view hostile as select id, ${all} as h from thing`);
    for (const [view, body] of Object.entries(writers)) {
      await database.run(`create function f_${view} () returns integer begin ${body}; return 1; end`);
      await database.run(`create view ${view} as select id, f_${view}() as h from thing`);
    }
    service = await startService(database.url, { poolSize: 1, statementTimeoutMs: 2_000 });
    before = await readAll(service);
    stateBefore = await stateNow();
  });
  afterAll(async () => {
    await service?.close();
    await database?.drop();
  });

  async function expectUntouched(): Promise<void> {
    expect(await stateNow()).toEqual(stateBefore);
    expect(await readAll(service)).toEqual(before);
    expect(await canary()).toEqual([['0']]);
  }

  test.for(Object.keys(ways))('affects no later reader when it is read as %s', async (way, { annotate }) => {
    const read = async (view: string) => {
      const response = await ways[way]?.(service, view);
      await response?.arrayBuffer();
      return response?.status;
    };
    expect(await read('harmless')).toBe(200);
    await read('hostile').catch(() => {});
    await expectUntouched();
    await annotate(
      `mysql: ${numbered.length} changes of the session, each read in ${Object.keys(ways).length} ways: the next reader's session and answers are the same`,
      'A18',
    );
  });

  test.each(numbered)('($what) does not affect the next reader', async ({ view }) => {
    await (await service.get(`${tables}/${view}`)).arrayBuffer().catch(() => {});
    await expectUntouched();
  });

  test('may change every session variable without affecting the next reader', async () => {
    const [variables] = await service.database.use(anybody(), ({ connection }) =>
      connection.fetch({ sql: settable, parameters: [], entities: [] }),
    );
    const names: [string, string][] = JSON.parse(variables ?? '[]');
    expect(names.length).toBeGreaterThan(100);
    const blocks = names.map(
      ([name, value]) =>
        `begin declare continue handler for sqlexception begin end; set session ${name} = ${value}; end;`,
    );
    await database.run(
      `create function f_everything () returns integer begin ${blocks.join('\n')} return 1; end`,
    );
    await database.run('create view everything as select id, f_everything() as h from thing');
    await service.database.refresh();
    await (await service.get(`${tables}/everything`)).arrayBuffer().catch(() => {});
    await expectUntouched();
  });

  test('may change the role without affecting the next reader', async () => {
    const role = `role_${new URL(database.url).pathname.slice(1)}`;
    await database.run(`create role ${role}; grant ${role} to current_user();`);
    await database.run(
      `create function f_role () returns integer sql security invoker begin set role ${role}; return 1; end`,
    );
    await database.run('create sql security invoker view takes_role as select id, f_role() as h from thing');
    await service.database.refresh();
    expect((await service.get(`${tables}/takes_role`)).status).toBe(200);
    await expectUntouched();
    await database.run(`drop role ${role}`);
  });

  test('may replace a table without affecting the next reader', async () => {
    await database.run('create table usurped (id integer, h integer)');
    await service.database.refresh();
    expect((await service.get(`${tables}/usurped`)).status).toBe(200);
    await database.run(
      `drop table usurped; create view usurped as select * from ${viewOf('leave to write')};`,
    );
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

  test.each(Object.keys(writers))('does not allow the next view to write (%s)', async (view) => {
    for (const [way, read] of Object.entries(ways)) {
      await (await service.get(`${tables}/${viewOf('leave to write')}`)).arrayBuffer();
      await service.database.refresh();
      const response = await read(service, view);
      await response.arrayBuffer();
      // The engine hides a view that writes from a read-only session.
      expect(response.status, way).toBe(way === 'list' ? 404 : 400);
    }
    await expectUntouched();
  });

  test.for(Object.keys(writers))(
    'does not write, even without checks in front of the engine (%s)',
    async (view, { annotate }) => {
      const statement = { sql: `select concat(h) from ${view}`, parameters: [], entities: [view] };
      await service.database.use(anybody(), async ({ connection }) => {
        const refused = { errno: readOnlyTransaction };
        await expect(connection.fetch(statement)).rejects.toMatchObject(refused);
        await expect(connection.stream(statement, '')).rejects.toMatchObject(refused);
      });
      await expectUntouched();
      await annotate('mysql: views whose functions write, with and without leave: 0 rows written', 'A4');
    },
  );

  test('costs no extra statement when tables are read', async () => {
    await service.get(`${tables}/harmless`);
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
