/** DuckDB specifics: errors its driver does not report, an optimizer bug, its files, and what they could access. */
import { readdirSync, readlinkSync } from 'node:fs';
import { copyFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, test, vi } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { itemsOf } from '../../../src/contract/json-parts.ts';
import { rowsOf, Subject } from '../../conformance/subject.ts';
import { login, runCommand, spawnCommand, startCommand } from '../../http/service.ts';
import { anybody } from '../../support/asker.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { isLongRun } from '../../support/long-run.ts';
import { createDatabase } from '../../support/servers.ts';

const fileOf = (url: string) => url.slice('duckdb:///'.length);

const staff = `create table e (id integer primary key, boss integer, n varchar);
  insert into e values (1, null, 'a'), (2, 1, 'b'), (3, 1, 'c'), (4, 1, 'd'), (5, 2, 'e'), (6, 2, 'f'), (7, 2, 'g'),
    (8, 3, 'h'), (9, 4, 'h');`;
const chain = 'from e t0 join e t1 on t1.boss = t0.id join e t2 on t2.boss = t1.id where not (t2.id = 1)';
const twoCounts = `select concat((select concat(count(*), sum(t2.id), min(t1.n)) ${chain}), '/', (select count(v) from (
  select max(case when t1.n is null then null else 1 end) as v ${chain} group by t0.id, t1.id) b))`;

describe('the engine', () => {
  test("counts all groups of a chain of joins with the service's settings", async () => {
    await using database = await createDatabase('duckdb');
    await database.run(staff);
    // By default it finds one group of the three: when this test fails, the setting can be removed.
    expect(await database.rows(twoCounts)).toEqual([['535b/1']]);
    await using subject = await Subject.of(database.url);
    const rows = await subject.use(({ connection }) =>
      connection.fetch({ sql: twoCounts, parameters: [], entities: [] }),
    );
    expect(rows).toEqual(['535b/3']);
  });

  test('returns records with the same bytes as in the list, when read together', async () => {
    await using database = await createDatabase('duckdb');
    await database.run(`create table t as select range::integer as id, 'a' || chr(range::integer) || '\\u001f"' as v, chr(range::integer) as "N"
        from range(1, 1000) union all select 0, chr(0), null union all select 1000, '', '😀';
      alter table t alter id set not null; create unique index k on t (id);`);
    await using subject = await Subject.of(database.url);
    const list = itemsOf(`[${await subject.list('t')}]`);
    expect(list).toHaveLength(1_001);
    const records = Array.from(list.keys(), (id) => subject.record('t', `[${id}]`));
    expect(await Promise.all(records)).toEqual(list);
    for (const id of [0, 10, 31, 127, 999, 1_000])
      expect(await subject.record('t', `[${id}]`)).toBe(list[id]);
  });

  test('shows maps correctly beside columns named like internal ones', async () => {
    await using database = await createDatabase('duckdb');
    await database.run(`create table t (id integer primary key, e0 struct(key varchar, value integer), e1 integer,
        m map(varchar, integer), ms map(varchar, integer)[]);
      insert into t values (1, {'key': 'wrong', 'value': 0}, 0, map {'a': 1}, [map {'b': 2}]);`);
    await using subject = await Subject.of(database.url);
    expect(await subject.list('t')).toContain('"e1":0,"m":{"a":1},"ms":[{"b":2}]');
  });

  test('warns once when its file is replaced by one that is not a database', async () => {
    await using database = await createDatabase('duckdb');
    await database.run('create table t (id integer primary key)');
    const reported: string[] = [];
    await using subject = await Subject.of(database.url, { onWarning: (message) => reported.push(message) });
    const other = join(await temporaryFolder(), 'other');
    await writeFile(other, 'no database');
    await rename(other, fileOf(database.url));
    for (const _ of [1, 2]) await expect(subject.list('t')).rejects.toThrow('cannot be read at the moment');
    expect(reported).toEqual(['the database cannot be read: it is no database of DuckDB.']);
  });

  test('keeps a byte order mark at the beginning of a text', async () => {
    await using database = await createDatabase('duckdb');
    await database.run(
      "create table t (id varchar primary key, v varchar); insert into t values (chr(65279) || 'k', chr(65279))",
    );
    await using subject = await Subject.of(database.url);
    const list = await subject.list('t');
    expect(list).toContain('{"id":"\ufeffk","v":"\ufeff"');
    expect(await subject.record('t', '[%EF%BB%BFk]')).toBe(list);
    const rows = await subject.use(({ connection }) =>
      connection.fetch({ sql: 'select v from t', parameters: [], entities: [] }),
    );
    expect(rows).toEqual(['\ufeff']);
  });

  test('recognises computed columns', async () => {
    await using database = await createDatabase('duckdb');
    await database.run(`create table t (id integer primary key, "a b" varchar default 'c VARCHAR GENERATED ALWAYS AS(x)',
      "a ""b" as (upper("a b")), twice decimal(10,2) generated always as (id * 2) virtual)`);
    await using subject = await Subject.of(database.url);
    const { columns } = await subject.entity('t');
    expect(columns.map(({ name, default: value, generated }) => [name, value, generated])).toEqual([
      ['id', null, false],
      ['a b', "'c VARCHAR GENERATED ALWAYS AS(x)'", false],
      ['a "b', null, true],
      ['twice', null, true],
    ]);
  });

  test('fails a stream that breaks off, instead of ending it', async () => {
    await using database = await createDatabase('duckdb');
    await database.run(`create table t as select range as id, if(range = 150000, 'x', '1') as v from range(200000);
      create view broken as select id, v::integer as v from t;
      create view broken_at_once as select 'x'::varchar::integer as v from t;`);
    // With one thread the driver has returned rows before the failure, which it does not report.
    await using subject = await Subject.of(`${database.url}?threads=1`);
    await expect(subject.list('broken')).rejects.toThrow();
    await expect(subject.list('broken_at_once')).rejects.toMatchObject({
      kind: 'refused-by-database',
      message: expect.stringContaining("Could not convert string 'x' to INT32"),
    });
    expect(rowsOf(await subject.list('t'))).toHaveLength(200_000);
  });

  test('ends a statement whose client disconnects before it has begun', async () => {
    await using database = await createDatabase('duckdb');
    await database.run('create table t as select 1 as id');
    await using subject = await Subject.of(database.url, { statementTimeoutMs: 0 });
    for (let ticks = 0; ticks < 40; ticks += isLongRun ? 1 : 3) {
      const leaving = new AbortController();
      // A different text each time, so that it has to be prepared.
      const sql = `select sum(a.range * b.range)::text from range(10000000) a, range(${10_000_000 + ticks}) b`;
      const answer = subject.open.use(anybody(leaving.signal), ({ connection }) =>
        connection.fetch({ sql, parameters: [], entities: [] }),
      );
      for (let n = 0; n < ticks; n++) await (n < 20 ? Promise.resolve() : setImmediate());
      leaving.abort();
      await expect(answer).rejects.toThrow();
    }
    expect(rowsOf(await subject.list('t'))).toHaveLength(1);
  });

  test('uses no more memory than the URL allows, and answers the next request', async () => {
    await using database = await createDatabase('duckdb');
    // A single text of 79 MB, which cannot be interrupted while it is built.
    await database.run(`create table t as select 1 as id;
      create view large as select string_agg(range::text, ',') as v from range(10000000);`);
    await using subject = await Subject.of(`${database.url}?memory_limit=50MB`);
    await expect(subject.list('large')).rejects.toMatchObject({
      kind: 'refused-by-database',
      message: 'The answer needs more memory than the database may use.',
    });
    expect(rowsOf(await subject.list('t'))).toMatchObject([{ id: 1 }]);
  });

  test('reads no other files, whatever its views ask for', async ({ annotate }) => {
    await using database = await createDatabase('duckdb');
    const reads = [
      `read_text('/etc/hostname')`,
      `read_csv('/etc/passwd', header = false)`,
      `glob('/etc/*')`,
      `read_blob('/proc/self/environ')`,
    ];
    await database.run(reads.map((read, i) => `create view spy_${i} as select * from ${read};`).join('\n'));
    await database.run('create view secrets as select name, type from duckdb_secrets();');
    await using subject = await Subject.of(database.url);
    expect(rowsOf(await subject.list('secrets'))).toEqual([]);
    for (const i of reads.keys()) {
      await expect(subject.list(`spy_${i}`)).rejects.toMatchObject({ kind: 'refused-by-database' });
    }
    await annotate(`duckdb: ${reads.length} views that read files, 0 of them do`, 'A5');
  });
});

