import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Sqlite, { type Database } from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/folders.ts';
import { readerOf } from '../../../../test/support/sqlite-reader.ts';
import type { Slices } from '../../../query/dialect/statement.ts';
import { type Chunks, RowChunks } from './chunks.ts';
import type { Reader } from './open.ts';
import { SliceChunks } from './slices.ts';
import { type RowSource, SqliteRowStream } from './stream.ts';

const separator = '\r\n';
const options = { separator, tick: () => {} };

interface Asked {
  readonly table: string;
  readonly key: readonly string[];
  readonly where?: string;
  readonly text?: string;
  /** The text of a row whose two fields need no quotes. */
  readonly unquoted?: string;
  readonly limit?: bigint;
  readonly offset?: bigint;
}

function statementOf({ table, key, where = '', text = `format('%s', body)`, unquoted, ...page }: Asked) {
  const { limit = null, offset = 0n } = page;
  const source = `${table}${where}`;
  const parts = {
    texts: { sql: `select ${text} from ${source}`, parameters: [] },
    keys: { sql: `select ${key.join(', ')} from ${source}`, parameters: [] },
    isFiltered: where !== '',
    ...(unquoted && {
      unquoted: { sql: `select ${unquoted} from ${source}`, parameters: [] },
      fields: { separator: ',', count: 2 },
    }),
  };
  const slices: Slices = { first: parts, later: parts, key, limit, offset };
  const sql = `${parts.texts.sql} order by ${key.join(', ')} limit ${limit ?? -1n} offset ${offset}`;
  return { sql, parameters: [], slices };
}

function read(chunks: Chunks): { readonly text: string; readonly rows: number; readonly chunks: number } {
  const parts: Buffer[] = [];
  let rows = 0;
  for (;;) {
    const chunk = chunks.next();
    parts.push(Buffer.from(chunk.bytes));
    rows += chunk.rows;
    if (chunk.done) break;
  }
  chunks.close();
  return { text: Buffer.concat(parts).toString('latin1'), rows, chunks: parts.length };
}

/** Slices within their own transaction. */
function openSlices(reader: Reader, statement: ReturnType<typeof statementOf>): SliceChunks {
  reader.db.exec('begin');
  const chunks = SliceChunks.open(reader, statement, options);
  if (chunks === null) throw new Error('these rows cannot be read in slices');
  return chunks;
}

/** Reads the same rows in slices and row by row. */
function both(reader: Reader, asked: Asked) {
  const statement = statementOf(asked);
  const inSlices = read(openSlices(reader, statement));
  reader.db.exec('commit');
  const single = read(new RowChunks(reader.prepare(statement.sql), [], options));
  return { inSlices, single };
}

interface Turns {
  /** The number of chunks to read. */
  readonly most?: number;
  /** The number of parts that the second reader gets before its reader is needed elsewhere. */
  readonly free?: number;
}

/** Reads the same rows with two readers in turn; returns how many parts each was asked for. */
async function byTwo(readers: readonly [Reader, Reader], asked: Asked, { most, free }: Turns = {}) {
  const statement = statementOf(asked);
  const parts = [0, 0];
  const open = (which: 0 | 1) => {
    const { db } = readers[which];
    const chunks = openSlices(readers[which], statement);
    const reading: RowSource = {
      pull: async (part) => {
        if (part !== undefined) parts[which] = (parts[which] ?? 0) + 1;
        return { hasParts: true, ...(part === undefined ? chunks.next() : chunks.part(part)) };
      },
      end: () => {
        chunks.close();
        if (db.inTransaction) db.exec('commit');
      },
    };
    return reading;
  };
  const first = open(0);
  const stream = new SqliteRowStream(await first.pull(), first, async (part) => {
    const reading = open(1);
    const isWelcome = () => (parts[1] ?? 0) < (free ?? Number.POSITIVE_INFINITY);
    return { reading, chunk: await reading.pull(part), isStillAllowed: isWelcome };
  });
  const bytes: Buffer[] = [];
  for await (const chunk of stream) {
    bytes.push(Buffer.from(chunk));
    if (bytes.length === most) break;
  }
  await setImmediate(); // An abandoned read ends once its chunk has arrived.
  const isOpen = readers.some(({ db }) => db.inTransaction);
  return { text: Buffer.concat(bytes).toString('latin1'), rows: stream.rows, parts, isOpen };
}

