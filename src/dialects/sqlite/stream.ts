// Rows of a running statement as a stream of chunks.
import type { RowStream } from '../dialect.ts';
import type { Chunk } from './chunks.ts';

export class SqliteRowStream implements RowStream {
  rows = 0;
  readonly #first: Chunk;
  readonly #pull: () => Promise<Chunk>;
  readonly #end: () => void;

  constructor(first: Chunk, pull: () => Promise<Chunk>, end: () => void) {
    this.#first = first;
    this.#pull = pull;
    this.#end = end;
  }

  /** Asks for the next chunk while the last one is being written: one ahead, never more. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      let chunk = this.#first;
      while (!chunk.done) {
        const next = this.#pull();
        next.catch(() => {}); // Its failure is met at the await below, or nobody is left to hear it.
        this.rows += chunk.rows;
        yield chunk.bytes;
        chunk = await next;
      }
      this.rows += chunk.rows;
      if (chunk.bytes.length > 0) yield chunk.bytes;
    } finally {
      this.#end();
    }
  }
}
