// The rows of a short page as one value: the engine joins their texts, and values are not checked one by one. This takes
// a quarter less time.
import { isUtf8 } from 'node:buffer';
import type { BoundSql } from '../../../query/dialect/statement.ts';
import { freeBytes } from '../../base/bytes.ts';
import { impossibleNumber } from '../sql/render.ts';
import { briefBytes, type Chunk, type ChunkOptions, type Chunks, RowChunks } from './chunks.ts';
import type { Reader } from './open.ts';

/** Pages with a longer row are read row by row, which bounds the memory. */
const maxRowBytes = 8 * 1024;
/** Takes the place of a longer row. No row contains it, because JSON escapes it. */
const nul = 0;
/** After failed attempts in succession, at most this many pages go without another one. */
const maxSkipped = 64;

/** When to try to read the rows of a statement as one value. */
export class Attempts {
  #failures = 0;
  #left = 0;

  /** Whether an attempt is due; called once per page. */
  isDue(): boolean {
    if (this.#left === 0) return true;
    this.#left--;
    return false;
  }

  note(isSuccess: boolean): void {
    this.#failures = isSuccess ? 0 : Math.min(this.#failures * 2 + 1, maxSkipped);
    this.#left = this.#failures;
  }
}

/** All rows at once if they are short and usual, otherwise row by row. */
export class WholeRows implements Chunks {
  readonly #reader: Reader;
  readonly #exact: BoundSql;
  readonly #usual: BoundSql | undefined;
  readonly #options: ChunkOptions;
  /** The rows one by one, once that is necessary. */
  #rows: RowChunks | null = null;

  /** `usual`: the same rows, with an impossible number in place of each unusual value. */
  constructor(reader: Reader, exact: BoundSql, usual: BoundSql | undefined, options: ChunkOptions) {
    this.#reader = reader;
    this.#exact = exact;
    this.#usual = usual;
    this.#options = options;
  }

  get isPaused(): boolean {
    return this.#rows !== null;
  }

  next(): Chunk {
    return (this.#rows === null ? this.#whole() : null) ?? this.#oneByOne().next();
  }

  close(): void {
    this.#rows?.close();
  }

  #oneByOne(): RowChunks {
    const { sql, parameters } = this.#exact;
    const options = { ...this.#options, isBrief: true };
    this.#rows ??= new RowChunks(this.#reader.prepare(sql), parameters, options);
    return this.#rows;
  }

  /** Null if that is not possible. */
  #whole(): Chunk | null {
    const { tick, separator } = this.#options;
    tick(); // Must not start if already cancelled.
    const { sql, parameters } = this.#usual ?? this.#exact;
    const { statement, attempts } = this.#reader.prepareWhole(sql, () => joined(sql, separator));
    if (!this.#reader.isUtf8 || !attempts.isDue()) return null;
    const row = statement.get(...parameters);
    const [bytes, count] = Array.isArray(row) ? row : [];
    if (bytes === null) return { bytes: new Uint8Array(), rows: 0, done: true };
    const isGood = bytes instanceof Uint8Array && isExact(bytes);
    attempts.note(isGood);
    // A copy: the driver's own memory cannot be handed over to another thread.
    const copy = isGood ? new Uint8Array(bytes) : null;
    if (bytes instanceof Uint8Array) freeBytes(bytes);
    return copy && { bytes: copy, rows: Number(count), done: true };
  }
}

/** Rows with a text that looks like an impossible number are read again, too. */
function isExact(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (
    bytes.length <= briefBytes && !text.includes(nul) && !text.includes(impossibleNumber) && isUtf8(text)
  );
}

function joined(sql: string, separator: string): string {
  const between = `char(${[...separator].map((character) => character.codePointAt(0)).join()})`;
  const short = `iif(octet_length(line) <= ${maxRowBytes}, line, char(${nul}))`;
  return `with page(line) as (${sql}) select cast(group_concat(${short}, ${between}) as blob), count(*) from page`;
}
