// Many rows of a statement as one value: the engine joins their texts itself, so that neither a call nor a string is
// made for each of them. To hand rows over one by one takes longer than to make them.
import { isUtf8 } from 'node:buffer';
import type { Column } from '../../model/database.ts';
import type { SliceParts, Slices, Statement } from '../../query/sql.ts';
import { giveBack } from '../bytes.ts';
import { type Chunk, type ChunkOptions, type Chunks, RowChunks } from './chunks.ts';
import type { Reader } from './open.ts';

/** Columns of integers; whether a value of theirs is one shows when it comes. */
export function slicesBy(key: readonly Column[]): boolean {
  return key.every(({ storage }) => storage === 'rowid' || storage === 'integer');
}

/** The first slice is small, so that the answer begins at once; later ones have as many rows as make these bytes. */
const firstRows = 32;
const mostRows = 2_000;
const sliceBytes = 128 * 1024;

/** A slice leaves longer rows out, and is then read a row at a time: so it stays small, whatever the rows hold. */
const mostRowBytes = 4 * 1024;
const singleRows = 1_000;

/** Where quotes are needed again and again they are not tried to be left out for so many slices. */
const mostQuotedSlices = 64;

interface Slice {
  /** Null where they are not what the rows are. */
  readonly bytes: Uint8Array | null;
  readonly rows: number;
}

interface Whole extends Statement {
  readonly slices: Slices;
}

/** Rows in slices, all of them from one state of the database. */
export class SliceChunks implements Chunks {
  readonly #reader: Reader;
  readonly #slices: Slices;
  readonly #options: ChunkOptions;
  readonly #separator: Buffer;
  /** The condition for the rows after a key. */
  readonly #after: string;
  readonly #order: string;
  /** Where the rows that are still to come begin: this many after the key, or after the very first where it is null. */
  #key: readonly bigint[] | null = null;
  #skipped: bigint;
  /** How many rows may still come; null means all. */
  #left: bigint | null;
  #started = false;
  #rows = firstRows;
  /** Slices that are not tried without quotes, from now on and after the next that needs some. */
  #quotedAhead = 0;
  #quotedSlices = 1;
  /** Rows that are read one at a time for now, and how many were asked for and have come. */
  #single: { readonly chunks: RowChunks; readonly asked: bigint | null; come: bigint } | null = null;

