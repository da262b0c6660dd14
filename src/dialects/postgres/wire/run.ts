// An open PostgreSQL database: reads in pooled sessions, which the engine itself keeps read-only.
import { Problem } from '../../../contract/problem.ts';
import type { RawCatalog } from '../../../model/catalog.ts';
import type { BoundSql, Statement } from '../../../query/dialect/statement.ts';
import { SilenceClock } from '../../base/clock.ts';
import { Gathering } from '../../base/gathering.ts';
import { type Lease, Pool } from '../../base/pool.ts';
import { SchemaWatch } from '../../base/schema-watch.ts';
import type { Taker, Turn } from '../../base/slots.ts';
import type {
  Connection,
  ConnectOptions,
  EnginePlan,
  PageOptions,
  PageRead,
  RowStream,
  RunOptions,
  StreamOptions,
} from '../../dialect.ts';
import type { DatabaseUrl } from '../../url.ts';
import { fingerprintSql } from '../catalog/fingerprint.ts';
import { type Lockable, lockSql } from '../catalog/locks.ts';
import { reflect } from '../catalog/reflect.ts';
import type { Fields } from './exchange.ts';
import {
  failure,
  isRefusedValue,
  lacksEncryption,
  lost,
  mayDependOnEncryption,
  unreachable,
} from './failure.ts';
import { refusePgpool } from './pgpool.ts';
import { Session, type SessionOptions } from './session.ts';
import {
  type Address,
  addresses,
  connectionCheck,
  resetStatements,
  type SetUp,
  setUpOf,
  setUserSql,
} from './settings.ts';
import { openPage } from './stream.ts';

export async function connect(url: DatabaseUrl, options: ConnectOptions): Promise<Connection> {
  const setUp = setUpOf(url, options);
  let refusal: unknown;
  for (const address of await addresses(url)) {
    const connection = new PostgresConnection(address, setUp, options);
    try {
      await connection.ping();
      if (connection.isIndirect) await refusePgpool(address);
      return connection;
    } catch (error) {
      await connection.close();
      const cause = error instanceof Problem ? (error.cause ?? error) : error;
      // Missing encryption is reported only if nothing else is wrong.
      if (refusal === undefined || !lacksEncryption(cause)) refusal = cause;
      if (!mayDependOnEncryption(cause)) break;
    }
  }
  throw unreachable(url.display, refusal);
}

const ping: Statement = { sql: 'select 1', parameters: [], entities: [] };
const fingerprint: Statement = { sql: fingerprintSql, parameters: [], entities: [] };

