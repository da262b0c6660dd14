// Rows of a running statement as a stream of chunks, from one reader or, if another is idle, from two.
import type { RowStream } from '../../dialect.ts';
import { isNone, type Part } from './chunks.ts';
import type { ReadChunk } from './protocol.ts';
import { sliceRows } from './slices.ts';

/** A statement started on a reader. */
export interface RowSource {
  pull(part?: Part): Promise<ReadChunk>;
  end(): void;
}

/** A second read of the same rows. */
interface SecondReader {
  readonly reading: RowSource;
  readonly chunk: ReadChunk;
  /** Whether its reader is still not needed otherwise. */
  isStillAllowed(): boolean;
}

/** A read and its pending chunk. */
interface Turn {
  readonly reading: RowSource;
  readonly chunk: Promise<ReadChunk>;
}

/** Null if it would see another state, or if its reader is needed otherwise. */
export type OpenSecondReader = (part: Part) => Promise<SecondReader | null>;

/** A chunk of this many bytes indicates a long answer. */
const longChunk = 64 * 1024;

export class SqliteRowStream implements RowStream {
  rows = 0;
  /** The rows of the second statement, available once all rows were read. */
  companionRows: readonly string[] = [];
  readonly #first: ReadChunk;
  readonly #reading: RowSource;
  readonly #openSecond: OpenSecondReader;

  constructor(first: ReadChunk, reading: RowSource, openSecond: OpenSecondReader) {
    this.#first = first;
    this.#reading = reading;
    this.#openSecond = openSecond;
  }

  /**
   * Requests the next chunk while the last one is being written: one ahead, never more. A single generator, except
   * while there are two readers: each further one creates half a kilobyte of garbage per chunk.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    let reading = this.#reading;
    let mayShare = true;
    try {
      for (let chunk = this.#first; ; ) {
        this.rows += chunk.rows;
        this.companionRows = chunk.companionRows ?? [];
        let next: Promise<ReadChunk> | null = null;
        if (mayShare && !chunk.done && chunk.hasParts && chunk.bytes.length >= longChunk) {
          mayShare = false;
          const left = yield* this.#inParts(chunk);
          if (left !== null) ({ reading, chunk: next } = left);
        } else {
          if (!chunk.done) next = handledLater(reading.pull());
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
   * Two readers alternate, each taking the part after the other's: both work while a third part is being written.
   * Returns the one that continues alone, or null if nothing follows.
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
    const ofOne = handledLater(one.pull(part()));
    const ofOther = handledLater(this.#openSecond(part()));
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
        // Rows that cannot be read in parts come from this reader alone.
        if (isNone(chunk)) {
          idle.reading.end();
          left = { reading, chunk: handledLater(reading.pull()) };
          break;
        }
        this.rows += chunk.rows;
        if (!chunk.done) {
          if (chunk.rows > 0) rows = sliceRows(chunk.rows, chunk.bytes.length);
          // The first reader already has the following part, and continues from there.
          if (reading === other?.reading && !other.isStillAllowed()) reading.end();
          else turns.push({ reading, chunk: handledLater(reading.pull(part())) });
        }
        if (chunk.bytes.length > 0) yield chunk.bytes;
        if (chunk.done) break;
      }
      return left;
    } finally {
      // The second reader may still be starting when the consumer stops.
      handledLater(
        ofOther.then((other) => {
          if (other?.reading !== left?.reading) other?.reading.end();
        }),
      );
    }
  }
}

/** Rejections are handled where the promise is awaited; if nobody awaits it, nobody needs to know. */
function handledLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