describe('the command', () => {
  test('removes its temporary files when it is ended while it reads files', async () => {
    const folder = await temporaryFolder();
    const own = await temporaryFolder();
    await mkdir(folder, { recursive: true });
    await mkdir(own, { recursive: true });
    const lines = Array.from({ length: 300_000 }, (_, i) => `${i},"quoted ${i}"\n`);
    await writeFile(join(folder, 'large.csv'), `n,t\n${lines.join('')}`);
    const { child, exit } = spawnCommand(['--database', `files:///${folder}`, '--port', '0'], {
      TMPDIR: own,
    });
    const written = () => readdirSync(own, { recursive: true }).length;
    await vi.waitFor(() => expect(written()).toBeGreaterThan(2), { timeout: 20_000, interval: 5 });
    child.kill('SIGTERM');
    await exit;
    expect(child.signalCode).toBe('SIGTERM');
    expect(readdirSync(own)).toEqual([]);
  });

  test('says in one sentence that the driver is missing and how to install it', async () => {
    const hook = `import { registerHooks } from 'node:module';
      registerHooks({ resolve: (name, context, next) => {
        if (name.startsWith('@duckdb/')) throw Object.assign(new Error('no package'), { code: 'ERR_MODULE_NOT_FOUND' });
        return next(name, context);
      } });`;
    const environment = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(hook)}` };
    const folder = await temporaryFolder();
    for (const source of ['duckdb:///no.duckdb', `files:///${folder}`]) {
      const { code, log, output } = await runCommand(['--database', source, '--port', '0'], environment);
      expect([code, output, log]).toEqual([
        1,
        '',
        'joinery: DuckDB and plain files need a driver that is not installed here. Add it with: npm install @duckdb/node-api@1.5.5-r.5 (with --global where Joinery was installed so).\n',
      ]);
    }
    expect(packageJson.peerDependencies['@duckdb/node-api']).toBe('1.5.5-r.5');
  });

  test('checks passwords while many endless statements run', async () => {
    await using database = await createDatabase('duckdb');
    await database.run(`create view endless as select sum(a.range * b.range) as n
      from range(10000000) a, range(10000000) b`);
    const users = join(await temporaryFolder(), 'users');
    const { output: hash } = await runCommand(['hash-password'], {}, 'lovelace\n');
    await writeFile(users, `ada=${hash}`);
    await using service = await startCommand([
      ...['--database', database.url, '--users', users, '--pool-size', '6', '--statement-timeout', '40s'],
    ]);
    const headers = { ...(await login(service.base, 'ada', 'lovelace')), 'content-type': 'application/json' };
    // Unlike streams, short reads may take all connections.
    const where = { func: { name: 'GT', args: [{ alias: 'n' }, { value: 0 }] } };
    const entities = [{ id: 'endless', attributes: [{ id: 'n' }] }];
    const body = JSON.stringify({ unigrid: { entities, where, limit: 0 } });
    const leaving = new AbortController();
    const asked = Array.from({ length: 6 }, () =>
      fetch(`${service.base}/api/database/uni-grid-request`, {
        method: 'POST',
        headers,
        body,
        signal: leaving.signal,
      }),
    );
    const ended = Promise.race(asked).then(
      () => 'a statement ended',
      () => 'a statement failed',
    );
    await delay(1_000);
    expect(await Promise.race([ended, login(service.base, 'ada', 'lovelace')])).toHaveProperty(
      'authorization',
    );
    leaving.abort();
    await Promise.allSettled(asked);
  });
});

