// An open SQLite database: keyed reads at once, everything else in reader threads.
import { Problem } from '../../contract/problem.ts';
import type { RawCatalog } from '../../model/catalog.ts';
import type { Statement } from '../../query/sql.ts';
import {
  type Connection,
  type ConnectOptions,
  type EnginePlan,
  type FetchOptions,
  type RowStream,
  StaleSchema,
  type StreamOptions,
} from '../dialect.ts';
import { type DatabaseUrl, DatabaseUrlError } from '../url.ts';
import { openReader, type Reader } from './open.ts';
import { reflect } from './reflect.ts';
import { ReaderThread, SqliteFailure } from './threads.ts';

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

function unavailable(url: DatabaseUrl, error: unknown): Problem {
  const reason = error instanceof Error ? error.message : String(error);
  return new Problem('database-unavailable', `The SQLite file ${url.database} cannot be opened: ${reason}.`, {
    cause: error,
  });
}

class SqliteConnection implements Connection {
  readonly #url: DatabaseUrl;
  readonly #options: ConnectOptions;
  /** On this thread, with no patience: what would have to wait goes to a reader thread. */
  readonly #inline: Reader;
  readonly #threads: ReaderThread[] = [];
  #nextId = 1;

  readonly #busyTimeoutMs: number;

  constructor(url: DatabaseUrl, options: ConnectOptions, busyTimeoutMs: number) {
    this.#url = url;
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#options = options;
    this.#inline = openReader(url.database, 0, () => {});
    this.#inline.db.pragma('schema_version'); // Reads the header, so that a file of another kind fails now.
  }

  async reflect(): Promise<RawCatalog> {
    return translate(() => reflect(this.#inline.db));
  }

  async fetch(statement: Statement, options: FetchOptions = {}): Promise<string[]> {
    options.signal?.throwIfAborted();
    if (options.keyed) {
      const rows = this.#fetchInline(statement);
      if (rows) return rows;
    }
    const reply = await this.#run({ type: 'fetch', ...statement }, options.signal);
    return reply.type === 'rows' ? [...reply.rows] : [];
  }

  /** On the spot: the engine only prepares the statement. */
  async explain({ sql, parameters }: Statement): Promise<EnginePlan> {
    const steps = await translate(() =>
      this.#inline.db
        .prepare(`explain query plan ${sql}`)
        .raw(true)
        .all(...parameters),
    );
    const depths = new Map<unknown, number>();
    const lines = steps.map((step) => {
      const [id, parent, , detail]: unknown[] = Array.isArray(step) ? step : [];
      const depth = (depths.get(parent) ?? -1) + 1;
      depths.set(id, depth);
      return `${'  '.repeat(depth)}${detail}`;
    });
    return { plan: lines.join('\n'), estimate: null };
  }

  async stream(statement: Statement, options: StreamOptions): Promise<RowStream> {
    options.signal?.throwIfAborted();
    const { separator, signal } = options;
    const run = { type: 'stream', separator, ...statement } as const;
    const id = this.#nextId++;
    const thread = this.#freeThread();
    const ended = () => thread.end(id);
    signal?.addEventListener('abort', ended, { once: true });
    const ask = async (message: typeof run | { type: 'pull' }) => {
      const reply = await translate(() => thread.ask({ ...message, id })).catch((error: unknown) => {
        signal?.throwIfAborted();
        throw error;
      });
      if (reply.type !== 'chunk') throw new Error('a stream answered with something else than a chunk');
      return reply;
    };
    try {
      const first = await ask(run);
      return new SqliteRowStream(
        first,
        () => ask({ type: 'pull' }),
        () => {
          signal?.removeEventListener('abort', ended);
          ended();
        },
      );
    } catch (error) {
      signal?.removeEventListener('abort', ended);
      throw error;
    }
  }

  schemaVersion(): string | null {
    try {
      return String(this.#inline.prepare('pragma schema_version').get());
    } catch {
      return null; // Locked at this moment; the statement itself will wait its turn.
    }
  }

  async ping(): Promise<void> {
    await translate(() => this.#inline.db.pragma('schema_version'));
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.splice(0).map((thread) => thread.stop()));
    this.#inline.db.close();
  }

  #fetchInline(statement: Statement): string[] | null {
    try {
      const rows = this.#inline.prepare(statement.sql).all(...statement.parameters);
      return rows.map((row) => (typeof row === 'string' ? row : 'null'));
    } catch (error) {
      if (isBusy(error)) return null;
      throw failure(error);
    }
  }

  async #run(message: { type: 'fetch' } & Statement, signal: AbortSignal | undefined) {
    const id = this.#nextId++;
    const thread = this.#freeThread();
    const ended = () => thread.end(id);
    signal?.addEventListener('abort', ended, { once: true });
    try {
      return await translate(() => thread.ask({ ...message, id }));
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', ended);
    }
  }

  /** The least busy thread; a new one while there is work for it and the pool is not full. */
  #freeThread(): ReaderThread {
    const [best] = this.#threads.toSorted((a, b) => a.load - b.load);
    if (best && (best.load === 0 || this.#threads.length >= this.#options.poolSize)) return best;
    const { statementTimeoutMs: timeoutMs, onWarning } = this.#options;
    const thread = new ReaderThread(
      { file: this.#url.database, busyTimeoutMs: this.#busyTimeoutMs, timeoutMs },
      (lost, reason) => {
        this.#threads.splice(this.#threads.indexOf(lost), 1);
        onWarning(`a SQLite reader thread was replaced: ${reason}`);
      },
    );
    this.#threads.push(thread);
    return thread;
  }
}

interface Chunk {
  readonly bytes: Uint8Array;
  readonly rows: number;
  readonly done: boolean;
}

class SqliteRowStream implements RowStream {
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

async function translate<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw failure(error);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));
}

function failure(error: unknown): unknown {
  if (error instanceof Problem) return error;
  const code = codeOf(error);
  const text = error instanceof Error ? error.message : '';
  if (code === 'JOINERY_TIMEOUT') {
    return new Problem('statement-timeout', 'The statement took longer than the service allows.');
  }
  if (/no such (table|column)|has no column|database schema has changed/.test(text))
    return new StaleSchema(error);
  if (isBusy(error)) {
    return new Problem('database-unavailable', 'The database file is locked by another program.', {
      retryAfter: 1,
      cause: error,
    });
  }
  if (/^SQLITE_(CORRUPT|NOTADB|IOERR|FULL|CANTOPEN|READONLY)/.test(code) || error instanceof SqliteFailure) {
    return new Problem('database-unavailable', 'The database file cannot be read.', {
      retryAfter: 5,
      cause: error,
    });
  }
  return error;
}
