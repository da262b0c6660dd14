import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../../../src/app/database.ts';
import { catalogDocument } from '../../../src/app/read/documents.ts';
import { runGrid } from '../../../src/app/read/grid.ts';
import { readGridRequest } from '../../../src/contract/read-grid.ts';
import { SilenceClock } from '../../../src/dialects/base/clock.ts';
import type { Connection, ConnectOptions } from '../../../src/dialects/dialect.ts';
import { fingerprintSql } from '../../../src/dialects/mysql/catalog/fingerprint.ts';
import { readColumns, readTables, reflectionOf } from '../../../src/dialects/mysql/catalog/reflect.ts';
import { mysql } from '../../../src/dialects/mysql/dialect.ts';
import { serverOptions } from '../../../src/dialects/mysql/wire/options.ts';
import { Session } from '../../../src/dialects/mysql/wire/session.ts';
import { parseDatabaseUrl } from '../../../src/dialects/url.ts';
import { buildDatabase } from '../../../src/model/build.ts';
import { Subject } from '../../conformance/subject.ts';
import { serve } from '../../query/service.ts';
import { anybody } from '../../support/asker.ts';
import { createDatabase, mysqlUrl, type TestDatabase } from '../../support/servers.ts';

const options: ConnectOptions = {
  poolSize: 3,
  statementTimeoutMs: 10_000,
  poolWaitMs: 5_000,
  onWarning: () => {},
};

function open(url: string, changes: Partial<ConnectOptions> = {}): Promise<Connection> {
  return mysql.connect(parseDatabaseUrl(url), { ...options, ...changes });
}

const statement = (sql: string) => ({ sql, parameters: [], entities: [] });

async function failureOf(url: string): Promise<string> {
  return open(url).then(
    async (connection) => {
      await connection.close();
      return 'none';
    },
    (error: Error) => error.message,
  );
}

describe('a session of MySQL', () => {
  let database: TestDatabase;
  let connection: Connection;
  beforeAll(async () => {
    database = await createDatabase('mysql');
    await database.run(`create table thing (id integer primary key, body longtext) engine = innodb;
      insert into thing values (1, 'one'), (2, null);`);
    connection = await open(database.url);
  });
  afterAll(async () => {
    await connection.close();
    await database.drop();
  });

  test.each([
    "insert into thing values (3, 'three')",
    'update thing set id = 9',
    'delete from thing',
    'truncate thing',
    'drop table thing',
    'create table other (id integer)',
    'alter table thing add extra integer',
    'select concat(id) from thing for update',
  ])('does not execute %s', async (sql) => {
    const before = await database.rows('select * from thing');
    await connection.fetch(statement(sql)).catch(() => {});
    await connection.stream(statement(sql), { separator: ',' }).catch(() => {});
    expect(await database.rows('select * from thing')).toEqual(before);
    expect(await database.rows('show tables')).toEqual([['thing']]);
  });

  test('is refused by the engine itself when it writes', async () => {
    await expect(connection.fetch(statement('delete from thing'))).rejects.toMatchObject({
      code: 'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
    });
  });

  test('accepts no second statement in one text', async () => {
    await expect(connection.fetch(statement('select concat(1); select concat(2)'))).rejects.toMatchObject({
      code: 'ER_PARSE_ERROR',
    });
  });

  test('compares whole numbers beyond the range of doubles exactly', async () => {
    const sql = 'select concat(? = 9007199254740993, ? = 18446744073709551615, ? = -9223372036854775808)';
    const parameters = [9007199254740993n, 18446744073709551615n, -9223372036854775808n];
    expect(await connection.fetch({ sql, parameters, entities: [] })).toEqual(['111']);
  });

  test('is free again after a result of any size, read at once or late', async () => {
    const one = await open(database.url, { poolSize: 1, poolWaitMs: 1_000 });
    try {
      for (let rows = 10; rows < 400; rows += 30) {
        const sql = `select repeat('x', 1000) from information_schema.columns limit ${rows}`;
        const stream = await one.stream(statement(sql), { separator: '' });
        await new Promise((resolve) => setTimeout(resolve, 20));
        let bytes = 0;
        for await (const chunk of stream) bytes += chunk.length;
        expect(bytes).toBe(rows * 1_000);
        expect(await one.fetch(statement('select concat(1)'))).toEqual(['1']);
      }
    } finally {
      await one.close();
    }
  });

  test('may return rows for longer than the statement timeout', async () => {
    const hasty = await open(database.url, { statementTimeoutMs: 1_000 });
    try {
      // The server sends its output when its buffer of 16 kB is full.
      const slowly = "select concat(seq, sleep(0.05), repeat('x', 20000)) from seq_1_to_40";
      const rows = await hasty.stream(statement(slowly), { separator: ',' });
      let text = '';
      for await (const chunk of rows) text += Buffer.from(chunk);
      const letters = 'x'.repeat(20_000);
      expect(text).toBe(Array.from({ length: 40 }, (_, i) => `${i + 1}0${letters}`).join(','));
    } finally {
      await hasty.close();
    }
  });

  test('refuses a record that the server cannot assemble, instead of returning null', async () => {
    await database.run("update thing set body = repeat('\\0', 12000000) where id = 2");
    await using subject = await Subject.of(database.url);
    await expect(subject.record('thing', '[2]')).rejects.toMatchObject({ kind: 'refused-by-database' });
    await expect(subject.list('thing')).rejects.toMatchObject({ kind: 'refused-by-database' });
    expect(await subject.record('thing', '[1]')).toContain('"one"');
  });
});

