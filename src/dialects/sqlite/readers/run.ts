// An open SQLite database: keyed reads at once, everything else with readers beside the service's thread.
import { existsSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { Problem } from '../../../contract/problem.ts';
import type { RawCatalog } from '../../../model/catalog.ts';
import type { Statement } from '../../../query/dialect/sql.ts';
import type { Turn } from '../../base/slots.ts';
import {
  type Connection,
  type ConnectOptions,
  type EnginePlan,
  type RowStream,
  type RunOptions,
  StaleSchema,
  type StreamOptions,
} from '../../dialect.ts';
import { type DatabaseUrl, DatabaseUrlError } from '../../url.ts';
import { reflect } from '../catalog/reflect.ts';
import { isNone, rowText } from './chunks.ts';
import { failure, isBusy } from './failure.ts';
import { openReader, type Reader } from './open.ts';
import { ProcessPool } from './processes.ts';
import type { Line, ReadChunk, ReaderSetup } from './protocol.ts';
import { type Beside, type Reading, SqliteRowStream } from './stream.ts';
import { ThreadPool } from './threads.ts';

export async function connect(url: DatabaseUrl, options: ConnectOptions): Promise<Connection> {
  const busyTimeoutMs = checkOptions(url);
  try {
    return new SqliteConnection(url, options, busyTimeoutMs);
  } catch (error) {
    throw unavailable(url, error);
  }
}

/** Answers how long a reader waits for a lock. The mode changes nothing: the file is only read in any case. */
function checkOptions({ options }: DatabaseUrl): number {
  const mode = options.get('mode') ?? 'ro';
  if (mode !== 'ro' && mode !== 'rw') {
    throw new DatabaseUrlError(`mode=${mode} in the database URL is not known. Known: ro, rw.`);
  }
  const timeout = options.get('timeout') ?? '5';
  if (!/^\d{1,5}(\.\d+)?$/.test(timeout)) {
    throw new DatabaseUrlError(`timeout=${timeout} in the database URL must be a number of seconds.`);
  }
  return Number(timeout) * 1_000;
}

function unavailable({ database }: DatabaseUrl, error: unknown): Problem {
  const reason = error instanceof Error ? error.message : String(error);
  const why = !existsSync(database)
    ? `it does not exist. ${whereItIsLookedFor(database)}`
    : statSync(database).isDirectory()
      ? 'it is a folder. Name a file in it'
      : reason;
  return new Problem('database-unavailable', `The SQLite file ${database} cannot be opened: ${why}.`, {
    cause: error,
  });
}

function whereItIsLookedFor(path: string): string {
  return isAbsolute(path)
    ? 'Check the path'
    : `It is looked for in ${process.cwd()}; a path from the root has four slashes, sqlite:////${path}`;
}

class SqliteConnection implements Connection {
  /** On this thread, with no patience: what would have to wait goes to a reader. */
  readonly #inline: Reader;
  readonly #threads: ThreadPool;
  readonly #processes: ProcessPool;
  /** Of the schema, and the turn of the event loop in which the engine told it. */
  #version: string | null = null;
  #versionAt = -1;
  readonly #versionOf: Sqlite.Statement;
  /** The entities that compute what they show. */
  #computed: ReadonlySet<string> = new Set();

  constructor(url: DatabaseUrl, options: ConnectOptions, busyTimeoutMs: number) {
    const { poolSize: size, poolWaitMs: waitMs, statementTimeoutMs: timeoutMs, onWarning } = options;
    const setup: ReaderSetup = { file: url.database, busyTimeoutMs, timeoutMs };
    this.#threads = new ThreadPool(setup, { size, waitMs, onWarning });
    this.#processes = new ProcessPool(setup, size, waitMs);
    this.#inline = openReader(url.database, 0, () => {});
    this.#versionOf = this.#inline.db.prepare('pragma schema_version').pluck().safeIntegers(false);
    this.#versionOf.get(); // Reads the header, so that a file of another kind fails now.
  }

  async reflect(): Promise<RawCatalog> {
    try {
      const { catalog, computed } = await translate(() => reflect(this.#inline.db));
      this.#computed = computed;
      return catalog;
    } catch (error) {
      // What the schema names is missing from it: there is no newer one to be read.
      if (!(error instanceof StaleSchema)) throw error;
      throw new Problem('database-unavailable', 'The schema of the database file cannot be read.', {
        retryAfter: 5,
        cause: error.cause,
      });
    }
  }

  async fetch(statement: Statement, { signal }: RunOptions = {}): Promise<string[]> {
    signal?.throwIfAborted();
    return this.#rows('fetch', statement, signal);
  }

  async lookUp(statement: Statement, options: RunOptions = {}): Promise<string[]> {
    this.#threads.noteShortRead();
    const rows = this.#isComputed(statement) ? null : this.#fetchInline(statement);
    return rows ?? this.fetch(statement, options);
  }

  async explain(statement: Statement, { signal }: RunOptions = {}): Promise<EnginePlan> {
    signal?.throwIfAborted();
    return { plan: (await this.#rows('explain', statement, signal)).join('\n'), estimate: null };
  }

  async stream(statement: Statement, { separator, signal }: StreamOptions): Promise<RowStream> {
    signal?.throwIfAborted();
    const state = this.#dataVersion();
    const { sql, parameters, hints } = statement;
    const begin = { type: 'stream', separator, state, sql, parameters, slices: hints?.slices } as const;
    const { reading, chunk } = await this.#begin(statement, begin, signal);
    const beside: Beside = async (part) => {
      if (state === null || !this.#threads.hasRoomBeside(1) || this.#isComputed(statement)) return null;
      // Without it the first one goes on alone.
      const second = await this.#begin(statement, { ...begin, part }, signal).catch(() => null);
      if (second === null) return null;
      // Nothing was written since before the first one began, so both see the same.
      if (!isNone(second.chunk) && this.#dataVersion() === state) {
        return { ...second, isWelcome: () => this.#threads.hasRoomBeside(2) };
      }
      second.reading.end();
      return null;
    };
    return new SqliteRowStream(chunk, reading, beside);
  }

  async #begin(
    statement: Statement,
    question: Parameters<Line['ask']>[0],
    signal: AbortSignal | undefined,
  ): Promise<{ readonly reading: Reading; readonly chunk: ReadChunk }> {
    const line = await this.#line(statement, 'stream', signal);
    const abort = () => line.end(false);
    signal?.addEventListener('abort', abort, { once: true });
    let isComplete = false;
    const end = () => {
      signal?.removeEventListener('abort', abort);
      line.end(isComplete);
    };
    const ask = async (asked: typeof question): Promise<ReadChunk> => {
      try {
        const reply = await line.ask(asked);
        if (reply.type !== 'chunk') throw new Error('a stream answered with something else than a chunk');
        isComplete = reply.done;
        return reply;
      } catch (error) {
        isComplete = true;
        end();
        signal?.throwIfAborted();
        throw failure(error);
      }
    };
    const chunk = await ask(question);
    // What is complete gives its place back at once, however slow the client is.
    if (chunk.done) end();
    return { reading: { pull: (part) => ask({ type: 'pull', ...(part && { part }) }), end }, chunk };
  }

  /** Asked once for all requests that came in together: each time is a transaction of its own. */
  schemaVersion(): string | null {
    const { loopCount } = performance.nodeTiming.uvMetricsInfo;
    if (loopCount !== this.#versionAt) {
      this.#version = this.#readVersion();
      this.#versionAt = loopCount;
    }
    return this.#version;
  }

  #readVersion(): string | null {
    try {
      return String(this.#versionOf.get());
    } catch {
      return null; // Locked at this moment; the statement itself will wait its turn.
    }
  }

  /** Another one whenever somebody has written; null where that cannot be told at this moment. */
  #dataVersion(): bigint | null {
    try {
      const version = this.#inline.prepared('pragma data_version').get();
      return typeof version === 'bigint' ? version : null;
    } catch {
      return null;
    }
  }

  async ping(): Promise<void> {
    await translate(() => this.#versionOf.get());
  }

  async close(): Promise<void> {
    this.#processes.close();
    await this.#threads.close();
    this.#inline.db.close();
  }

  #fetchInline(statement: Statement): string[] | null {
    try {
      const rows = this.#inline.prepared(statement.sql).all(...statement.parameters);
      return rows.map(rowText);
    } catch (error) {
      if (isBusy(error)) return null;
      throw failure(error);
    }
  }

  async #rows(type: 'fetch' | 'explain', statement: Statement, signal?: AbortSignal): Promise<string[]> {
    const line = await this.#line(statement, 'short', signal);
    const abort = () => line.end(false);
    signal?.addEventListener('abort', abort, { once: true });
    try {
      const { sql, parameters } = statement;
      const reply = await translate(() => line.ask({ type, sql, parameters }));
      return reply.type === 'rows' ? [...reply.rows] : [];
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', abort);
      line.end(true);
    }
  }

  #line(statement: Statement, turn: Turn, signal?: AbortSignal): Promise<Line> {
    return (this.#isComputed(statement) ? this.#processes : this.#threads).line(turn, signal);
  }

  #isComputed({ entities }: Statement): boolean {
    return this.#computed.size > 0 && entities.some((name) => this.#computed.has(name));
  }
}

async function translate<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw failure(error);
  }
}
