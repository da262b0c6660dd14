import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportGrid } from '../../../src/app/export/export.ts';
import { runGrid } from '../../../src/app/read/grid.ts';
import { readGridRequest } from '../../../src/contract/read-grid.ts';
import type { Connection, ConnectOptions } from '../../../src/dialects/dialect.ts';
import { postgres } from '../../../src/dialects/postgres/dialect.ts';
import { DatabaseUrlError, parseDatabaseUrl } from '../../../src/dialects/url.ts';
import { buildDatabase } from '../../../src/model/build.ts';
import { links, rowsOf, Subject } from '../../conformance/subject.ts';
import { openZoo } from '../../conformance/zoos.ts';
import { anybody } from '../../support/asker.ts';
import { createDatabase, postgresUrl, type TestDatabase } from '../../support/servers.ts';
import { postgresZoo } from './zoo.ts';

const options: ConnectOptions = {
  poolSize: 3,
  statementTimeoutMs: 10_000,
  poolWaitMs: 5_000,
  onWarning: () => {},
};

function open(url: string, changes: Partial<ConnectOptions> = {}): Promise<Connection> {
  return postgres.connect(parseDatabaseUrl(url), { ...options, ...changes });
}

const statement = (sql: string) => ({ sql, parameters: [], entities: [] });

describe('a session of PostgreSQL', () => {
  let database: TestDatabase;
  let connection: Connection;
  beforeAll(async () => {
    database = await createDatabase('postgres');
    await database.run(`
      create table thing (id integer primary key, word text);
      insert into thing values (1, 'one'), (2, null);
      create function write_word() returns integer language plpgsql as $$
        begin update thing set word = 'written'; return 1; end $$;
      create view writes as select write_word();
      create view unlocks as select set_config('default_transaction_read_only', 'off', false);
      create view unlocks_now as select set_config('transaction_read_only', 'off', false);
      create view shifts as select set_config('TimeZone', 'Asia/Kolkata', false);
      create view moment as select timestamptz '2024-01-01 00:00:00Z' as at;
      create view divides as select 1 / (id - id) as nothing from thing;`);
    connection = await open(database.url, { poolSize: 1 });
  });
  afterAll(async () => {
    await connection?.close();
    await database?.drop();
  });

  test.each([
    "insert into thing values (3, 'three') returning 'x'",
    'update thing set id = 9',
    'delete from thing',
    'truncate thing',
    'drop table thing',
    'create table other (id integer)',
    'alter table thing add extra integer',
    'select id::text from thing for update',
    "select nextval('made') from (select 1) as x",
    'begin read write; delete from thing',
    'set transaction read write',
  ])('does not execute %s', async (sql) => {
    await connection.fetch(statement(sql)).catch(() => {});
    await connection.stream(statement(sql), { separator: ',' }).catch(() => {});
    expect(await database.rows('select * from thing order by id')).toEqual([
      [1, 'one'],
      [2, null],
    ]);
    expect(await database.rows("select relname from pg_class where relkind = 'r' and oid >= 16384")).toEqual([
      ['thing'],
    ]);
  });

  test('is refused by the engine itself when it writes', async () => {
    await expect(connection.fetch(statement('delete from thing'))).rejects.toMatchObject({
      kind: 'refused-by-database',
      cause: { code: '25006' },
    });
  });

  test('stays read-only after views that try to change that', async () => {
    await using subject = await Subject.of(database.url, { poolSize: 1 });
    await expect(subject.list('writes')).rejects.toMatchObject({ kind: 'refused-by-database' });
    await expect(subject.list('unlocks_now')).rejects.toMatchObject({ kind: 'refused-by-database' });
    await subject.list('unlocks');
    await expect(subject.list('writes')).rejects.toMatchObject({ kind: 'refused-by-database' });
    expect(await database.rows("select * from thing where word = 'written'")).toEqual([]);
  });

  test('keeps its settings after views that try to change them', async () => {
    await using subject = await Subject.of(database.url, { poolSize: 1 });
    const before = await subject.list('moment');
    await subject.list('shifts');
    expect(await subject.list('moment')).toBe(before);
    expect(before).toContain('"2024-01-01T00:00:00+00:00"');
  });

  test('reports what the database refused, and works afterwards', async () => {
    await using subject = await Subject.of(database.url, { poolSize: 1 });
    await expect(subject.list('divides')).rejects.toMatchObject({
      kind: 'refused-by-database',
      message: 'The database refused: division by zero.',
    });
    expect(await subject.record('thing', '[1]')).toContain('"one"');
  });

  test('keeps at most 101 statements prepared', async () => {
    for (let i = 0; i < 250; i++)
      expect(await connection.fetch(statement(`select '${i}'`))).toEqual([String(i)]);
    const [count] = await connection.fetch(statement('select count(*)::text from pg_prepared_statements'));
    expect(Number(count)).toBeLessThanOrEqual(101);
    expect(await connection.fetch(statement(`select '249'`))).toEqual(['249']);
  });

  test('accepts every kind of parameter', async () => {
    const sql =
      "select concat_ws(' ', $1::text, $2::int8, $3::boolean, $4::float8, $5::text is null, $6::bytea)";
    const parameters = ['a', 9007199254740993n, true, 1.5, null, Buffer.from([0, 255])];
    expect(await connection.fetch({ sql, parameters, entities: [] })).toEqual([
      'a 9007199254740993 t 1.5 t \\x00ff',
    ]);
    await expect(connection.fetch({ sql, parameters: [{}], entities: [] })).rejects.toThrow(TypeError);
    expect(await connection.fetch(statement(`select 'fine'`))).toEqual(['fine']);
  });
});