describe('a DuckDB file', () => {
  test('that is replaced while it is read shows its old rows to the end, then the new ones', async () => {
    await using database = await createDatabase('duckdb');
    await database.run(`create table t as select range as id, 'old' as v from range(100000);`);
    await using subject = await Subject.of(database.url);
    const file = fileOf(database.url);
    await copyFile(file, `${file}.next`);
    const next = await DuckDBInstance.create(`${file}.next`);
    const connection = await next.connect();
    await connection.run(`update t set v = 'new'; delete from t where id > 9`);
    connection.closeSync();
    next.closeSync();

    const entity = await subject.entity('t');
    const statement = { sql: `select v from t`, parameters: [], entities: [entity.name] };
    const stream = await subject.use(({ connection: own }) => own.stream(statement, ','));
    await rename(`${file}.next`, file);
    const chunks: Uint8Array[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(new Set(Buffer.concat(chunks).toString().split(','))).toEqual(new Set(['old']));
    expect(stream.rows).toBe(100_000);
    expect(rowsOf(await subject.list('t'))).toMatchObject(Array(10).fill({ v: 'new' }));
  });

  test('that is replaced is closed after its last reader, whether or not it has read to the end', async () => {
    await using database = await createDatabase('duckdb');
    await database.run(`create table t as select range as id, repeat('x', 100) as v from range(200000);`);
    await using subject = await Subject.of(database.url);
    const file = fileOf(database.url);
    /** How many times this process has the old file open. */
    const held = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === `${file} (deleted)`;
        } catch {
          return false; // It was closed meanwhile.
        }
      }).length;
    await copyFile(file, `${file}.next`);
    const leaving = new AbortController();
    const begin = async (signal?: AbortSignal) => {
      const statement = { sql: 'select v from t', parameters: [], entities: ['t'] };
      const rows = await subject.open.use(anybody(signal), ({ connection }) =>
        connection.stream(statement, ','),
      );
      const reading = rows[Symbol.asyncIterator]();
      await reading.next();
      return reading;
    };
    const [cancelled, left] = [await begin(leaving.signal), await begin()];
    await rename(`${file}.next`, file);
    expect(rowsOf(await subject.list('t'))).toHaveLength(200_000);
    expect(held()).toBe(1);
    leaving.abort();
    await expect(cancelled.next()).rejects.toThrow();
    await left.return?.();
    await vi.waitFor(() => expect(held()).toBe(0), 10_000);
  });

  test.each([
    ['that does not exist', 'duckdb:////nowhere/at/all.duckdb', 'it does not exist. Check the path.'],
    ['with a relative path', 'duckdb:///no-such.duckdb', 'four slashes, duckdb:////no-such.duckdb.'],
    ['that is a folder', 'duckdb:////etc', 'it is a folder.'],
    ['of another format', 'duckdb:///package.json', 'it is no database of DuckDB.'],
  ])('%s is refused with an explanation', async (_, url, sentence) => {
    await expect(Subject.of(url)).rejects.toMatchObject({
      kind: 'database-unavailable',
      message: expect.stringContaining(sentence),
    });
  });
});
