// An open MySQL or MariaDB database: a pool of read-only sessions, and one session that ends statements.
import type { RawCatalog } from '../../../model/catalog.ts';
import type { Statement } from '../../../query/dialect/sql.ts';
import { Gathering } from '../../base/gathering.ts';
import { SchemaWatch } from '../../base/watch.ts';
import {
  type Connection,
  type ConnectOptions,
  type EnginePlan,
  type RowStream,
  type RunOptions,
  StaleSchema,
  type StreamOptions,
} from '../../dialect.ts';
import type { DatabaseUrl } from '../../url.ts';
import { fingerprintSql } from '../catalog/fingerprint.ts';
import { type Note, readColumns, readNotes, readTables, reflectionOf } from '../catalog/reflect.ts';
import { failures, isLost, rowTooLarge, unreachable } from './failure.ts';
import { type ServerOptions, serverOptions } from './options.ts';
import { Pool, type Reads } from './pool.ts';
import { Rows } from './rows.ts';
import { killSessions, Session } from './session.ts';
import { Views } from './views.ts';

export async function connect(url: DatabaseUrl, options: ConnectOptions): Promise<Connection> {
  const connection = new MysqlConnection(url, options);
  try {
    await connection.ping();
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function readFingerprint(session: Session): Promise<string> {
  const [[fingerprint] = []] = await session.all(fingerprintSql);
  return fingerprint ?? '';
}

class MysqlConnection implements Connection {
  readonly #url: DatabaseUrl;
  readonly #server: ServerOptions;
  readonly #options: ConnectOptions;
  readonly #pool: Pool;
  /** Sessions whose statements nobody waits for any more. */
  readonly #toEnd = new Set<number>();
  #ending: Promise<void> | null = null;
  /** What is told about tables beside the schema, as it was read last. */
  #notes: ReadonlyMap<string, Note> = new Map();
  #annotated: Promise<void> | null = null;
  readonly #views = new Views();
  readonly #watch = new SchemaWatch(() => this.#ask(readFingerprint));
  readonly #gathering = new Gathering({
    alone: (statement, signal) => this.fetch(statement, signal && { signal }),
    together: (statement, signal) => this.#run(statement, signal),
  });

  constructor(url: DatabaseUrl, options: ConnectOptions) {
    this.#url = url;
    this.#server = serverOptions(url);
    this.#options = options;
    this.#pool = new Pool({
      size: options.poolSize,
      waitMs: options.poolWaitMs,
      renewMs: this.#server.driver.connectTimeout ?? 0,
      open: () => this.#open(),
    });
  }

  async reflect(): Promise<RawCatalog> {
    const [tables, columns] = await Promise.all([this.#ask(readTables), this.#ask(readColumns)]);
    const { catalog, fingerprint } = reflectionOf(tables, columns, (table) => this.#notes.get(table));
    this.#watch.read(fingerprint);
    // Until now it was read as a table, and nobody knows what it did to the sessions.
    if (this.#views.know(catalog.tables)) this.#pool.renew();
    this.#annotated = null;
    return catalog;
  }

  annotate(): Promise<void> {
    this.#annotated ??= this.#readNotes();
    return this.#annotated;
  }

  lookUp(statement: Statement, { signal }: RunOptions = {}): Promise<string[]> {
    return this.#gathering.read(statement, signal);
  }

  async fetch(statement: Statement, { signal }: RunOptions = {}): Promise<string[]> {
    const rows = await this.#run(statement, signal);
    return rows.map(([text]) => {
      if (text === null || text === undefined) throw new StaleSchema(rowTooLarge());
      return text;
    });
  }

  async explain(statement: Statement, options: RunOptions = {}): Promise<EnginePlan> {
    const lines = await this.fetch({ ...statement, sql: `explain format=json ${statement.sql}` }, options);
    return { plan: lines.join('\n'), estimate: null };
  }

  async stream(statement: Statement, options: StreamOptions): Promise<RowStream> {
    const { separator, signal } = options;
    const reads = this.#views.readsOf(statement);
    const { session, release } = await this.#pool.lend('stream', reads, signal);
    try {
      // The engine's own clock would count the time of a slow reader too.
      await this.#use(session, reads, signal, () => session.limit(0));
    } catch (error) {
      release();
      throw error;
    }
    const onAbort = () => rows.fail(signal?.reason);
    const rows = new Rows(session, statement, {
      separator,
      limitMs: this.#options.statementTimeoutMs,
      failure: failures[reads],
      onEnd: (how) => {
        signal?.removeEventListener('abort', onAbort);
        if (how === 'broken') this.#kill(session);
        release();
      },
    });
    signal?.addEventListener('abort', onAbort, { once: true });
    await rows.first();
    return rows;
  }

  get isCrowded(): boolean {
    return this.#pool.isFull;
  }

  schemaVersion(): string {
    return this.#watch.version();
  }

  async ping(): Promise<void> {
    await this.#ask((session) => session.all('select 1'));
  }

  async close(): Promise<void> {
    await this.#pool.close((session) => this.#kill(session));
    await this.#ending;
  }

  async #open(): Promise<Session> {
    try {
      return await Session.open(this.#server);
    } catch (error) {
      throw unreachable(this.#url, error);
    }
  }

  async #readNotes(): Promise<void> {
    try {
      this.#notes = await this.#ask(readNotes);
    } catch (error) {
      this.#annotated = null;
      throw error;
    }
  }

  /** Asks for what is no entity's: the catalog, or a sign of life. */
  #ask<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#read('tables', undefined, work);
  }

  #run(statement: Statement, signal: AbortSignal | undefined): Promise<(string | null)[][]> {
    return this.#read(this.#views.readsOf(statement), signal, (session) => session.fetch(statement));
  }

  /** A short statement under the engine's own clock; the session goes back afterwards. */
  async #read<T>(
    reads: Reads,
    signal: AbortSignal | undefined,
    work: (session: Session) => Promise<T>,
  ): Promise<T> {
    const { session, release } = await this.#pool.lend('short', reads, signal);
    try {
      return await this.#use(session, reads, signal, async () => {
        await session.limit(this.#options.statementTimeoutMs);
        return work(session);
      });
    } finally {
      release();
    }
  }

  /** Aborting ends the statement in the engine and does not wait for its answer. */
  async #use<T>(
    session: Session,
    reads: Reads,
    signal: AbortSignal | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    const onAbort = () => this.#kill(session);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      if (isLost(error)) session.drop();
      throw failures[reads](error);
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** The session may be in the middle of anything, so it is given up; a new one takes its place when needed. */
  #kill(session: Session): void {
    session.drop();
    this.#toEnd.add(session.id);
    this.#ending ??= this.#endAll();
  }

  /** Over a connection of its own that lasts no longer: the pool's may all be busy. */
  async #endAll(): Promise<void> {
    try {
      while (this.#toEnd.size > 0) await killSessions(this.#server, this.#toEnd);
    } catch (error) {
      this.#toEnd.clear();
      const reason = error instanceof Error ? error.message : String(error);
      this.#options.onWarning(`a statement that nobody waits for any more could not be ended: ${reason}`);
    } finally {
      this.#ending = null;
    }
  }
}
