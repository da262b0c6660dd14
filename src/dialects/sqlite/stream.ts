// Rows of a running statement as a stream of chunks, by one reader or, where there is nothing else to do, by two.
import type { RowStream } from '../dialect.ts';
import { isNone, type Part } from './chunks.ts';
import type { ReadChunk } from './protocol.ts';
import { sliceRows } from './slices.ts';

/** A statement that a reader has begun. */
export interface Reading {
  pull(part?: Part): Promise<ReadChunk>;
  end(): void;
}

/** A second reading of the same rows. */
interface Second {
  readonly reading: Reading;
  readonly chunk: ReadChunk;
  /** Whether nobody else needs its reader yet. */
  isWelcome(): boolean;
}

/** Null where it would not see the same, or others need its reader. */
export type Beside = (part: Part) => Promise<Second | null>;

/** An answer of so many bytes in one chunk is a long one. */
const longChunk = 64 * 1024;

export class SqliteRowStream implements RowStream {
  rows = 0;
  readonly #first: ReadChunk;
  readonly #reading: Reading;
  readonly #beside: Beside;

  constructor(first: ReadChunk, reading: Reading, beside: Beside) {
    this.#first = first;
    this.#reading = reading;
    this.#beside = beside;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for await (const { rows, bytes } of this.#chunks()) {
      this.rows += rows;
      if (bytes.length > 0) yield bytes;
    }
  }

  /** Asks for the next chunk while the last one is being written: one ahead, never more. */
  async *#chunks(): AsyncGenerator<ReadChunk> {
    const reading = this.#reading;
    try {
      let chunk = this.#first;
      let at = BigInt(chunk.rows);
      while (!chunk.done) {
        if (chunk.hasParts && chunk.bytes.length >= longChunk) {
          yield* this.#inParts(chunk, at);
          return;
        }
        const next = expected(reading.pull());
        yield chunk;
        chunk = await next;
        at += BigInt(chunk.rows);
      }
      yield chunk;
    } finally {
      reading.end();
    }
  }

  /** Two readers in turn, each with the part after the other's: both work while a third one is being written. */
  async *#inParts(last: ReadChunk, begin: bigint): AsyncGenerator<ReadChunk> {
    let at = begin;
    let rows = sliceRows(last.rows, last.bytes.length);
    const part = (): Part => {
      const next = { at, rows };
      at += BigInt(rows);
      return next;
    };
    const one = this.#reading;
    const ofOne = expected(one.pull(part()));
    const ofOther = expected(this.#beside(part()));
    try {
      yield last;
      const other = await ofOther;
      let turns = [{ reading: one, chunk: ofOne }];
      if (other !== null) turns.push({ reading: other.reading, chunk: Promise.resolve(other.chunk) });
      for (let turn = turns.shift(); turn !== undefined; turn = turns.shift()) {
        const { reading } = turn;
        let chunk = await turn.chunk;
        // What cannot be had in parts is had from this one alone, and so is what only one can read.
        if (isNone(chunk)) {
          for (const { reading: idle } of turns) idle.end();
          turns = [];
          chunk = await reading.pull();
        }
        if (chunk.done) {
          yield chunk;
          return;
        }
        if (reading === other?.reading && turns.length > 0 && !other.isWelcome()) {
          reading.end(); // The first one is on its way to the part after this, and goes on from there.
          yield chunk;
          continue;
        }
        const isAlone = turns.length === 0;
        if (!isAlone && chunk.rows > 0) rows = sliceRows(chunk.rows, chunk.bytes.length);
        turns.push({ reading, chunk: expected(isAlone ? reading.pull() : reading.pull(part())) });
        yield chunk;
      }
    } finally {
      // It may be under way yet when nobody reads on.
      expected(ofOther.then((other) => other?.reading.end()));
    }
  }
}

/** The failure of a promise is met where it is awaited, or nobody is left to hear it. */
function expected<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
