import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { listRecords } from '../../src/app/read/records.ts';
import type { RowStream } from '../../src/dialects/dialect.ts';
import { anybody } from '../support/asker.ts';
import { isLongRun } from '../support/long-run.ts';
import type { TestDatabase } from '../support/servers.ts';
import type { ServerFacts } from '../zoo/zoo.ts';
import { links, Subject } from './subject.ts';
import { openZoo, zoos } from './zoos.ts';

/** Too many rows for all the buffers between here and the engine. */
const bulk = `create table bulk (id integer primary key, filler varchar(1000));
  insert into bulk values (0, '${'x'.repeat(1_000)}');
  ${Array.from({ length: 14 }, (_, i) => `insert into bulk select id + ${2 ** i}, filler from bulk;`).join('\n')}`;
const bulkRows = 2 ** 14;

const poolSize = 4;
const readable = { poolSize, poolWaitMs: 2_000 };

async function stream(subject: Subject, entity: string, signal: AbortSignal): Promise<RowStream> {
  const listing = await listRecords(
    subject.open,
    anybody(signal),
    { entity, limit: null, offset: 0n },
    links,
  );
  return listing.rows;
}

async function countRows(rows: RowStream): Promise<number> {
  for await (const _ of rows);
  return rows.rows;
}

describe.each(zoos)('on $engine', (zoo) => {
  let database: TestDatabase;
  let subject: Subject;
  beforeAll(async () => {
    database = await openZoo(zoo, bulk, `create view slow as ${zoo.slow};`);
    subject = await Subject.of(database.url, readable);
  });
  afterAll(async () => {
    await subject?.[Symbol.asyncDispose]();
    await database?.drop();
  });

  const ask = async (statement: string) => Number((await database.rows(statement))[0]?.[0]);
  const isQuiet = async ({ busy }: ServerFacts) => {
    await vi.waitFor(async () => expect(await ask(busy)).toBe(0), { timeout: 20_000, interval: 50 });
  };
  /** As many concurrent streams as before, and a short read at the same time. */
  const isWhole = async () => {
    const { signal } = new AbortController();
    const open = await Promise.all([1, 2, 3].map(() => stream(subject, 'bulk', signal)));
    expect(await subject.record('bulk', '[0]')).toContain('"id":0');
    expect(await Promise.all(open.map(countRows))).toEqual([bulkRows, bulkRows, bulkRows]);
    // One more session may exist for killing statements.
    if (zoo.server) expect(await ask(zoo.server.sessions)).toBeLessThanOrEqual(poolSize + 1);
  };

  /** A connection leaked here would be missed only after many aborts: the long run checks after each one. */
  const isSound = async () => {
    if (isLongRun) return isWhole();
    expect(await subject.record('bulk', '[0]')).toContain('"id":0');
  };

  const { server } = zoo;
  if (server) {
    // Running statements can be seen only on a server.
    test('an abort ends a running statement that has not returned rows yet', async () => {
      const abort = new AbortController();
      const slow = subject.list('slow', abort.signal);
      slow.catch(() => {});
      await vi.waitFor(async () => expect(await ask(server.busy)).toBe(1), { timeout: 20_000, interval: 20 });
      abort.abort(new Error('the client went away'));
      await expect(slow).rejects.toThrow('the client went away');
      await isQuiet(server);
      await isSound();
    });
  }

  test('an abort ends a stream while it is being read', async () => {
    const abort = new AbortController();
    const rows = await stream(subject, 'bulk', abort.signal);
    const reading = (async () => {
      for await (const _ of rows) abort.abort(new Error('the client went away'));
    })();
    await expect(reading).rejects.toThrow('the client went away');
    expect(rows.rows).toBeLessThan(bulkRows);
    if (zoo.server) await isQuiet(zoo.server);
    await isSound();
  });

  test('an abort ends a stream that nobody reads', async () => {
    const abort = new AbortController();
    await stream(subject, 'bulk', abort.signal);
    abort.abort();
    if (zoo.server) await isQuiet(zoo.server);
    await isSound();
  });

  test('a reader who stops half way ends the stream like an abort', async () => {
    for await (const _ of await stream(subject, 'bulk', new AbortController().signal)) break;
    if (zoo.server) await isQuiet(zoo.server);
    await isSound();
  });

  test('an abort before the start prevents the statement', async () => {
    await expect(subject.list('bulk', AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
    // SQLite reads a record synchronously, so an abort cannot come in time.
    const read = subject.record('bulk', '[0]', null, AbortSignal.abort(new Error('too late')));
    if (zoo.engine === 'sqlite') expect(await read).toContain('"id":0');
    else await expect(read).rejects.toThrow('too late');
  });

  test('an abort at any moment, many times over, leaves the pool intact', async () => {
    const one = async (i: number) => {
      const abort = new AbortController();
      const timer = setTimeout(() => abort.abort(), i % 23);
      try {
        if (i % 4 === 0) await subject.record('bulk', `[${i}]`, null, abort.signal);
        else if (i % 4 === 1 && zoo.server) await subject.list('slow', abort.signal);
        else await countRows(await stream(subject, 'bulk', abort.signal));
      } catch (error) {
        if (!abort.signal.aborted) throw error;
      } finally {
        clearTimeout(timer);
      }
    };
    const times = isLongRun ? 400 : 48;
    for (let i = 0; i < times; i += 4) await Promise.all([one(i), one(i + 1), one(i + 2), one(i + 3)]);
    if (zoo.server) await isQuiet(zoo.server);
    await isWhole();
  });

  if (server) {
    test('a stream without a free connection fails with 503 after the waiting time, while short reads continue', async () => {
      await using subject = await Subject.of(database.url, { poolSize: 2, poolWaitMs: 1_000 });
      const { signal } = new AbortController();
      const rows = await stream(subject, 'bulk', signal);
      await expect(stream(subject, 'bulk', signal)).rejects.toMatchObject({
        kind: 'overloaded',
        status: 503,
        extras: { retryAfter: 1 },
      });
      expect(await subject.record('bulk', '[5]')).toContain('"id":5');
      expect(await countRows(rows)).toBe(bulkRows);
      expect(await countRows(await stream(subject, 'bulk', signal))).toBe(bulkRows);
    });

    test('all of 500 simultaneous short reads are answered', async () => {
      await using subject = await Subject.of(database.url, { poolSize: 10, poolWaitMs: 30_000 });
      const reads = Array.from({ length: 500 }, (_, i) => subject.record('bulk', `[${i}]`));
      const records = await Promise.all(reads);
      expect(records.filter((record, i) => record.startsWith(`{"id":${i},`))).toHaveLength(500);
    });

    test('the engine ends a statement after the statement timeout', async () => {
      await using subject = await Subject.of(database.url, { statementTimeoutMs: 300 });
      await expect(subject.list('slow')).rejects.toMatchObject({ kind: 'statement-timeout', status: 504 });
    });

    test('a slow reader does not exceed the statement timeout', async () => {
      await using subject = await Subject.of(database.url, { statementTimeoutMs: 1_000 });
      const rows = await stream(subject, 'bulk', new AbortController().signal);
      let chunks = 0;
      // Twice the statement timeout.
      for await (const _ of rows) if (++chunks <= 4) await new Promise((resolve) => setTimeout(resolve, 500));
      expect(rows.rows).toBe(bulkRows);
    });
  }
});