/** Padding after each row makes the answer long. */
const padded = (text: string) => `format('%s%120s', ${text}, '')`;

const numbers = (n: number) =>
  `(with recursive s(i) as (select 1 union all select i + 1 from s where i < ${n}) select i from s)`;

describe('rows in slices', () => {
  let folder: string;
  let writer: Database;
  let reader: Reader;
  let another: Reader;
  beforeAll(async () => {
    folder = await temporaryFolder();
    writer = new Sqlite(join(folder, 'slices.db'));
    writer.exec(`
      pragma journal_mode = wal;
      create table plain (id integer primary key, body, kind);
      insert into plain select i * 3 - 9000, 'row ' || i || ' größer', i % 7 from ${numbers(9_000)};
      create table pairs (a integer not null, b integer not null, body, primary key (a, b));
      insert into pairs select i / 10, 100 - i % 10, 'pair ' || i from ${numbers(9_000)} order by i * 7919 % 9001;
      create table mixed (a integer not null primary key desc, body);
      insert into mixed select case when i < 3000 then i when i < 4000 then i + 0.5 when i < 5000 then 'k' || i else cast(i as blob) end, i
        from ${numbers(6_000)};
      create table long (id integer primary key, body);
      insert into long select i, case when i % 2500 = 0 then replace(hex(zeroblob(300000)), '0', 'l') when i > 6000 then hex(zeroblob(3000)) else i end
        from ${numbers(6_100)};
      create table odd (id integer primary key, body);
      insert into odd select i, case i % 5 when 0 then '' when 1 then cast(x'61ff62c3' as text) when 2 then 'a' || char(0) || 'b' when 3 then char(13, 10) else cast(x'eda080' as text) end
        from ${numbers(5_000)};
      create table quoted (id integer primary key, body);
      insert into quoted select i, case when i between 3000 and 7000 and i % 500 < 5
        then case i % 5 when 0 then '' when 1 then 'a,b' when 2 then '"' when 3 then 'a' || char(10) else char(13) end when i % 3 > 0 then 'row ' || i end
        from ${numbers(20_000)};
      create table none_at_all (id integer primary key, body);
    `);
    reader = readerOf(join(folder, 'slices.db'));
    another = readerOf(join(folder, 'slices.db'));
  });
  afterAll(() => {
    reader?.db.close();
    another?.db.close();
    writer?.close();
  });

  test.for<[string, Asked]>([
    ['all rows', { table: 'plain', key: ['id'] }],
    ['a page of them', { table: 'plain', key: ['id'], limit: 4_321n, offset: 1_234n }],
    ['a page that ends with a slice', { table: 'plain', key: ['id'], limit: 32n }],
    ['a page beyond the end', { table: 'plain', key: ['id'], limit: 5_000n, offset: 20_000n }],
    ['rows of a condition', { table: 'plain', key: ['id'], where: ' where (kind = 3 or kind = 5)' }],
    ['rows of a key of two columns', { table: 'pairs', key: ['a', 'b'] }],
    ['a page of these', { table: 'pairs', key: ['a', 'b'], limit: 3_000n, offset: 5n }],
    ['rows whose key is not always an integer', { table: 'mixed', key: ['a'] }],
    ['rows some of which are long', { table: 'long', key: ['id'] }],
    ['rows that are empty, broken or hold any character', { table: 'odd', key: ['id'] }],
    ['rows that begin with empty ones', { table: 'plain', key: ['id'], text: `''` }],
    [
      'rows some of which need quotes',
      {
        table: 'quoted',
        key: ['id'],
        text: `format('%s,%s', id, case when body is null then '' when body = '' or body glob '*[,"' || char(13, 10) || ']*' then '"' || replace(body, '"', '""') || '"' else body end)`,
        unquoted: `format('%s,%s', id, case when body is null then '' when body = '' then '""' else body end)`,
      },
    ],
    ['no rows', { table: 'none_at_all', key: ['id'] }],
  ])('%s are the same as row by row', ([, asked]) => {
    const { inSlices, single } = both(reader, asked);
    expect(inSlices.rows).toBe(single.rows);
    expect(inSlices.text === single.text).toBe(true);
  });

  test.for<[string, Asked]>([
    ['all rows', { table: 'plain', key: ['id'] }],
    ['a page of them', { table: 'plain', key: ['id'], limit: 7_777n, offset: 1_234n }],
    ['a page that ends soon', { table: 'plain', key: ['id'], limit: 1_500n }],
    ['rows of a condition', { table: 'plain', key: ['id'], where: ' where (kind = 3 or kind > 4)' }],
    ['rows of a key of two columns', { table: 'pairs', key: ['a', 'b'] }],
    ['rows whose key is not always an integer', { table: 'mixed', key: ['a'] }],
    ['rows some of which are long', { table: 'long', key: ['id'] }],
    ['rows that are broken or hold any character', { table: 'odd', key: ['id'] }],
    ['few rows', { table: 'plain', key: ['id'], limit: 10n }],
    ['no rows', { table: 'none_at_all', key: ['id'] }],
  ])('%s are the same with two readers', async ([, asked]) => {
    const statement = { ...asked, text: padded('body') };
    const single = read(new RowChunks(reader.prepare(statementOf(statement).sql), [], options));
    const { text, rows, isOpen } = await byTwo([reader, another], statement);
    expect(rows).toBe(single.rows);
    expect(text === single.text).toBe(true);
    expect(isOpen).toBe(false);
  });

  test('are read by both readers if there are many', async () => {
    const { rows, parts } = await byTwo([reader, another], {
      table: 'plain',
      key: ['id'],
      text: padded('body'),
    });
    expect(rows).toBe(9_000);
    expect(Math.min(...parts)).toBeGreaterThan(2);
  });

  test.for([1, 2, 3])('are continued by one reader after the second had %i parts', async (free) => {
    const asked = { table: 'plain', key: ['id'], text: padded('body') };
    const single = read(new RowChunks(reader.prepare(statementOf(asked).sql), [], options));
    const { text, parts, isOpen } = await byTwo([reader, another], asked, { free });
    expect(text === single.text).toBe(true);
    expect(parts).toEqual([free + 1, free]);
    expect(isOpen).toBe(false);
  });

  test.for([1, 2, 3, 4, 5])('are abandoned by both readers after chunk %i', async (most) => {
    const asked = { table: 'plain', key: ['id'], text: padded('body') };
    const { isOpen } = await byTwo([reader, another], asked, { most });
    expect(isOpen).toBe(false);
  });

  test('arrive in few chunks', () => {
    const { inSlices } = both(reader, { table: 'plain', key: ['id'] });
    expect(inSlices.rows).toBe(9_000);
    expect(inSlices.chunks).toBeLessThan(20);
  });

  test('show one state', () => {
    const chunks = openSlices(reader, statementOf({ table: 'plain', key: ['id'] }));
    const first = chunks.next();
    writer.exec('update plain set body = null where id > 0');
    const { text, rows } = read(chunks);
    reader.db.exec('commit');
    expect(first.rows + rows).toBe(9_000);
    expect(text).toContain('row 9000 ');
    expect(
      read(new RowChunks(reader.prepare('select body from plain where id = 18000'), [], options)).text,
    ).toBe('null');
  });

  test('fail if their transaction has ended', () => {
    const chunks = openSlices(reader, statementOf({ table: 'plain', key: ['id'] }));
    expect(chunks.next().rows).toBeGreaterThan(0);
    reader.db.exec('commit');
    expect(() => chunks.next()).toThrow('the transaction is gone');
    chunks.close();
  });

  test('are not used if the engine sorts', () => {
    const asked = { table: 'plain', key: ['kind', 'id'] };
    expect(SliceChunks.open(reader, statementOf(asked), options)).toBeNull();
  });

  test('are not used if the engine would begin at the first row each time', () => {
    const asked = { table: 'pairs', key: ['a', 'b'], where: ' where a = 5' };
    expect(SliceChunks.open(reader, statementOf(asked), options)).toBeNull();
  });

  test('are not used if texts are stored in UTF-16', () => {
    const path = join(folder, 'wide.db');
    const wide = new Sqlite(path);
    wide.exec(`pragma encoding = 'UTF-16le'; create table plain (id integer primary key, body)`);
    wide.close();
    const wideReader = readerOf(path);
    expect(SliceChunks.open(wideReader, statementOf({ table: 'plain', key: ['id'] }), options)).toBeNull();
    wideReader.db.close();
  });
});