  /** Null where the engine would sort the rows, and so all of them for each slice, or has texts in UTF-16. */
  static open(reader: Reader, { sql, parameters, slices }: Whole, options: ChunkOptions): SliceChunks | null {
    if (!reader.isUtf8 || reader.sorts(sql, parameters)) return null;
    const chunks = new SliceChunks(reader, slices, options);
    if (!chunks.#goesOn()) return null;
    reader.prepare('begin').run();
    return chunks;
  }

  private constructor(reader: Reader, slices: Slices, options: ChunkOptions) {
    this.#reader = reader;
    this.#slices = slices;
    this.#options = options;
    this.#separator = Buffer.from(options.separator);
    this.#left = slices.limit;
    this.#skipped = slices.offset;
    const { key, later } = slices;
    // Of a bare parameter the engine looks at the value, and plans anew for each.
    const bounds = key.map((_, i) => `:k${i} + 0`).join(', ');
    this.#after = ` ${later.isFiltered ? 'and' : 'where'} (${key.join(', ')}) > (${bounds})`;
    this.#order = ` order by ${key.join(', ')} limit :limit + 0 offset :skipped + 0`;
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

  close(): void {
    this.#single?.chunks.close();
    if (this.#reader.db.inTransaction) this.#reader.prepare('commit').run();
  }

  /** Null where the next rows have to be read one at a time. */
  #nextSlice(): Chunk | null {
    this.#options.tick();
    if (!this.#moveOn()) {
      this.#readSingle(this.#left);
      return null;
    }
    const asked = this.#atMost(BigInt(this.#rows));
    const { bytes, rows } = this.#unquoted(asked) ?? this.#read(this.#parts(this.#key).texts, asked);
    if (rows === 0) return this.#told({ bytes: new Uint8Array(), rows, done: true });
    if (bytes === null) {
      this.#readSingle(this.#atMost(BigInt(Math.max(singleRows, this.#rows))));
      return null;
    }
    const ideal = Math.round((sliceBytes * rows) / bytes.length);
    this.#rows = Math.max(1, Math.min(ideal, this.#rows * 8, mostRows));
    return this.#told({ bytes: this.#joined(bytes), rows, done: BigInt(rows) < asked });
  }

  /** A slice without quotes, where that is all it needs; null where it is not, or was not of late. */
  #unquoted(asked: bigint): Slice | null {
    const { unquoted, fields } = this.#parts(this.#key);
    if (unquoted === undefined || fields === undefined || this.#quotedAhead-- > 0) return null;
    const slice = this.#read(unquoted, asked);
    if (slice.bytes === null || !needsNoQuotes(slice.bytes, slice.rows, fields, this.#separator)) {
      if (slice.bytes !== null) giveBack(slice.bytes);
      this.#quotedAhead = this.#quotedSlices;
      this.#quotedSlices = Math.min(this.#quotedSlices * 2, mostQuotedSlices);
      return null;
    }
    this.#quotedAhead = 0;
    this.#quotedSlices = 1;
    return slice;
  }

  #read(texts: Statement, asked: bigint): Slice {
    const row = this.#reader
      .prepareRow(this.#slice(texts, this.#key))
      .get(...this.#parameters(texts, this.#key, asked, this.#skipped));
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
    return this.#told({ ...chunk, done: chunk.done && isRest });
  }

  #readSingle(asked: bigint | null): void {
    const { texts } = this.#parts(this.#key);
    const statement = this.#reader.prepare(this.#from(texts.sql, this.#key));
    const parameters = this.#parameters(texts, this.#key, asked ?? -1n, this.#skipped);
    const chunks = new RowChunks(statement, parameters, { ...this.#options, isContinued: this.#started });
    this.#single = { chunks, asked, come: 0n };
    this.#rows = firstRows;
  }

  /** Counts what goes out. */
  #told(chunk: Chunk): Chunk {
    if (chunk.rows > 0) this.#started = true;
    this.#skipped += BigInt(chunk.rows);
    if (this.#left !== null) this.#left -= BigInt(chunk.rows);
    return { ...chunk, done: chunk.done || this.#left === 0n };
  }

  /** Goes to the last row that went out, so that none is passed twice; false where its key is not of integers. */
  #moveOn(): boolean {
    if (!this.#started) return true;
    const { keys } = this.#parts(this.#key);
    const row = this.#reader
      .prepareRow(this.#from(keys.sql, this.#key))
      .get(...this.#parameters(keys, this.#key, 1n, this.#skipped - 1n));
    const key: unknown[] = Array.isArray(row) ? row : [];
    if (!key.every((value) => typeof value === 'bigint')) return false;
    this.#key = key;
    this.#skipped = 0n;
    return true;
  }

  /** Whether the engine begins a later slice at its key, rather than at the beginning of all. */
  #goesOn(): boolean {
    const key = this.#slices.key.map(() => 0n);
    const { texts, keys } = this.#slices.later;
    return (
      this.#reader.beginsAfter(this.#slice(texts, key), this.#parameters(texts, key, 1n, 0n)) &&
      this.#reader.beginsAfter(this.#from(keys.sql, key), this.#parameters(keys, key, 1n, 0n))
    );
  }

  #parts(key: readonly bigint[] | null): SliceParts {
    return key === null ? this.#slices.first : this.#slices.later;
  }

  #slice(texts: Statement, key: readonly bigint[] | null): string {
    const rows = this.#from(texts.sql, key);
    const isShort = `octet_length(line) <= ${mostRowBytes}`;
    return `with slice(line) as (${rows}) select cast(group_concat(line, :separator) filter (where ${isShort}) as blob), count(*), sum(octet_length(line)) from slice`;
  }

  #from(sql: string, key: readonly bigint[] | null): string {
    return `${sql}${key === null ? '' : this.#after}${this.#order}`;
  }

  #parameters(
    { parameters }: Statement,
    key: readonly bigint[] | null,
    limit: bigint,
    skipped: bigint,
  ): unknown[] {
    const { separator } = this.#options;
    const values = (key ?? []).map((value, i) => [`k${i}`, value]);
    return [...parameters, { separator, limit, skipped, ...Object.fromEntries(values) }];
  }

  #atMost(rows: bigint): bigint {
    return this.#left !== null && this.#left < rows ? this.#left : rows;
  }

  /** The same bytes, after a separator where rows came before. */
  #joined(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
    const before = this.#started ? this.#separator.length : 0;
    const joined = new Uint8Array(before + bytes.length);
    if (before > 0) joined.set(this.#separator);
    joined.set(bytes, before);
    giveBack(bytes);
    return joined;
  }
}

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** True where nothing but what stands between fields and rows is of the characters that have to stand in quotes. */
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
    // All of them come before the digits and letters.
    if (byte > 0x2c) continue;
    if (byte === separator) separators--;
    else if (byte === quote) return false;
    else if (byte === lineFeed || byte === carriageReturn) breaks--;
  }
  return separators === 0 && breaks === 0;
}
