// Concurrent reads by key may be combined into one statement, with identical answers.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type StatementStart, statementChannel } from '../../src/dialects/base/trace.ts';
import type { ServerEngine, TestDatabase } from '../support/servers.ts';
import { rowsOf, Subject } from './subject.ts';
import { openZoo, zoos } from './zoos.ts';

const few = `create table few (id integer primary key, name varchar(40) not null);
  insert into few values (0, 'none'), (1, 'one'), (2, 'two'), (3, 'three');
  create table two_part (a integer not null, b varchar(10) not null, name varchar(40), primary key (a, b));
  insert into two_part values (1, 'x', '1x'), (1, 'y', '1y'), (2, 'x', '2x'), (2, 'y', '2y');`;

/** Counts only statements on the table, since the service may read the catalog at any time. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const listen = (message: unknown) => {
    if (isStatement(message) && /\bfew\b/.test(message.sql)) statements.push(message.sql);
  };
  subscribe(statementChannel, listen);
  await work().finally(() => unsubscribe(statementChannel, listen));
  return statements;
}

function isStatement(message: unknown): message is StatementStart {
  return typeof message === 'object' && message !== null && 'sql' in message;
}

interface Lock extends AsyncDisposable {
  release(): Promise<void>;
}

function lockUntil(end: () => Promise<void>): Lock {
  let ended: Promise<void> | null = null;
  const release = () => (ended ??= end());
  return { release, [Symbol.asyncDispose]: release };
}

/** A session that locks the table against reads. */
const lockTable: Record<ServerEngine, (url: string, table: string) => Promise<Lock>> = {
  async postgres(url, table) {
    // A name of its own, because a pooler keeps the service's name in sessions that it hands to others.
    const client = new pg.Client({ connectionString: url, application_name: 'lock' });
    await client.connect();
    await client.query(`begin; lock table ${table} in access exclusive mode`);
    return lockUntil(() => client.end());
  },
  async mysql(url, table) {
    const connection = await mysql.createConnection(url);
    await connection.query(`lock tables ${table} write`);
    return lockUntil(() => connection.end());
  },
};

describe.each(zoos)('records requested together on $engine', (zoo) => {
  let database: TestDatabase;
  let subject: Subject;
  beforeAll(async () => {
    database = await openZoo(zoo, few, ...zoo.keys.map(({ script }) => script));
    subject = await Subject.of(database.url);
  });
  afterAll(async () => {
    await subject?.[Symbol.asyncDispose]();
    await database?.drop();
  });

  /** For each key its record, or the error. */
  const answers = (entity: string, keys: readonly string[]) =>
    Promise.all(
      keys.map((key) =>
        subject.record(entity, `[${key}]`).catch((error: { kind?: string }) => error.kind ?? error),
      ),
    );
  const oneByOne = async (entity: string, keys: readonly string[]) => {
    const all: unknown[] = [];
    for (const key of keys) all.push(...(await answers(entity, [key])));
    return all;
  };

  test.each([...zoo.keys])('are the same as when requested one by one: $entity', async (keys) => {
    const all = [...keys.keys, ...(keys.missing ?? []), ...keys.keys.toReversed()];
    expect(await answers(keys.entity, all)).toEqual(await oneByOne(keys.entity, all));
  });

  test('are found by keys of several columns', async () => {
    const keys = ['2,y', '1,x', '1,z', '2,x', '1,y', '1,x'];
    const names = (await answers('two_part', keys)).map((text) => /"name":"(\w+)"/.exec(String(text))?.[1]);
    expect(names).toEqual(['2y', '1x', undefined, '2x', '1y', '1x']);
  });

  test('are found beside missing, malformed and out-of-range keys', async () => {
    const keys = ['3', '99', '1', 'word', '1', '99999999999999999999', '0', '1.5', ''];
    expect(await answers('few', keys)).toEqual(await oneByOne('few', keys));
    expect(await answers('few', keys)).toEqual([
      expect.stringContaining('three'),
      'unknown-record',
      expect.stringContaining('one'),
      'unknown-record',
      expect.stringContaining('one'),
      'unknown-record',
      expect.stringContaining('none'),
      'unknown-record',
      'unknown-record',
    ]);
  });

  test('are found by columns other than the key', async () => {
    const by = (name: string) => subject.record('few', `[${name}]`, ['name']);
    const records = await Promise.all([by('two'), by('none'), by('three')]);
    expect(rowsOf(records.join()).map(({ __url__ }) => __url__?.at(-2))).toEqual(['2', '0', '3']);
  });

  const { engine, server } = zoo;
  if (engine === 'sqlite') return;

  test('are still answered when one of the requests is aborted', async () => {
    const abort = new AbortController();
    const left = subject.record('few', '[1]', null, abort.signal);
    const others = answers('few', ['0', '2', '3']);
    abort.abort(new Error('the client went away'));
    await expect(left).rejects.toThrow('the client went away');
    expect(rowsOf((await others).join())).toHaveLength(3);
  });

  test('are fetched with one statement', async () => {
    expect(await statementsOf(() => answers('few', ['0', '1', '2', '3']))).toHaveLength(1);
  });

  if (engine === 'duckdb' || !server) return;

  const areBusy = (count: number) =>
    vi.waitFor(async () => expect(Number((await database.rows(server.busy))[0]?.[0])).toBe(count), {
      timeout: 20_000,
      interval: 20,
    });

  test('are still read after one abort, and the statement ends once all requests are aborted', async () => {
    await using lock = await lockTable[engine](database.url, 'few');
    const aborts = [0, 1, 2].map(() => new AbortController());
    const reads = aborts.map(({ signal }, i) => subject.record('few', `[${i}]`, null, signal));
    for (const read of reads) read.catch(() => {});
    await areBusy(1);
    aborts[0]?.abort(new Error('the first left'));
    await expect(reads[0]).rejects.toThrow('the first left');
    await areBusy(1);
    for (const abort of aborts) abort.abort(new Error('all left'));
    await expect(reads[2]).rejects.toThrow('all left');
    await areBusy(0);
    await lock.release();
    expect(await answers('few', ['1', '2'])).toEqual(await oneByOne('few', ['1', '2']));
  });

  test('exceed the statement timeout together, with a single statement', async () => {
    await using impatient = await Subject.of(database.url, { statementTimeoutMs: 300 });
    await impatient.record('few', '[1]');
    await using _lock = await lockTable[engine](database.url, 'few');
    const statements = await statementsOf(async () => {
      const reads = [0, 1, 2].map((i) => impatient.record('few', `[${i}]`));
      for (const read of await Promise.allSettled(reads)) {
        expect(read).toMatchObject({ status: 'rejected', reason: { kind: 'statement-timeout' } });
      }
    });
    expect(statements).toHaveLength(1);
  });
});