describe('settings of the database', () => {
  test('do not change how values are shown', { timeout: 60_000 }, async () => {
    const tables = postgresZoo.types.map(
      ({ type, values }, i) => `create table type_${i} (id integer primary key, v ${type});
        ${values.map(([sql], id) => `insert into type_${i} values (${id}, ${sql});`).join('\n')}`,
    );
    await using database = await openZoo(postgresZoo, ...tables);
    const listAll = async () => {
      await using subject = await Subject.of(database.url);
      const lists: string[] = [];
      for (const name of (await subject.entities()).keys()) lists.push(await subject.list(name));
      return lists.join('\n');
    };
    const before = await listAll();
    const name = new URL(database.url).pathname.slice(1);
    const settings = {
      timezone: 'Asia/Kolkata',
      datestyle: 'German',
      intervalstyle: 'sql_standard',
      bytea_output: 'escape',
      extra_float_digits: '-15',
      standard_conforming_strings: 'off',
      default_transaction_read_only: 'off',
      xmloption: 'document',
    };
    await database.run(
      Object.entries(settings)
        .map(([key, value]) => `alter database ${name} set ${key} = '${value}';`)
        .join('\n'),
    );
    expect(await listAll()).toBe(before);
  });
});

describe('the catalog of PostgreSQL', () => {
  let database: TestDatabase;
  let reader: string;
  beforeAll(async () => {
    database = await createDatabase('postgres');
    reader = `reader_${new URL(database.url).pathname.slice(1)}`;
    await database.run(`
      create schema sales; create schema closed; create schema "S.odd";
      create table noted (
        id integer generated always as identity primary key,
        word text not null default 'it''s',
        made timestamptz default now(),
        twice integer generated always as (1 + 1) stored,
        kept integer generated by default as identity,
        constraint "a word" unique (word)
      );
      comment on table noted is 'all about it';
      comment on column noted.word is 'a "word"';
      insert into noted (word) values ('a'), ('b'), ('c');
      analyze noted;
      create table never (id integer);
      create table sales.bill (id integer primary key, note integer references noted);
      create table sales.part (id integer primary key) partition by range (id);
      create table sales.part_1 partition of sales.part for values from (0) to (10);
      create table "sales.bill" (id integer primary key);
      create table "S.odd"."T.odd" (id integer primary key);
      create table closed.hidden (id integer primary key);
      create table secret (id integer primary key, open text, shut text, noted integer references noted);
      create table guarded (id integer primary key, open text);
      create materialized view heap as select id from noted;
      create foreign data wrapper nothing; create server far foreign data wrapper nothing;
      create foreign table abroad (id integer) server far;
      create role ${reader} login password 'reader';
      grant usage on schema sales to ${reader};
      grant select on noted, sales.bill, closed.hidden to ${reader};
      grant select (open, noted) on secret to ${reader};`);
  });
  afterAll(async () => {
    await database?.run(`drop owned by ${reader}; drop role ${reader};`);
    await database?.drop();
  });

  test('contains tables, views and foreign tables of every schema, and partitions as their parent', async () => {
    await using subject = await Subject.of(database.url);
    const entities = await subject.entities();
    expect([...entities.values()].map(({ name, kind }) => [name, kind])).toEqual([
      ['abroad', 'table'],
      ['guarded', 'table'],
      ['heap', 'view'],
      ['never', 'table'],
      ['noted', 'table'],
      ['sales.bill', 'table'],
      ['secret', 'table'],
      ['S.odd.T.odd', 'table'],
      ['closed.hidden', 'table'],
      ['sales.part', 'table'],
    ]);
    // The table of the default schema gets the name; a warning says that the other one is left out.
    expect(entities.get('sales.bill')?.columns).toHaveLength(1);
    const warnings = await subject.use(async ({ database: model }) => model.warnings);
    expect(warnings).toEqual([expect.stringContaining('"bill" of schema "sales"')]);
  });

  test('contains comments, defaults, estimates and generated columns', async () => {
    await using subject = await Subject.of(database.url);
    const noted = await subject.entity('noted');
    expect(noted).toMatchObject({ comment: 'all about it', rowEstimate: 3 });
    expect((await subject.entity('never')).rowEstimate).toBeNull();
    expect(
      noted.columns.map(({ name, default: byDefault, generated, comment }) => [
        name,
        byDefault,
        generated,
        comment,
      ]),
    ).toEqual([
      ['id', 'generated always as identity', false, null],
      ['word', "'it''s'::text", false, 'a "word"'],
      ['made', 'now()', false, null],
      ['twice', '(1 + 1)', true, null],
      ['kept', 'generated by default as identity', false, null],
    ]);
    expect(noted.indexes).toEqual([
      { name: 'a word', columns: ['word'], unique: true },
      { name: 'noted_pkey', columns: ['id'], unique: true },
    ]);
  });

  test('contains only what its user may read', async () => {
    const url = new URL(database.url);
    url.username = reader;
    url.password = 'reader';
    await using subject = await Subject.of(url.href);
    const entities = await subject.entities();
    expect([...entities.keys()]).toEqual(['noted', 'secret', 'sales.bill']);
    const secret = await subject.entity('secret');
    expect(secret.columns.map(({ name }) => name)).toEqual(['open', 'noted']);
    expect(secret.keyKind).toBe('all');
    expect(await subject.list('secret')).toBe('');
    expect(secret.foreignKeys).toHaveLength(1);
    await database.run(`revoke select on sales.bill from ${reader}`);
    await expect(subject.list('sales.bill')).rejects.toMatchObject({ kind: 'unknown-entity' });
    await database.run(`grant select on sales.bill to ${reader}`);
  });

  test('uses the schema of the search path as the default', async () => {
    await using subject = await Subject.of(`${database.url}?search_path=sales,public`);
    const names = [...(await subject.entities()).keys()];
    expect(names).toContain('bill');
    expect(names).toContain('public.noted');
    await database.run(`insert into sales.bill values (7, 1)`);
    expect(rowsOf(await subject.list('bill'))).toMatchObject([
      { __links__: { "ForeignKey('public.noted.id')": `${links.recordPrefix('public.noted')}1]` } },
    ]);
  });

  test('can be read when the search path names no existing schema', async () => {
    await using connection = {
      it: await open(`${database.url}?search_path=nowhere`),
      [Symbol.asyncDispose]() {
        return this.it.close();
      },
    };
    expect([...buildDatabase(await connection.it.reflect()).entities.keys()]).toContain('public.noted');
  });
});

