// Rows as bytes. The driver does not tell a stream that has failed from one that has ended, so each ends with a mark.
import type { BoundSql } from '../../../query/dialect/statement.ts';
import type { RowStream } from '../../dialect.ts';

/** The statement with a last row that is NULL, as no other is. The engine keeps the order of what it puts together. */
export function marked({ sql, parameters }: BoundSql): BoundSql {
  return { sql: `select t from (${sql}) as answer(t) union all select null`, parameters };
}

/** The same statement, run for nothing but its failure. */
export function failing({ sql, parameters }: BoundSql): BoundSql {
  return { sql: `select max(length(t))::text from (${sql}) as answer(t)`, parameters };
}

/** Bytes that are handed over at once, but for a row that has more. */
const pieceLength = 256 * 1_024;

export interface RowSource {
  /** The rows that come next; none after a failure that nobody has told. */
  next(): Promise<(string | null)[]>;
  /** All rows have come, or nobody wants them any more. Works once. */
  end(isComplete: boolean): void;
}

export class DuckdbRowStream implements RowStream {
  rows = 0;
  readonly #first: readonly (string | null)[];
  readonly #source: RowSource;
  readonly #separator: string;

  constructor(first: readonly (string | null)[], source: RowSource, separator: string) {
    this.#first = first;
    this.#source = source;
    this.#separator = separator;
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    let isComplete = false;
    try {
      for (let chunk = this.#first; ; chunk = await this.#source.next()) {
        if (chunk.length === 0) throw new Error('a stream of the engine broke off');
        isComplete = chunk.at(-1) === null;
        // The place in the pool is given back at once, however slow the reader is.
        if (isComplete) this.#source.end(true);
        yield* this.#pieces(chunk, isComplete ? chunk.length - 1 : chunk.length);
        if (isComplete) return;
      }
    } finally {
      this.#source.end(isComplete);
    }
  }

  *#pieces(chunk: readonly (string | null)[], count: number): Generator<Uint8Array> {
    let [text, rows] = ['', 0];
    for (let i = 0; i < count; i++) {
      text += this.rows + rows === 0 ? chunk[i] : `${this.#separator}${chunk[i]}`;
      rows++;
      if (text.length < pieceLength && i < count - 1) continue;
      this.rows += rows;
      yield Buffer.from(text);
      [text, rows] = ['', 0];
    }
  }
}