test("a text with a character outside a column's charset equals none of its values", async () => {
  await using database = await createDatabase('mysql');
  const charsets = ['latin1', 'ascii', 'utf8mb3', 'latin2', 'cp1251', 'ucs2', 'utf16', 'utf8mb4'];
  const columns = charsets.map((charset) => `${charset} varchar(9) character set ${charset} not null`);
  await database.run(`create table thing (id integer primary key, ${columns.join(', ')});
    insert into thing values (1, ${charsets.map(() => "'?'").join(', ')}), (2, ${charsets.map(() => "'b'").join(', ')});`);
  await using service = await serve(database.url);
  const find = async (id: string, name: string, ...values: unknown[]) => {
    const where = { func: { name, args: [{ alias: id }, ...values.map((value) => ({ value }))] } };
    const entities = [{ id: 'thing', attributes: [{ id: 'id' }, { id, selected: false }] }];
    return JSON.parse((await service.query(JSON.stringify({ entities, where }))).body).data;
  };
  for (const charset of charsets) {
    expect(await find(charset, 'EQ', '🎺'), charset).toEqual([]);
    expect(await find(charset, 'NOT_EQ', '🎺'), charset).toEqual([[1], [2]]);
    expect(await find(charset, 'IN', '🎺', 'b'), charset).toEqual([[2]]);
    expect(await find(charset, 'EQ', '?'), charset).toEqual([[1]]);
  }
});

