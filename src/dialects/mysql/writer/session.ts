// A session of MySQL or MariaDB for writing.
import type { Connection } from 'mysql2';
import { Problem } from '../../../contract/problem.ts';
import type { BoundSql } from '../../../query/dialect/statement.ts';
import { SilenceClock, statementTimeout } from '../../base/clock.ts';
import { PooledWriter, WriteSession } from '../../base/pooled-writer.ts';
import { publishStatement } from '../../base/trace.ts';
import type { DatabaseUrl } from '../../url.ts';
import type { StepDone, Writer, WriterOptions, WriteStep, WrittenRow } from '../../writer.ts';
import { inTime, openConnection, renew, type ServerInfo } from '../wire/connect.ts';
import { connectionLost, isLost, SilentServer } from '../wire/failure.ts';
import { type ServerOptions, serverOptions } from '../wire/options.ts';
import { refusal } from '../wire/refusals.ts';
import { boundValues, textRows } from '../wire/statements.ts';
import { writeFailure } from './failure.ts';

/** Without autocommit the first statement begins a transaction implicitly. */
const transactionSql = { begin: null, checkDeferred: null };

/**
 * Nothing is silently truncated, rounded or turned into zero, and zero does not request the next number. A nonexistent
 * day can be restored where it was, but is not accepted as a new one; the table of types ensures that.
 */
const mode =
  'STRICT_ALL_TABLES,ALLOW_INVALID_DATES,ERROR_FOR_DIVISION_BY_ZERO,NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION';

export async function openWriter(url: DatabaseUrl, options: WriterOptions): Promise<Writer> {
  const server = serverOptions(url);
  const open = async () => {
    try {
      return await Session.open(server, options);
    } catch (error) {
      if (error instanceof SilentServer && options.statementTimeoutMs !== 0) throw statementTimeout(error);
      throw refusal(url, error);
    }
  };
  return new PooledWriter(open, transactionSql, options);
}

class Session extends WriteSession {
  readonly #connection: Connection;
  readonly #clock: SilenceClock;

  readonly #serverInfo: ServerInfo;
  readonly #statementTimeoutMs: number;
  /** A trigger has changed the session, or may have done so without the server reporting it. */
  #isDirty = false;

  override readonly showsNewRows: boolean;

  private constructor(connection: Connection, serverInfo: ServerInfo, statementTimeoutMs: number) {
    super();
    this.#clock = SilenceClock.forTimeout(statementTimeoutMs);
    this.showsNewRows = serverInfo.server.showsNewRows;
    this.#connection = connection;
    this.#serverInfo = serverInfo;
    this.#statementTimeoutMs = statementTimeoutMs;
    connection.on('error', (error) => this.markEnded(error));
    connection.on('end', () => this.markEnded(new Error('the server closed the connection')));
  }

  static async open(server: ServerOptions, { statementTimeoutMs }: WriterOptions): Promise<Session> {
    const opening =
      statementTimeoutMs === 0 ? new SilenceClock(60_000) : SilenceClock.forTimeout(statementTimeoutMs);
    const { connection, serverInfo } = await openConnection(server, opening);
    const session = new Session(connection, serverInfo, statementTimeoutMs);
    await session.#settle();
    return session;
  }

  override clean(): Promise<void> | null {
    if (!this.#isDirty) return null;
    this.#isDirty = false;
    return this.#renew().catch(() => this.drop());
  }

  async #renew(): Promise<void> {
    await inTime(renew(this.#connection, this.#serverInfo), this.#clock);
    await this.#settle();
  }

  /** With each statement without rows, the server reports whether it has changed the session. */
  async #settle(): Promise<void> {
    const seconds = Math.max(1, Math.ceil((this.#statementTimeoutMs || 60_000) / 1_000));
    const statements = [
      'set session transaction read write',
      `set session sql_mode = '${mode}', innodb_lock_wait_timeout = ${seconds}, autocommit = 0,
        session_track_system_variables = '*', session_track_state_change = 1`,
      this.#serverInfo.server.limitStatement(this.#statementTimeoutMs),
    ];
    for (const sql of statements) await inTime(textRows(this.#connection, sql), this.#clock);
  }

  /** This includes rows returned by INSERT, with which the server does not report session changes. */
  override lines(statement: BoundSql): Promise<string[]> {
    this.#isDirty = true;
    return super.lines(statement);
  }

  protected sent(sql: string, before: readonly string[]): Promise<void> {
    return this.#commands([...before, sql]);
  }

  override flush(): Promise<void> {
    return this.#commands(this.takeDeferred());
  }

  async #commands(statements: readonly string[]): Promise<void> {
    for (const sql of statements) {
      publishStatement(sql);
      await this.#attempt(0, () => textRows(this.#connection, sql));
    }
  }

  /** The next savepoint of the same name replaces it. */
  override release(): void {}

  /** One after the other: the driver sends nothing before it has its answer. */
  async runBatch(steps: readonly WriteStep[]): Promise<readonly StepDone[]> {
    const before = this.takeDeferred();
    // With nothing before it the first step is sent at once.
    if (before.length > 0) await this.#commands(before);
    const done: StepDone[] = [];
    for (const { sql, lists } of steps) {
      publishStatement(sql);
      const rows: WrittenRow[] = [];
      const counts: number[] = [];
      for (const [at, parameters] of lists.entries()) {
        const result = await this.#attempt(at, () => this.#execute(sql, parameters));
        if (Array.isArray(result)) rows.push(...result.map(textsOf));
        else {
          counts.push(affectedIn(result));
          if (hasChangedSession(result)) this.#isDirty = true;
        }
      }
      done.push({ rows, counts });
    }
    return done;
  }

  drop(): void {
    this.markEnded(new Error('the session was dropped'));
    this.#connection.destroy();
  }

  end(): Promise<void> {
    this.isEnded = true;
    return new Promise((resolve) => this.#connection.end(() => resolve()));
  }

  #execute(sql: string, parameters: readonly unknown[]): Promise<unknown> {
    const values = boundValues({ sql, parameters });
    return new Promise((resolve, reject) => {
      this.#connection.execute({ sql, values }, (error, result) => (error ? reject(error) : resolve(result)));
    });
  }

  async #attempt<T>(at: number, work: () => Promise<T>): Promise<T> {
    if (this.isEnded) throw connectionLost(new Error('the session has ended'));
    const lost = Promise.withResolvers<never>();
    const forget = this.onEnded((error) => lost.reject(error));
    try {
      return await Promise.race([inTime(work(), this.#clock, this.waitedMs), lost.promise]);
    } catch (error) {
      // Session changes made before the failure are not reported.
      this.#isDirty = true;
      if (error instanceof SilentServer) {
        this.drop();
        throw statementTimeout(error);
      }
      if (this.isEnded || isLost(error)) {
        this.isEnded = true;
        throw error instanceof Problem ? error : connectionLost(error);
      }
      throw writeFailure(error, at);
    } finally {
      this.waitedMs = 0;
      forget();
    }
  }
}

/** Each value is the raw bytes or null. */
function textsOf(row: unknown): WrittenRow {
  const columns: readonly (Buffer | null)[] = Array.isArray(row) ? row : [];
  return columns.map((value) => value?.toString() ?? null);
}

/** For a statement that changes rows: its triggers have changed a variable or other session state. */
function hasChangedSession(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'stateChanges' in result;
}

/** The rows that a statement found, whether or not it changed them. */
function affectedIn(result: unknown): number {
  return typeof result === 'object' && result !== null && 'affectedRows' in result
    ? Number(result.affectedRows)
    : 0;
}
