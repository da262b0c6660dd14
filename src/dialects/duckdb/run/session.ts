// An engine connection that runs one statement at a time.
import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBResult } from '@duckdb/node-api';
import type { BoundSql } from '../../../query/dialect/statement.ts';
import { type SilenceClock, statementTimeout } from '../../base/clock.ts';
import { publishStatement } from '../../base/trace.ts';
import { closed, failure } from './failure.ts';

/** The engine forgets an interrupt that arrives before the statement starts, so it is repeated until the end. */
const interruptRetryMs = 50;

/** The most prepared statements kept per connection. */
const maxPrepared = 64;

export class Session {
  readonly #connection: DuckDBConnection;
  readonly #clock: SilenceClock;
  readonly #prepared = new Map<string, DuckDBPreparedStatement>();
  /** A stream that was not read to its end. */
  #unread: DuckDBResult | null = null;
  #signal: AbortSignal | undefined;
  #waitedMs = 0;
  #isWorking = false;
  #interruptTimer: NodeJS.Timeout | null = null;
  #isLate = false;
  #isAborted = false;

  constructor(connection: DuckDBConnection, clock: SilenceClock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  /** Interrupts the running statement, or one that is about to run. */
  readonly interrupt = () => {
    this.#connection.interrupt();
    if (this.#isWorking) {
      this.#interruptTimer ??= setInterval(() => this.#connection.interrupt(), interruptRetryMs);
    }
  };

  /** Sets the abort signal for the following statements, and how long the caller has waited for the session. */
  begin(signal: AbortSignal | undefined, waitedMs: number): void {
    this.#signal = signal;
    this.#waitedMs = waitedMs;
    signal?.addEventListener('abort', this.interrupt, { once: true });
  }

  end(): void {
    this.#signal?.removeEventListener('abort', this.interrupt);
    this.#signal = undefined;
  }

  /** All rows at once, one value of each. */
  async rows(statement: BoundSql, which = 0): Promise<string[]> {
    return (await this.values(statement)).map((row) => String(row[which]));
  }

  /** All values of all rows at once, as texts. */
  values({ sql, parameters }: BoundSql): Promise<(string | null)[][]> {
    return this.#watched(async () => {
      const statement = await this.#bound(sql, parameters);
      const result = await statement.run();
      const rows: (string | null)[][] = [];
      // The result is complete: fetching chunks asynchronously would cost a round trip to another thread each.
      for (let n = 0; n < result.chunkCount; n++) {
        const chunk = result.getChunk(n);
        const vectors = Array.from({ length: chunk.columnCount }, (_, i) => chunk.getColumnVector(i));
        for (let i = 0; i < chunk.rowCount; i++) {
          // All columns of our statements are texts.
          rows.push(vectors.map((vector) => vector.getItem(i) as string | null));
        }
      }
      return rows;
    });
  }

  /** Streams rows; `next` returns those of one chunk. */
  async stream({ sql, parameters }: BoundSql): Promise<{ next(): Promise<(string | null)[]> }> {
    const result: DuckDBResult = await this.#watched(async () => {
      const statement = await this.#bound(sql, parameters);
      return statement.stream();
    });
    this.#unread = result;
    const next = () =>
      this.#watched(async () => {
        const chunk = await result.fetchChunk();
        // A failed or interrupted statement has no columns either.
        if (chunk === null || chunk.rowCount === 0) {
          this.#unread = null;
          return [];
        }
        const vector = chunk.getColumnVector(0);
        // Our statements have a single text column, so each value is a text.
        return Array.from({ length: chunk.rowCount }, (_, i) => vector.getItem(i) as string | null);
      });
    return { next };
  }

  /** Interrupts the statement, and makes its caller fail. */
  abort(): void {
    this.#isAborted = true;
    this.interrupt();
  }

  /** Call only when nothing is running. The engine keeps the file open for a stream until it ends or is collected. */
  async close(): Promise<void> {
    this.#prepared.clear();
    if (this.#unread !== null) {
      this.interrupt();
      await readToEnd(this.#unread);
    }
    this.#connection.closeSync();
  }

  async #bound(sql: string, parameters: readonly unknown[]): Promise<DuckDBPreparedStatement> {
    publishStatement(sql);
    const statement = this.#prepared.get(sql) ?? (await this.#connection.prepare(sql));
    // Keeps the order of last use.
    this.#prepared.delete(sql);
    this.#prepared.set(sql, statement);
    for (const [oldest] of this.#prepared) {
      if (this.#prepared.size <= maxPrepared) break;
      this.#prepared.delete(oldest);
    }
    parameters.forEach((value, i) => {
      bind(statement, i + 1, value);
    });
    return statement;
  }

  async #watched<T>(work: () => Promise<T>): Promise<T> {
    this.#signal?.throwIfAborted();
    this.#isLate = false;
    this.#isWorking = true;
    const watched = this.#clock.watch(() => {
      this.#isLate = true;
      this.interrupt();
    }, this.#waitedMs);
    this.#waitedMs = 0;
    let found: T;
    try {
      found = await work();
    } catch (error) {
      this.#refuse();
      throw failure(error);
    } finally {
      watched.stop();
      this.#isWorking = false;
      if (this.#interruptTimer !== null) clearInterval(this.#interruptTimer);
      this.#interruptTimer = null;
    }
    // An interrupted statement looks as if it had no more rows.
    this.#refuse();
    return found;
  }

  #refuse(): void {
    this.#signal?.throwIfAborted();
    if (this.#isLate) throw statementTimeout();
    if (this.#isAborted) throw closed();
  }
}

/** Reads an interrupted stream to its end: what the engine had ready, and then the failure. */
async function readToEnd(result: DuckDBResult): Promise<void> {
  try {
    for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; ) {
      chunk = await result.fetchChunk();
    }
  } catch {
    // The stream has ended, which is all that matters.
  }
}

function bind(statement: DuckDBPreparedStatement, place: number, value: unknown): void {
  if (value === null || value === undefined) statement.bindNull(place);
  else if (typeof value === 'bigint') statement.bindBigInt(place, value);
  else if (typeof value === 'number') statement.bindDouble(place, value);
  else if (typeof value === 'boolean') statement.bindBoolean(place, value);
  else statement.bindVarchar(place, String(value));
}
