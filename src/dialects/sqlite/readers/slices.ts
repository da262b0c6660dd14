// Many rows of a statement as one value: the engine joins their texts itself, which saves a call and a string per row.
// Handing rows over one by one takes longer than computing them.
import { isUtf8 } from 'node:buffer';
import type { BoundSql, SliceParts, Slices } from '../../../query/dialect/statement.ts';
import { carriageReturn, lineFeed, quote } from '../../base/ascii.ts';
import { freeBytes } from '../../base/bytes.ts';
import { type Chunk, type ChunkOptions, type Chunks, noChunk, type Part, RowChunks } from './chunks.ts';
import type { Reader } from './open.ts';
import { SqliteFailure } from './protocol.ts';

/** The first slice is small, so that the response starts at once; later ones aim for this many bytes. */
const firstRows = 32;
const maxRows = 2_000;
const sliceBytes = 128 * 1024;

/** A slice with a longer row is read row by row instead, so slices stay small whatever the rows contain. */
const maxRowBytes = 4 * 1024;
const singleRows = 1_000;

/** If quotes are needed again and again, this many slices at most are read without trying to omit them. */
const maxQuotedSlices = 64;

interface Slice {
  /** Null if the slice does not represent the rows. */
  readonly bytes: Uint8Array | null;
  readonly rows: number;
}

interface SlicedStatement extends BoundSql {
  readonly slices: Slices;
}

/** The number of rows for a slice of the right size, judged by the previous slice. */
export function sliceRows(rows: number, bytes: number): number {
  return Math.max(1, Math.min(Math.round((sliceBytes * rows) / bytes), maxRows));
}

/** The statements for a part of the rows; made once, because creating them per slice would pile up garbage. */
interface PartStatements {
  readonly slice: BoundSql;
  /** The same slice without quotes. */
  readonly unquoted: BoundSql | undefined;
  readonly fields: SliceParts['fields'];
  readonly rows: BoundSql;
  readonly keys: BoundSql;
}

function statementsOf(parts: SliceParts, after: string, order: string): PartStatements {
  const { texts, unquoted, fields, keys } = parts;
  const rows = ({ sql, parameters }: BoundSql) => ({ sql: `${sql}${after}${order}`, parameters });
  return {
    slice: sliceOf(rows(texts)),
    unquoted: unquoted && sliceOf(rows(unquoted)),
    fields,
    rows: rows(texts),
    keys: rows(keys),
  };
}

function sliceOf({ sql, parameters }: BoundSql): BoundSql {
  const isShort = `octet_length(line) <= ${maxRowBytes}`;
  return {
    sql: `with slice(line) as (${sql}) select cast(group_concat(line, :separator) filter (where ${isShort}) as blob), count(*), sum(octet_length(line)) from slice`,
    parameters,
  };
}

/** Rows in slices, all from one state of the database: the reader is in a transaction meanwhile. */
export class SliceChunks implements Chunks {
  readonly #reader: Reader;
  readonly #options: ChunkOptions;
  readonly #separator: Buffer;
  readonly #first: PartStatements;
  /** For the rows after a key. */
  readonly #later: PartStatements;
  /** The next row comes this many rows after the key, or after the very first row if the key is null. */
  #key: readonly bigint[] | null = null;
  #skipped: bigint;
  /** The number of rows still to be returned; null means all. */
  #left: bigint | null;
  /** The number of rows of the answer before these. */
  #at = 0n;
  #rows = firstRows;
  /** The number of slices that skip the unquoted attempt: now, and after the next failed attempt. */
  #quotedAhead = 0;
  #quotedSlices = 1;
  /** The current row-by-row read, with the number of rows requested and received. */
  #single: { readonly chunks: RowChunks; readonly asked: bigint | null; come: bigint } | null = null;

  /** Null if the engine would sort the rows, and so all rows for each slice, or stores texts as UTF-16. */
  static open(
    reader: Reader,
    { sql, parameters, slices }: SlicedStatement,
    options: ChunkOptions,
  ): SliceChunks | null {
    if (!reader.isUtf8 || reader.sorts(sql, parameters)) return null;
    const chunks = new SliceChunks(reader, slices, options);
    return chunks.#continuesAtKey(slices.key.map(() => 0n)) ? chunks : null;
  }

