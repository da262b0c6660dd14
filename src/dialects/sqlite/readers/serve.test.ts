import { statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/folders.ts';
import { readerOf } from '../../../../test/support/sqlite-reader.ts';
import type { OpenedFile } from '../../base/file.ts';
import { clock, type FromReader, type ToReader } from './protocol.ts';
import { ReaderService } from './serve.ts';

type Opening = Extract<ToReader, { type: 'stream' }>;

/** The test's file. */
let file: OpenedFile;

/** Streams a table's rows as lines, in slices or one by one. */
function streamOf(id: number, state: string | null, { table = 'plain', isSliced = true } = {}): Opening {
  const parts = {
    texts: { sql: `select body from ${table}`, parameters: [] },
    keys: { sql: `select id from ${table}`, parameters: [] },
    isFiltered: false,
  };
  const slices = { first: parts, later: parts, key: ['id'], limit: null, offset: 0n };
  const sql = `select body from ${table} order by id`;
  return {
    type: 'stream',
    id,
    asked: clock(),
    file,
    state,
    sql,
    parameters: [],
    separator: '\n',
    isBrief: false,
    companion: null,
    ...(isSliced && { slices }),
  };
}

describe('streams of one reader', () => {
  let path: string;
  let writer: Database;
  let service: ReaderService;
  let replies: FromReader[];
  beforeEach(async () => {
    path = join(await temporaryFolder(), 'streams.db');
    writer = new Sqlite(path, { timeout: 0 });
    writer.exec(`
      pragma journal_mode = wal;
      create table plain (id integer primary key, body);
      create table long (id integer primary key, body);
    `);
    const insert = (table: string, body: string, rows: number) =>
      writer.exec(
        `insert into ${table} with recursive s(i) as (select 1 union all select i + 1 from s where i < ${rows}) select i, ${body} from s`,
      );
    insert('plain', `'before ' || i || hex(zeroblob(100))`, 5_000);
    insert('long', `'before ' || i || hex(zeroblob(3000))`, 200);
    const { dev, ino } = statSync(path, { bigint: true });
    file = { dev, ino, wasEmpty: false };
    replies = [];
    service = new ReaderService(
      { file: path, busyTimeoutMs: 0, timeoutMs: 0, shortPages: 1024 },
      { send: (reply) => replies.push(reply), isCancelled: () => false, yieldToReads: () => {} },
    );
  });
  afterEach(() => writer?.close());

  /** The lines received by a stream. */
  const linesOf = (id: number): string[] => {
    const bytes = replies.flatMap((reply) =>
      reply.type === 'chunk' && reply.id === id ? [Buffer.from(reply.bytes)] : [],
    );
    return Buffer.concat(bytes).toString().split('\n');
  };
  const pull = (id: number): FromReader | undefined => {
    service.receive({ type: 'pull', id });
    return replies.at(-1);
  };
  /** Reads from all streams in turn until they are complete. */
  const readOn = (...ids: number[]): void => {
    for (const left = new Set(ids); left.size > 0; ) {
      for (const id of left) {
        const reply = pull(id);
        if (reply?.type !== 'chunk') throw new Error(`stream ${id} was answered ${reply?.type}`);
        if (reply.done) left.delete(id);
      }
    }
  };
  const writes = (): void => {
    writer.exec(`update plain set body = 'after'; update long set body = 'after'`);
  };
  /** Whether no reader holds a past state any more. */
  const isAtRest = (): boolean => {
    const [outcome] = writer.pragma('wal_checkpoint(truncate)') as { busy: number }[]; // As documented by the engine.
    return outcome?.busy === 0;
  };
  const isAllBefore = (lines: readonly string[]): boolean =>
    lines.every((line) => line.startsWith('before '));

  test('show the state of the first of them if they are requested in the same state', () => {
    service.receive(streamOf(1, '7'));
    writes();
    service.receive(streamOf(2, '7'));
    service.receive(streamOf(3, '7', { isSliced: false }));
    readOn(1, 2, 3);
    expect(linesOf(1)).toHaveLength(5_000);
    expect(isAllBefore(linesOf(1))).toBe(true);
    expect(linesOf(2)).toEqual(linesOf(1));
    expect(linesOf(3)).toEqual(linesOf(1));
  });

  test('show later writes if they are requested in a later state', () => {
    service.receive(streamOf(1, '7'));
    writes();
    service.receive(streamOf(2, '8'));
    service.receive(streamOf(3, null));
    readOn(1, 2, 3);
    expect(isAllBefore(linesOf(1))).toBe(true);
    for (const id of [2, 3]) expect(new Set(linesOf(id))).toEqual(new Set(['after']));
    expect(linesOf(2)).toHaveLength(5_000);
  });

  test('continue when one of them is abandoned', () => {
    service.receive(streamOf(1, '7'));
    service.receive(streamOf(2, '7'));
    writes();
    service.receive({ type: 'close', id: 1 });
    readOn(2);
    expect(linesOf(2)).toHaveLength(5_000);
    expect(isAllBefore(linesOf(2))).toBe(true);
  });

  test('continue beside others that are read row by row', () => {
    service.receive(streamOf(1, '7', { table: 'long' }));
    service.receive(streamOf(2, '7', { table: 'long', isSliced: false }));
    writes();
    service.receive(streamOf(3, '7'));
    readOn(1, 2, 3);
    expect(linesOf(1)).toHaveLength(200);
    expect(isAllBefore(linesOf(1))).toBe(true);
    expect(linesOf(2)).toEqual(linesOf(1));
    expect(linesOf(3)).toHaveLength(5_000);
    expect(isAllBefore(linesOf(3))).toBe(true);
  });

  test.each([
    ['always', null, ['5000!']],
    ['if fewer rows arrive than the skipped range', { min: 4_001, max: 5_000 }, ['5000!']],
    ['if more rows arrive than the skipped range', { min: 0, max: 3_999 }, ['5000!']],
    ['unless the number of rows is in the skipped range', { min: 1, max: 4_000 }, undefined],
  ])('a short one arrives in one piece, with its extra result %s', (_, unless, told) => {
    const sql = 'select body from plain where id <= 4000';
    const beside = { sql: 'select count(*) || char(33) from plain', parameters: [], unless };
    service.receive({ ...streamOf(1, null, { isSliced: false }), sql, isBrief: true, companion: beside });
    const [page] = replies;
    expect(page).toMatchObject({ type: 'chunk', id: 1, rows: 4_000, done: true });
    expect(page?.type === 'chunk' && page.companionRows).toEqual(told);
    writes();
    expect(isAtRest()).toBe(true);
  });

  test.each([true, false])('the extra result beside rows shows their state (in slices: %s)', (isSliced) => {
    const beside = {
      sql: "select group_concat(distinct substr(body, 1, 6)) || ' ' || ? from plain",
      parameters: ['told'],
      unless: null,
    };
    service.receive({ ...streamOf(1, '7', { isSliced }), companion: beside });
    writes();
    readOn(1);
    expect(linesOf(1)).toHaveLength(5_000);
    expect(isAllBefore(linesOf(1))).toBe(true);
    const told = replies.map((reply) => reply.type === 'chunk' && reply.companionRows);
    expect(told.pop()).toEqual(['before told']);
    expect(new Set(told)).toEqual(new Set([undefined]));
    expect(isAtRest()).toBe(true);
  });

  test('a failing extra result fails the rows as well, and no state is held', () => {
    const beside = { sql: 'select body from missing', parameters: [], unless: null };
    const sql = 'select body from plain where id <= 10';
    service.receive({ ...streamOf(1, null, { isSliced: false }), sql, isBrief: true, companion: beside });
    expect(replies).toMatchObject([{ type: 'error', id: 1, code: 'SQLITE_ERROR' }]);
    writes();
    expect(isAtRest()).toBe(true);
  });

  test('hold their state until the last of them has ended', () => {
    service.receive(streamOf(1, '7'));
    service.receive(streamOf(2, '7'));
    writes();
    readOn(1);
    expect(isAtRest()).toBe(false);
    service.receive({ type: 'close', id: 2 });
    expect(isAtRest()).toBe(true);
  });

  test('hold no state if they could not begin', () => {
    service.receive({ ...streamOf(1, '7'), sql: 'select body from missing', slices: undefined });
    expect(replies.at(-1)?.type).toBe('error');
    writes();
    expect(isAtRest()).toBe(true);
    service.receive(streamOf(2, '7'));
    readOn(2);
    expect(new Set(linesOf(2))).toEqual(new Set(['after']));
  });
});

// So no stream joins running readers ahead of a writer that waits for them to finish.
test('the state of a database cannot be read while somebody waits to write', async () => {
  const path = join(await temporaryFolder(), 'waiting.db');
  const writer = new Sqlite(path, { timeout: 0 });
  writer.exec('pragma journal_mode = delete; create table plain (id integer primary key)');
  const reading = readerOf(path);
  const asking = readerOf(path);
  const state = () => asking.prepared('pragma data_version').get();
  reading.db.exec('begin');
  reading.prepared('select count(*) from plain').get();
  expect(state()).toBeTypeOf('bigint');
  writer.exec('begin; insert into plain values (1)');
  expect(() => writer.exec('commit')).toThrow('locked');
  expect(state).toThrow('locked');
  reading.db.exec('commit');
  writer.exec('commit');
  expect(state()).toBeTypeOf('bigint');
  for (const db of [writer, reading.db, asking.db]) db.close();
});
