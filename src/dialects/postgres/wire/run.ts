// An open PostgreSQL database: reads in sessions of a pool, each of them read-only by the engine's own word.
import { Problem } from '../../../contract/problem.ts';
import type { RawCatalog } from '../../../model/catalog.ts';
import type { BoundSql, Statement } from '../../../query/dialect/sql.ts';
import { Gathering } from '../../base/gathering.ts';
import { SchemaWatch } from '../../base/watch.ts';
import type {
  Connection,
  ConnectOptions,
  EnginePlan,
  RowStream,
  RunOptions,
  StreamOptions,
} from '../../dialect.ts';
import type { DatabaseUrl } from '../../url.ts';
import { fingerprintSql, reflect } from '../catalog/reflect.ts';
import type { Fields } from './exchange.ts';
import { failure, isRefusedValue, isStatementFailure, unreachable } from './failure.ts';
import { type Lease, SessionPool } from './pool.ts';
import { addresses, sessionSettings } from './settings.ts';
import { openStream } from './stream.ts';

export async function connect(url: DatabaseUrl, options: ConnectOptions): Promise<Connection> {
  const settings = sessionSettings(url, options);
  let refusal: unknown;
  for (const address of await addresses(url)) {
    const pool = new SessionPool(address, settings, options);
    try {
      (await pool.lease('short')).release(true);
      return new PostgresConnection(pool, options.statementTimeoutMs);
    } catch (error) {
      await pool.close();
      // That there is no encryption is told only where it is all that is wrong.
      if (refusal === undefined || !lacksEncryption(error)) refusal = error;
      if (!mayDependOnEncryption(error)) break;
    }
  }
  throw unreachable(url.display, refusal);
}

/** One that asks for encryption, or for none, lets nobody in otherwise. */
function mayDependOnEncryption(error: unknown): boolean {
  return lacksEncryption(error) || (error instanceof Error && 'code' in error && error.code === '28000');
}

function lacksEncryption(error: unknown): boolean {
  return error instanceof Error && /does not support SSL/.test(error.message);
}

const ping: BoundSql = { sql: 'select 1', parameters: [] };
const fingerprint: BoundSql = { sql: fingerprintSql, parameters: [] };

class PostgresConnection implements Connection {
  readonly #pool: SessionPool;
  readonly #limitMs: number;
  /** How often the schema has been read: statements prepared before the last time are prepared anew. */
  #generation = 0;
  readonly #watch = new SchemaWatch(async () => (await this.fetch(fingerprint))[0] ?? '');
  readonly #gathering = new Gathering({
    alone: async (statement, signal) => {
      try {
        return texts(await this.#rows(statement, signal));
      } catch (error) {
        return isRefusedValue(error) ? [] : fail(error);
      }
    },
    together: (statement, signal) => this.#rows(statement, signal).catch(fail),
  });

  constructor(pool: SessionPool, limitMs: number) {
    this.#pool = pool;
    this.#limitMs = limitMs;
  }

  /** In one snapshot, so that a change in between does not show by half. */
  async reflect(): Promise<RawCatalog> {
    const lease = await this.#lease('short');
    let fit = false;
    try {
      const query = (sql: string, ...parameters: string[]) => lease.session.all({ sql, parameters });
      await query('begin isolation level repeatable read read only');
      const [[mark] = []] = await query(fingerprintSql);
      const catalog = await reflect(query);
      await lease.session.rollback();
      fit = true;
      this.#generation++;
      this.#watch.read(mark ?? '');
      return catalog;
    } catch (error) {
      throw failure(error);
    } finally {
      lease.release(fit);
    }
  }

  async fetch(statement: BoundSql, { signal }: RunOptions = {}): Promise<string[]> {
    return texts(await this.#rows(statement, signal).catch(fail));
  }

  lookUp(statement: Statement, { signal }: RunOptions = {}): Promise<string[]> {
    return this.#gathering.read(statement, signal);
  }

  async explain({ sql, parameters }: Statement, options: RunOptions = {}): Promise<EnginePlan> {
    const lines = await this.fetch({ sql: `explain ${sql}`, parameters }, options);
    const rows = /\brows=(\d+)/.exec(lines[0] ?? '')?.[1];
    return { plan: lines.join('\n'), estimate: rows === undefined ? null : Number(rows) };
  }

  async stream(statement: Statement, options: StreamOptions): Promise<RowStream> {
    refuseTooMany(statement);
    const lease = await this.#lease('stream', options.signal);
    return openStream(lease, statement, { ...options, limitMs: this.#limitMs });
  }

  schemaVersion(): string {
    return this.#watch.version();
  }

  async ping(): Promise<void> {
    await this.fetch(ping);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #rows(statement: BoundSql, signal?: AbortSignal): Promise<Fields[]> {
    refuseTooMany(statement);
    const lease = await this.#lease('short', signal);
    return withAbort(lease, lease.session.all(statement), signal);
  }

  async #lease(turn: 'short' | 'stream', signal?: AbortSignal): Promise<Lease> {
    try {
      const lease = await this.#pool.lease(turn, signal);
      lease.session.enter(this.#generation);
      return lease;
    } catch (error) {
      throw signal?.aborted ? error : failure(error);
    }
  }
}

/** The protocol counts parameters in 16 bits: with more the server would lose its place and end the session. */
const mostParameters = 65_535;

function refuseTooMany({ parameters }: BoundSql): void {
  if (parameters.length <= mostParameters) return;
  throw new Problem('refused-by-database', 'The database refused: it cannot take so many values at once.');
}

function fail(error: unknown): never {
  throw failure(error);
}

function texts(rows: readonly Fields[]): string[] {
  return rows.map(([text]) => text ?? 'null');
}

/** Gives the session back when its work is done; an abort is answered at once and cleaned up behind. */
function withAbort(lease: Lease, work: Promise<Fields[]>, signal?: AbortSignal): Promise<Fields[]> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      void lease.session.interrupt(work).then(lease.release);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
    // After an abort the session is being cleaned up, and what the work says is of no interest.
    const finish = (isFit: boolean) => {
      signal?.removeEventListener('abort', abort);
      if (!signal?.aborted) lease.release(isFit);
    };
    work.then(
      (rows) => {
        finish(true);
        resolve(rows);
      },
      (error: unknown) => {
        finish(isStatementFailure(error));
        reject(error);
      },
    );
  });
}