  private constructor(reader: Reader, slices: Slices, options: ChunkOptions) {
    this.#reader = reader;
    this.#options = options;
    this.#separator = Buffer.from(options.separator);
    this.#left = slices.limit;
    this.#skipped = slices.offset;
    const { key, first, later } = slices;
    // For a bare parameter the engine peeks at the value, and replans for each.
    const bounds = key.map((_, i) => `:k${i} + 0`).join(', ');
    const after = ` ${later.isFiltered ? 'and' : 'where'} (${key.join(', ')}) > (${bounds})`;
    const order = ` order by ${key.join(', ')} limit :limit + 0 offset :skipped + 0`;
    this.#first = statementsOf(first, '', order);
    this.#later = statementsOf(later, after, order);
  }

  get isPaused(): boolean {
    return this.#single !== null;
  }

  next(): Chunk {
    for (;;) {
      const chunk = this.#single === null ? this.#nextSlice() : this.#nextSingle();
      if (chunk !== null && (chunk.rows > 0 || chunk.done)) return chunk;
    }
  }

  part({ at, rows }: Part): Chunk {
    if (this.#single !== null) return noChunk();
    const ahead = at - this.#at;
    this.#at = at;
    this.#skipped += ahead;
    if (this.#left !== null) this.#left = this.#left > ahead ? this.#left - ahead : 0n;
    return this.#slice(rows) ?? noChunk();
  }

  close(): void {
    this.#single?.chunks.close();
  }

  /** Null if the next rows have to be read row by row. */
  #nextSlice(): Chunk | null {
    const chunk = this.#slice(this.#rows);
    if (chunk === null) {
      const isOfIntegers = this.#advanceKey() !== null;
      this.#readSingle(isOfIntegers ? this.#atMost(BigInt(Math.max(singleRows, this.#rows))) : this.#left);
    } else if (chunk.rows > 0) {
      this.#rows = Math.min(sliceRows(chunk.rows, chunk.bytes.length), this.#rows * 8);
    }
    return chunk;
  }

  /** Null if a slice cannot hold the rows, or if their keys are not integers. */
  #slice(most: number): Chunk | null {
    this.#options.tick();
    // The engine rolls back when it fails to read the file, even if that was for another stream on this connection.
    if (!this.#reader.db.inTransaction) throw new SqliteFailure('JOINERY_LOST', 'the transaction is gone');
    const asked = this.#atMost(BigInt(most));
    const isThere = this.#advanceKey();
    if (isThere === null) return null;
    const nothing = { bytes: null, rows: 0 };
    const slice =
      isThere && asked > 0n ? (this.#unquoted(asked) ?? this.#read(this.#now.slice, asked)) : nothing;
    const { bytes, rows } = slice;
    if (rows === 0) return { bytes: new Uint8Array(), rows, done: true };
    return bytes && this.#counted({ bytes: this.#joined(bytes), rows, done: BigInt(rows) < asked });
  }

  /** A slice without quotes, if that is enough; null if it is not, or was not recently. */
  #unquoted(asked: bigint): Slice | null {
    const { unquoted, fields } = this.#now;
    if (unquoted === undefined || fields === undefined || this.#quotedAhead-- > 0) return null;
    const slice = this.#read(unquoted, asked);
    if (slice.bytes === null || !needsNoQuotes(slice.bytes, slice.rows, fields, this.#separator)) {
      if (slice.bytes !== null) freeBytes(slice.bytes);
      this.#quotedAhead = this.#quotedSlices;
      this.#quotedSlices = Math.min(this.#quotedSlices * 2, maxQuotedSlices);
      return null;
    }
    this.#quotedAhead = 0;
    this.#quotedSlices = 1;
    return slice;
  }

  #read(slice: BoundSql, asked: bigint): Slice {
    const row = this.#reader.prepareRow(slice.sql).get(...this.#parameters(slice, asked, this.#skipped));
    const [bytes, count, length] = Array.isArray(row) ? row : [];
    const rows = Number(count);
    const whole = Number(length) + (rows - 1) * this.#separator.length;
    const isGood = bytes instanceof Uint8Array && bytes.length === whole && isUtf8(bytes);
    return { bytes: isGood ? bytes : null, rows };
  }

  #nextSingle(): Chunk | null {
    const single = this.#single;
    if (single === null) return null;
    const chunk = single.chunks.next();
    single.come += BigInt(chunk.rows);
    const isRest = single.asked === null || single.come < single.asked;
    if (chunk.done) {
      single.chunks.close();
      this.#single = null;
    }
    return this.#counted({ ...chunk, done: chunk.done && isRest });
  }

  #readSingle(asked: bigint | null): void {
    const { rows } = this.#now;
    const statement = this.#reader.prepare(rows.sql);
    const parameters = this.#parameters(rows, asked ?? -1n, this.#skipped);
    const chunks = new RowChunks(statement, parameters, { ...this.#options, isContinued: this.#at > 0n });
    this.#single = { chunks, asked, come: 0n };
    this.#rows = firstRows;
  }

  /** Counts the rows sent. */
  #counted(chunk: Chunk): Chunk {
    const rows = BigInt(chunk.rows);
    this.#at += rows;
    this.#skipped += rows;
    if (this.#left !== null) this.#left -= rows;
    return { ...chunk, done: chunk.done || this.#left === 0n };
  }

  /**
   * Moves the key to the last row before the next ones, so that no row is skipped over twice. False if there is no such
   * row, so no more rows follow. Null if its key is not of integers.
   */
  #advanceKey(): boolean | null {
    if (this.#at === 0n || this.#skipped === 0n) return true;
    const { keys } = this.#now;
    const row = this.#reader.prepareRow(keys.sql).get(...this.#parameters(keys, 1n, this.#skipped - 1n));
    if (!Array.isArray(row)) return false;
    const key: readonly unknown[] = row;
    if (!key.every((value) => typeof value === 'bigint')) return null;
    this.#key = key;
    this.#skipped = 0n;
    return true;
  }

  /** Whether the engine starts later slices at the key, rather than scanning from the beginning. */
  #continuesAtKey(key: readonly bigint[]): boolean {
    return [this.#later.slice, this.#later.keys].every((statement) =>
      this.#reader.seeksLowerBound(statement.sql, this.#parameters(statement, 1n, 0n, key)),
    );
  }

  /** The statements for the next rows. */
  get #now(): PartStatements {
    return this.#key === null ? this.#first : this.#later;
  }

  #parameters({ parameters }: BoundSql, limit: bigint, skipped: bigint, key = this.#key ?? []): unknown[] {
    const values = key.map((value, i) => [`k${i}`, value]);
    return [
      ...parameters,
      { separator: this.#options.separator, limit, skipped, ...Object.fromEntries(values) },
    ];
  }

  #atMost(rows: bigint): bigint {
    return this.#left !== null && this.#left < rows ? this.#left : rows;
  }

  /** The same bytes, preceded by a separator if rows came before. */
  #joined(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
    const before = this.#at > 0n ? this.#separator.length : 0;
    const joined = new Uint8Array(before + bytes.length);
    if (before > 0) joined.set(this.#separator);
    joined.set(bytes, before);
    freeBytes(bytes);
    return joined;
  }
}

/** True if the characters that require quotes occur only as separators between fields and rows. */
function needsNoQuotes(
  bytes: Uint8Array,
  rows: number,
  fields: NonNullable<SliceParts['fields']>,
  rowSeparator: Uint8Array,
): boolean {
  const separator = fields.separator.charCodeAt(0);
  let separators = rows * (fields.count - 1);
  let breaks = (rows - 1) * rowSeparator.length;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    // All special characters sort before digits and letters.
    if (byte > 0x2c) continue;
    if (byte === separator) separators--;
    else if (byte === quote) return false;
    else if (byte === lineFeed || byte === carriageReturn) breaks--;
  }
  return separators === 0 && breaks === 0;
}