describe('a column whose type changes', () => {
  test('is shown and found with its new type, even by statements prepared before', async () => {
    await using database = await createDatabase('postgres');
    await database.run(`create table thing (id integer primary key, v integer, parent integer references thing);
      insert into thing values (1, 10, null), (2, 20, 1);`);
    await using subject = await Subject.of(database.url, { poolSize: 2 });
    const read = () => Promise.all([subject.record('thing', '[2]'), subject.record('thing', '[2]')]);
    for (let i = 0; i < 8; i++) await read();
    await database.run(`alter table thing drop constraint thing_parent_fkey;
      alter table thing alter column id type text; alter table thing alter column v type text using v || ' "x"';`);
    for (const record of await read()) expect(record).toContain('{"id":"2","v":"20 \\"x\\"","parent":1,');
    await database.run("alter table thing alter column v type bytea using convert_to(v, 'UTF8')");
    expect(await subject.list('thing')).toContain('"id":"2","v":');
    await database.run('alter table thing alter column id type integer using id::integer');
    for (const record of await read()) expect(record).toContain('{"id":2,"v":');
  });
});

describe('a text padded with spaces by the engine', () => {
  test.each([
    ['all rows', null],
    ['some rows', { func: { name: 'ISTARTS_WITH', args: [{ alias: 'code' }, { value: 'a' }] } }],
  ])('has the same spaces in an export of %s as in an answer', async (_, where) => {
    await using database = await createDatabase('postgres');
    await database.run(
      `create table parts (code char(4) primary key); insert into parts values ('a'), ('abcd')`,
    );
    await using subject = await Subject.of(database.url);
    const attributes = [{ id: 'code', alias: 'code' }];
    const request = readGridRequest({ entities: [{ id: 'parts', attributes }], where });
    const { body } = await exportGrid(subject.open, anybody(), request, { format: 'csv', safe: false });
    expect(await text(body)).toBe('code\r\na   \r\nabcd\r\n');
    expect(String(await runGrid(subject.open, anybody(), request))).toContain('[["a   "],["abcd"]]');
  });
});