class PostgresConnection implements Connection {
  /** Whether a pooler sits between us and the server. */
  isIndirect = false;
  readonly #pool: Pool<Session>;
  readonly #onWarning: ConnectOptions['onWarning'];
  readonly #userSetting: string | null;
  /** How often the schema was read: sessions used before the latest time are reset. */
  #generation = 0;
  /** The names of entities that run functions when they are read. */
  #running: ReadonlySet<string> = new Set();
  #lockable: Lockable = new Map();
  /** The reason why the last session could not be opened; logged once, and only after a first session existed. */
  #refusal: string | null = null;
  #hasOpened = false;
  readonly #watch = new SchemaWatch(async () => (await this.fetch(fingerprint))[0] ?? '');
  readonly #gathering = new Gathering({
    runOne: (statement, signal) => this.#alone(statement, { signal }),
    runBatch: (statement, signal) => this.#rows(statement, { signal }),
  });

  constructor(address: Address, setUp: SetUp, options: ConnectOptions) {
    this.#onWarning = options.onWarning;
    this.#userSetting = options.userSetting ?? null;
    const clock = SilenceClock.forTimeout(options.statementTimeoutMs);
    const session: SessionOptions = {
      address,
      setUp,
      reset: resetStatements,
      mayFail: connectionCheck,
      clock,
      onSilence: () => this.#pool.dropIdle(),
      onBetween: () => {
        this.isIndirect = true;
      },
    };
    this.#pool = new Pool({
      size: options.poolSize,
      waitMs: options.poolWaitMs,
      limitMs: () => clock.limitMs,
      open: () => this.#open(session),
      onIdleLost: (error) => this.#onWarning(`an idle connection to PostgreSQL was lost: ${error.message}`),
    });
  }

  /** In one snapshot, so that concurrent changes never show halfway. */
  async reflect(): Promise<RawCatalog> {
    const lease = await this.#lease('short', false);
    try {
      const query = (sql: string, ...parameters: string[]) => lease.session.all({ sql, parameters }, true);
      await lease.session.begin();
      const [[mark] = []] = await query(fingerprintSql);
      const { catalog, running, lockable } = await reflect(query, this.#userSetting === null);
      await lease.session.rollback();
      this.#running = running;
      this.#lockable = lockable;
      this.#generation++;
      this.#watch.read(mark ?? '');
      return catalog;
    } catch (error) {
      // The session may be in the middle of anything.
      lease.session.drop();
      throw failure(error);
    } finally {
      lease.release();
    }
  }

  adopt(other: Connection): void {
    if (!(other instanceof PostgresConnection)) return;
    this.#running = other.#running;
    this.#lockable = other.#lockable;
    this.#generation++;
    this.#watch.readFrom(other.#watch);
  }

  async fetch(statement: Statement, options: RunOptions = {}): Promise<string[]> {
    return texts(await this.#rows(statement, options));
  }

  /** If the engine knows the user, its answers depend on the user, so reads of different users are never batched. */
  lookUp(statement: Statement, options: RunOptions = {}): Promise<string[]> {
    if (this.#userSetting !== null) return this.#alone(statement, options);
    return this.#gathering.read(statement, options.signal);
  }

  /** Even planning a statement may run functions. */
  async explain(statement: Statement, options: RunOptions = {}): Promise<EnginePlan | null> {
    if (this.#userSetting !== null) return null;
    const lines = await this.fetch({ ...statement, sql: `explain ${statement.sql}` }, options);
    const rows = /\brows=(\d+)/.exec(lines[0] ?? '')?.[1];
    return { plan: lines.join('\n'), estimate: rows === undefined ? null : Number(rows) };
  }

  async stream(statement: Statement, options: StreamOptions): Promise<RowStream> {
    const { rows } = await this.page(statement, { ...options, isBrief: false, companion: null });
    return rows;
  }

  async page(statement: Statement, options: PageOptions): Promise<PageRead> {
    const { companion, isBrief } = options;
    const statements = companion === null ? [statement] : [statement, companion.statement];
    for (const one of statements) refuseTooMany(one);
    const runs = statements.some((one) => this.#runsFunctions(one));
    const lease = await this.#lease(isBrief ? 'short' : 'stream', runs, options);
    const locks = lockSql(
      this.#lockable,
      statements.flatMap(({ entities }) => entities),
    );
    return openPage(lease, statement, { ...options, locks, failure: (error) => failure(error, runs) });
  }

  schemaVersion(): string {
    return this.#watch.version();
  }

  async ping(options?: RunOptions): Promise<void> {
    await this.fetch(ping, options);
  }

  close(): Promise<void> {
    return this.#pool.close((session) => session.drop());
  }

  /** A value that the engine rejects for the column finds no rows. */
  async #alone(statement: Statement, options: Reader): Promise<string[]> {
    try {
      return texts(await this.#rows(statement, options));
    } catch (error) {
      if (isRefusedValue(error)) return [];
      throw error;
    }
  }

  async #rows(statement: Statement, options: Reader): Promise<Fields[]> {
    refuseTooMany(statement);
    const { signal } = options;
    const runs = this.#runsFunctions(statement);
    const lease = await this.#lease('short', runs, options);
    try {
      return await withAbort(lease, lease.session.all(statement), signal);
    } catch (error) {
      throw signal?.aborted ? error : failure(error, runs);
    }
  }

  #runsFunctions({ entities }: Statement): boolean {
    return entities.some((name) => this.#running.has(name));
  }

  async #lease(turn: Turn, makesDirty: boolean, reader: Reader = {}): Promise<Lease<Session>> {
    const { signal, holder, principal } = reader;
    const name = principal?.name;
    const first = this.#userSetting === null ? [] : [setUserSql(this.#userSetting, name ?? '')];
    const lease = await this.#pool.lend(turn, { signal, holder, makesDirty: makesDirty || first.length > 0 });
    try {
      const entering = lease.session.enter(this.#generation, makesDirty, first);
      if (entering !== null) await entering;
      return lease;
    } catch (error) {
      lease.release();
      throw failure(error);
    }
  }

  /** Clients do not learn why a session cannot be opened, so the reason is logged. */
  async #open(options: SessionOptions): Promise<Session> {
    try {
      const session = await Session.open(options);
      this.#refusal = null;
      this.#hasOpened = true;
      return session;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (this.#hasOpened && reason !== this.#refusal)
        this.#onWarning(`no connection to PostgreSQL can be had: ${reason}`);
      this.#refusal = reason;
      throw lost(error);
    }
  }
}

/** The user of a session, and the user's share of the pool. */
interface Reader extends Taker {
  readonly principal?: RunOptions['principal'] | undefined;
}

/** The protocol counts parameters with 16 bits: with more, the server would lose sync and end the session. */
const maxParameters = 65_535;

function refuseTooMany({ parameters }: BoundSql): void {
  if (parameters.length <= maxParameters) return;
  throw new Problem('refused-by-database', 'The database refused: it cannot take so many values at once.');
}

function texts(rows: readonly Fields[]): string[] {
  return rows.map(([text]) => text ?? 'null');
}

/** Returns the session when its work is done; an abort rejects at once, and cleanup follows. */
function withAbort(lease: Lease<Session>, work: Promise<Fields[]>, signal?: AbortSignal): Promise<Fields[]> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      void lease.session.interrupt(work).finally(lease.release);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
    // After an abort the session is being cleaned up, and the result of the work is ignored.
    const finish = () => {
      signal?.removeEventListener('abort', abort);
      if (!signal?.aborted) lease.release();
    };
    work.then(
      (rows) => {
        finish();
        resolve(rows);
      },
      (error: unknown) => {
        finish();
        reject(error);
      },
    );
  });
}
