// A connection of the engine that runs one statement at a time.
import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBResult } from '@duckdb/node-api';
import type { BoundSql } from '../../../query/dialect/statement.ts';
import { type SilenceClock, statementTimeout } from '../../base/clock.ts';
import { tellStatement } from '../../base/trace.ts';
import { closed, failure } from './failure.ts';

/** The engine forgets an interruption that comes before a statement has begun, so it is told again until the end. */
const insistEveryMs = 50;

/** So many statements stay prepared on a connection. */
const mostPrepared = 64;

export class Session {
  readonly #connection: DuckDBConnection;
  readonly #clock: SilenceClock;
  readonly #prepared = new Map<string, DuckDBPreparedStatement>();
  /** A stream whose end nobody has seen yet. */
  #unread: DuckDBResult | null = null;
  #signal: AbortSignal | undefined;
  #waitedMs = 0;
  #isWorking = false;
  #insisting: NodeJS.Timeout | null = null;
  #isLate = false;
  #isCut = false;

  constructor(connection: DuckDBConnection, clock: SilenceClock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  /** Ends what runs, or is about to. */
  readonly interrupt = () => {
    this.#connection.interrupt();
    if (this.#isWorking) {
      this.#insisting ??= setInterval(() => this.#connection.interrupt(), insistEveryMs);
    }
  };

  /** Whoever asks from now on ends what runs by this signal, and has waited so long for the session. */
  begin(signal: AbortSignal | undefined, waitedMs: number): void {
    this.#signal = signal;
    this.#waitedMs = waitedMs;
    signal?.addEventListener('abort', this.interrupt, { once: true });
  }

  end(): void {
    this.#signal?.removeEventListener('abort', this.interrupt);
    this.#signal = undefined;
  }

  /** All rows at once, the first value of each. */
  async rows(statement: BoundSql, which = 0): Promise<string[]> {
    return (await this.values(statement)).map((row) => String(row[which]));
  }

  /** All values of all rows at once. Each is a text. */
  values({ sql, parameters }: BoundSql): Promise<(string | null)[][]> {
    return this.#watched(async () => {
      const statement = await this.#bound(sql, parameters);
      const result = await statement.run();
      const rows: (string | null)[][] = [];
      // All of it is here by now: to be asked for each chunk would be a way to another thread and back.
      for (let n = 0; n < result.chunkCount; n++) {
        const chunk = result.getChunk(n);
        const vectors = Array.from({ length: chunk.columnCount }, (_, i) => chunk.getColumnVector(i));
        for (let i = 0; i < chunk.rowCount; i++) {
          // Each statement has columns of texts only.
          rows.push(vectors.map((vector) => vector.getItem(i) as string | null));
        }
      }
      return rows;
    });
  }

  /** Rows as they come; `next` has those of a chunk. */
  async stream({ sql, parameters }: BoundSql): Promise<{ next(): Promise<(string | null)[]> }> {
    const result: DuckDBResult = await this.#watched(async () => {
      const statement = await this.#bound(sql, parameters);
      return statement.stream();
    });
    this.#unread = result;
    const next = () =>
      this.#watched(async () => {
        const chunk = await result.fetchChunk();
        // What has failed or was interrupted has no column either.
        if (chunk === null || chunk.rowCount === 0) {
          this.#unread = null;
          return [];
        }
        const vector = chunk.getColumnVector(0);
        // Each value is a text, for each statement has one column of texts.
        return Array.from({ length: chunk.rowCount }, (_, i) => vector.getItem(i) as string | null);
      });
    return { next };
  }

  /** Ends what runs, for whoever waits for it too. */
  cut(): void {
    this.#isCut = true;
    this.interrupt();
  }

  /** Nothing is under way. The engine keeps its file open for a stream until that has ended, or is collected. */
  async close(): Promise<void> {
    this.#prepared.clear();
    if (this.#unread !== null) {
      this.interrupt();
      await readToEnd(this.#unread);
    }
    this.#connection.closeSync();
  }

  async #bound(sql: string, parameters: readonly unknown[]): Promise<DuckDBPreparedStatement> {
    tellStatement(sql);
    const statement = this.#prepared.get(sql) ?? (await this.#connection.prepare(sql));
    // The one that was used last is the last to go.
    this.#prepared.delete(sql);
    this.#prepared.set(sql, statement);
    for (const [oldest] of this.#prepared) {
      if (this.#prepared.size <= mostPrepared) break;
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
      if (this.#insisting !== null) clearInterval(this.#insisting);
      this.#insisting = null;
    }
    // What was interrupted ends as if it had no more rows.
    this.#refuse();
    return found;
  }

  #refuse(): void {
    this.#signal?.throwIfAborted();
    if (this.#isLate) throw statementTimeout();
    if (this.#isCut) throw closed();
  }
}

/** Of a stream that was interrupted: what the engine had ready, and then its failure. */
async function readToEnd(result: DuckDBResult): Promise<void> {
  try {
    for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; ) {
      chunk = await result.fetchChunk();
    }
  } catch {
    // It has ended, which is all that is wanted.
  }
}

function bind(statement: DuckDBPreparedStatement, place: number, value: unknown): void {
  if (value === null || value === undefined) statement.bindNull(place);
  else if (typeof value === 'bigint') statement.bindBigInt(place, value);
  else if (typeof value === 'number') statement.bindDouble(place, value);
  else if (typeof value === 'boolean') statement.bindBoolean(place, value);
  else statement.bindVarchar(place, String(value));
}
