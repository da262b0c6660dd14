// Rows as bytes. The driver does not distinguish a failed stream from a complete one, so each ends with a mark.
import type { BoundSql } from '../../../query/dialect/statement.ts';
import type { RowStream } from '../../dialect.ts';

/** Appends a row that is NULL, as no other row is. The engine preserves the order of a UNION ALL. */
export function marked({ sql, parameters }: BoundSql): BoundSql {
  return { sql: `select t from (${sql}) as answer(t) union all select null`, parameters };
}

/** The same statement, run only for its failure. */
export function failing({ sql, parameters }: BoundSql): BoundSql {
  return { sql: `select max(length(t))::text from (${sql}) as answer(t)`, parameters };
}

/** The size at which bytes are sent, unless a single row is longer. */
const pieceLength = 256 * 1_024;

export interface RowSource {
  /** The next rows; empty after a failure that was not reported. */
  next(): Promise<(string | null)[]>;
  /** Call when all rows were read, or are no longer needed. Has an effect only once. */
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
        // The pool slot is freed at once, however slow the reader is.
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