describe('a server that cannot be reached', () => {
  const failureOf = (url: string) =>
    open(url).then(
      async (connection) => {
        await connection.close();
        return 'none';
      },
      (error: Error) => error.message,
    );

  test.each([
    ['refuses the connection', (url: URL) => Object.assign(url, { port: '1' }), 'nothing listens there'],
    [
      'has an unknown name',
      (url: URL) => Object.assign(url, { hostname: 'no-such-host.invalid' }),
      'host name',
    ],
    [
      'has no such database',
      (url: URL) => Object.assign(url, { pathname: '/no_such_database' }),
      'no database of this name',
    ],
    [
      'does not accept the password',
      (url: URL) => Object.assign(url, { password: 'hunter2' }),
      'password is wrong',
    ],
  ])('because it %s is reported with its address, without the password', async (_, change, reason) => {
    const url = new URL(await postgresUrl());
    const message = await failureOf(change(url).href);
    expect(message).toContain(reason);
    expect(message).toContain(`${url.username}@${url.hostname}`);
    expect(message).not.toContain(url.password);
  });

  test('because it has no encryption is reported as such', async () => {
    expect(await failureOf(`${await postgresUrl()}?sslmode=require`)).toContain('does not support SSL');
  });

  test.each(['sslmode=maybe', 'connect_timeout=soon', 'sslmode=verify-ca&sslrootcert=/no/such/file'])(
    'because of ?%s is refused before any attempt',
    async (query) => {
      await expect(open(`postgresql://nobody@localhost/nothing?${query}`)).rejects.toThrow(DatabaseUrlError);
    },
  );
});