describe('the catalog of MySQL', () => {
  let database: TestDatabase;
  let neighbour: TestDatabase;
  let connection: Connection;
  beforeAll(async () => {
    database = await createDatabase('mysql');
    neighbour = await createDatabase('mysql');
    const other = new URL(neighbour.url).pathname.slice(1);
    await neighbour.run('create table far (id integer primary key)');
    await database.run(`
      create table noted (
        id integer primary key auto_increment comment 'the number',
        word varchar(20) not null default 'it''s' comment 'a "word"',
        made timestamp not null default current_timestamp,
        nothing integer default null,
        twice integer generated always as (nothing * 2) stored,
        away integer,
        key plain (word),
        unique key whole (word, nothing),
        unique key part (word(3)),
        foreign key (away) references \`${other}\`.far (id)
      ) comment 'all about it';
      insert into noted (id, word) values (1, 'abc'), (2, 'def'), (3, 'ghi');
      analyze table noted;
      create view broken as select * from noted;
      create view sound as select id from noted;
      create table gone (id integer);
      create or replace view broken as select * from gone;
      drop table gone;`);
    connection = await open(database.url);
  });
  afterAll(async () => {
    await connection?.close();
    await database?.drop();
    await neighbour?.drop();
  });

  test('contains the tables and views of its own database only, without broken views', async () => {
    const { tables } = await connection.reflect();
    expect(tables.map(({ table, kind }) => [table, kind])).toEqual([
      ['noted', 'table'],
      ['sound', 'view'],
    ]);
  });

  test('contains comments, defaults, generated columns and estimates', async () => {
    const noted = buildDatabase(await connection.reflect()).entities.get('noted');
    await connection.annotate?.();
    expect(noted).toMatchObject({ comment: 'all about it', rowEstimate: 3 });
    expect(
      noted?.columns.map(({ name, default: byDefault, generated, comment }) => ({
        name,
        byDefault,
        generated,
        comment,
      })),
    ).toEqual([
      { name: 'id', byDefault: null, generated: false, comment: 'the number' },
      { name: 'word', byDefault: "'it''s'", generated: false, comment: 'a "word"' },
      {
        name: 'made',
        byDefault: expect.stringMatching(/^current_timestamp/i),
        generated: false,
        comment: null,
      },
      { name: 'nothing', byDefault: null, generated: false, comment: null },
      { name: 'twice', byDefault: null, generated: true, comment: null },
      { name: 'away', byDefault: null, generated: false, comment: null },
    ]);
  });

  test('provides comments and estimates to the first request that needs them', async () => {
    const entities = [{ id: 'noted', relation: null, attributes: [{ id: 'id' }] }];
    const estimate = (open: OpenDatabase) =>
      runGrid(open, anybody(), readGridRequest({ entities, count: 'estimate', limit: 1 }));
    await using described = await Subject.of(database.url);
    const { noted, sound } = JSON.parse(await catalogDocument(described.open, anybody())).entities;
    expect(noted).toMatchObject({ comment: 'all about it', rowEstimate: 3 });
    expect(sound).toMatchObject({ comment: null, rowEstimate: null });
    await using counted = await Subject.of(database.url);
    expect(String(await estimate(counted.open))).toContain('"total":3');
  });

  test('contains unique indexes on parts of a column, and no foreign keys to other databases', async () => {
    const noted = buildDatabase(await connection.reflect()).entities.get('noted');
    expect(noted?.indexes.filter(({ unique }) => unique)).toEqual([
      { name: 'part', columns: ['word'], unique: true },
      { name: 'whole', columns: ['word', 'nothing'], unique: true },
    ]);
    expect(noted?.primaryKey).toEqual(['id']);
    expect(noted?.foreignKeys).toEqual([]);
  });

  test('has the fingerprint that the engine computes, even with names beyond ASCII', async () => {
    await using fresh = await createDatabase('mysql');
    const clock = new SilenceClock(60_000);
    const session = await Session.open(serverOptions(parseDatabaseUrl(fresh.url)), {
      opening: clock,
      statements: clock,
    });
    const read = async () => {
      const { fingerprint } = reflectionOf(
        await readTables(session),
        await readColumns(session),
        () => undefined,
      );
      const [[told] = []] = await session.all(fingerprintSql);
      expect(fingerprint).toBe(told);
      return fingerprint;
    };
    try {
      const empty = await read();
      await fresh.run(`
        create table \`größe\` (\`maß\` integer primary key, kind enum('a,b', 'é') not null, word varchar(9) unique);
        create table child (id integer primary key, up integer, foreign key (up) references \`größe\` (\`maß\`));`);
      const before = await read();
      await fresh.run('alter table child drop foreign key child_ibfk_1');
      const unbound = await read();
      await fresh.run('create table kept (a integer, b integer)');
      const table = await read();
      await fresh.run('drop table kept; create view kept as select id as a, up as b from child where up > 0');
      await fresh.run('alter table child modify id integer, drop primary key');
      const view = await read();
      expect(new Set([empty, before, unbound, table, view]).size).toBe(5);
    } finally {
      await session.end();
    }
  });
});

describe('a URL of MySQL', () => {
  test('must name a database', async () => {
    const url = new URL(await mysqlUrl());
    url.pathname = '/';
    expect(await failureOf(url.href)).toMatch(/names no database: add its name at the end/);
  });

  test.each([
    [
      (url: URL) => `${url.protocol}//${url.username}:wrong-canary@${url.host}/mysql`,
      /refuses this user\. Check the user name, the password/,
    ],
    [(url: URL) => `${url.href.replace(/\/mysql$/, '/no_such_database')}`, /"no_such_database"/],
    [(url: URL) => `mysql://a:wrong-canary@127.0.0.1:1/${url.pathname.slice(1)}`, /no server answers/],
    [() => 'mysql://a:wrong-canary@no-such-host.invalid/shop', /no host called "no-such-host.invalid"/],
  ])('that cannot be opened is explained without showing the password', async (change, reason) => {
    const message = await failureOf(change(new URL(await mysqlUrl())));
    expect(message).toMatch(reason);
    expect(message).not.toContain('wrong-canary');
    expect(message).not.toContain(new URL(await mysqlUrl()).password);
  });

  test.each(['charset=latin1', 'sslmode=prefer', 'sslmode=disable', 'connect_timeout=5'])(
    'accepts the option %s',
    async (option) => {
      expect(await failureOf(`${await mysqlUrl()}?${option}`)).toBe('none');
    },
  );
});
