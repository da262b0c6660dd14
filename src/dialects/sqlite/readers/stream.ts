// Rows of a running statement as a stream of chunks, by one reader or, where there is nothing else to do, by two.
import type { RowStream } from '../../dialect.ts';
import { isNone, type Part } from './chunks.ts';
import type { ReadChunk } from './protocol.ts';
import { sliceRows } from './slices.ts';

/** A statement that a reader has begun. */
export interface RowSource {
  pull(part?: Part): Promise<ReadChunk>;
  end(): void;
}

/** A second reading of the same rows. */
interface Second {
  readonly reading: RowSource;
  readonly chunk: ReadChunk;
  /** Whether nobody else needs its reader yet. */
  isWelcome(): boolean;
}

/** A reading and what it was asked for last. */
interface Turn {
  readonly reading: RowSource;
  readonly chunk: Promise<ReadChunk>;
}

/** Null where it would not see the same, or others need its reader. */
export type Beside = (part: Part) => Promise<Second | null>;

/** An answer of so many bytes in one chunk is a long one. */
const longChunk = 64 * 1024;

export class SqliteRowStream implements RowStream {
  rows = 0;
  /** What the statement beside it has told, once all rows have been taken. */
  beside: readonly string[] = [];
  readonly #first: ReadChunk;
  readonly #reading: RowSource;
  readonly #beside: Beside;

  constructor(first: ReadChunk, reading: RowSource, beside: Beside) {
    this.#first = first;
    this.#reading = reading;
    this.#beside = beside;
  }

  /**
   * Asks for the next chunk while the last one is being written: one ahead, never more. One generator from the reader to
   * the answer, but while there are two readers: each more makes half a kilobyte of garbage for every chunk.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    let reading = this.#reading;
    let mayShare = true;
    try {
      for (let chunk = this.#first; ; ) {
        this.rows += chunk.rows;
        this.beside = chunk.beside ?? [];
        let next: Promise<ReadChunk> | null = null;
        if (mayShare && !chunk.done && chunk.hasParts && chunk.bytes.length >= longChunk) {
          mayShare = false;
          const left = yield* this.#inParts(chunk);
          if (left !== null) ({ reading, chunk: next } = left);
        } else {
          if (!chunk.done) next = expected(reading.pull());
          if (chunk.bytes.length > 0) yield chunk.bytes;
        }
        if (next === null) return;
        chunk = await next;
      }
    } finally {
      reading.end();
    }
  }

  /**
   * Two readers in turn, each with the part after the other's: both work while a third one is being written. Ends with
   * the one that goes on alone, or with null where nothing follows.
   */
  async *#inParts(last: ReadChunk): AsyncGenerator<Uint8Array, Turn | null> {
    let at = BigInt(this.rows);
    let rows = sliceRows(last.rows, last.bytes.length);
    const part = (): Part => {
      const next = { at, rows };
      at += BigInt(rows);
      return next;
    };
    const one = this.#reading;
    const ofOne = expected(one.pull(part()));
    const ofOther = expected(this.#beside(part()));
    let left: Turn | null = null;
    try {
      yield last.bytes;
      const other = await ofOther;
      const turns: Turn[] = [{ reading: one, chunk: ofOne }];
      if (other !== null) turns.push({ reading: other.reading, chunk: Promise.resolve(other.chunk) });
      for (let turn = turns.shift(); turn !== undefined; turn = turns.shift()) {
        const [idle] = turns;
        if (idle === undefined) {
          left = turn;
          break;
        }
        const { reading } = turn;
        const chunk = await turn.chunk;
        // What cannot be had in parts is had from this one alone.
        if (isNone(chunk)) {
          idle.reading.end();
          left = { reading, chunk: expected(reading.pull()) };
          break;
        }
        this.rows += chunk.rows;
        if (!chunk.done) {
          if (chunk.rows > 0) rows = sliceRows(chunk.rows, chunk.bytes.length);
          // The first one is on its way to the part after this, and goes on from there.
          if (reading === other?.reading && !other.isWelcome()) reading.end();
          else turns.push({ reading, chunk: expected(reading.pull(part())) });
        }
        if (chunk.bytes.length > 0) yield chunk.bytes;
        if (chunk.done) break;
      }
      return left;
    } finally {
      // It may be under way yet when nobody reads on.
      expected(
        ofOther.then((other) => {
          if (other?.reading !== left?.reading) other?.reading.end();
        }),
      );
    }
  }
}

/** The failure of a promise is met where it is awaited, or nobody is left to hear it. */
function expected<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
