// Write transactions on a separate pool of sessions: the part that all engines share.
import { Problem } from '../../contract/problem.ts';
import type { BoundSql } from '../../query/dialect/statement.ts';
import {
  OutcomeUnknown,
  type StepDone,
  type TransactionOutcome,
  TransactionOver,
  type TransactOptions,
  type Work,
  type Writer,
  type WriterOptions,
  type WriteStep,
  type WriteTransaction,
  type WrittenRow,
} from '../writer.ts';
import { BaseSession } from './base-session.ts';
import { SilenceClock } from './clock.ts';
import { Pool, type Pooled } from './pool.ts';
import { Unavailable } from './unavailable.ts';

/** A session for writing. Throws the errors of ../writer.ts, or Problems. */
export abstract class WriteSession extends BaseSession implements Pooled {
  /** Statements without rows that are sent along with the next exchange, because their results are not needed. */
  #deferred: string[] = [];
  /** Whether the engine has received any statement of the transaction. */
  #isBegun = false;

  /** Runs a statement without parameters and rows. */
  command(sql: string): Promise<void> {
    return this.sent(sql, this.takeDeferred());
  }

  /** The statement begins a transaction and is sent with the next exchange; null if any statement begins one. */
  async begin(sql: string | null, _isShort: () => boolean): Promise<void> {
    this.#deferred = sql === null ? [] : [sql];
    this.#isBegun = false;
  }

  defer(sql: string): void {
    this.#deferred.push(sql);
  }

  /** Sends deferred statements now, if the next exchange would otherwise have to wait for them. */
  async flush(): Promise<void> {}

  /** Releases a savepoint that is no longer needed. */
  release(name: string): void {
    this.defer(`release savepoint ${name}`);
  }

  /** A session whose rollback fails is not used again. */
  async rollback(): Promise<void> {
    this.#deferred = [];
    if (!this.#isBegun) return;
    try {
      await this.command('rollback');
    } catch {
      this.drop();
    }
  }

  /** The deferred statements, which the caller must run first. */
  protected takeDeferred(): readonly string[] {
    const taken = this.#deferred;
    this.#deferred = [];
    this.#isBegun = true;
    return taken;
  }

  protected abstract sent(sql: string, before: readonly string[]): Promise<void>;

  /** Whether INSERT can return the rows that it inserted. */
  readonly showsNewRows: boolean = true;

  abstract runBatch(steps: readonly WriteStep[]): Promise<readonly StepDone[]>;

  async rows({ sql, parameters }: BoundSql): Promise<WrittenRow[]> {
    const [done] = await this.runBatch([{ sql, lists: [parameters] }]);
    return [...(done?.rows ?? [])];
  }

  async lines(statement: BoundSql): Promise<string[]> {
    const rows = await this.rows(statement);
    return (rows[0] ?? []).map((_, i) => rows.map((row) => row[i] ?? '').join('\n'));
  }

  async run(sql: string, lists: readonly (readonly unknown[])[]): Promise<readonly number[]> {
    const [done] = await this.runBatch([{ sql, lists }]);
    return done?.counts ?? [];
  }

  abstract drop(): void;
  abstract end(): Promise<void>;

  /** Most engines cannot tell the outcome of a transaction afterwards. */
  async mark(): Promise<string | null> {
    return null;
  }

  async outcomeOf(_mark: string): Promise<TransactionOutcome> {
    return 'unknown';
  }

  /** Triggers and defaults may change session state. Null if none can, or if none has run. */
  clean(): Promise<void> | null {
    return null;
  }
}

export interface TransactionSql {
  /** Null if the first statement begins a transaction implicitly. */
  readonly begin: string | null;
  /** Checks deferred constraints now; null if the engine has no statement for that. */
  readonly checkDeferred: string | null;
  /** Tells the engine the user's name; absent if it is not to know. */
  readonly setUser?: (user: string) => string;
}

export class PooledWriter implements Writer {
  readonly #pool: Pool<WriteSession>;
  readonly #statements: TransactionSql;

  constructor(open: () => Promise<WriteSession>, statements: TransactionSql, options: WriterOptions) {
    const { limitMs } = SilenceClock.forTimeout(options.statementTimeoutMs);
    this.#pool = new Pool({
      open: withoutDetails(open, options.onWarning),
      size: options.poolSize,
      waitMs: options.waitMs,
      limitMs: () => limitMs,
    });
    this.#statements = statements;
  }

  async transact<T>(
    work: Work<T>,
    { isTrial = false, beforeCommit, isShort = () => false }: TransactOptions<T> = {},
  ): Promise<T> {
    const { session, release } = await this.#pool.lend('short');
    try {
      await session.begin(this.#statements.begin, isShort);
      let result: T;
      try {
        const transaction = new Transaction(session, this.#statements);
        result = await work(transaction, null);
        transaction.checkOpen();
        if (!isTrial) await beforeCommit?.(result);
      } catch (error) {
        await session.rollback();
        throw error instanceof TransactionOver ? error.failure : error;
      }
      if (isTrial) await session.rollback();
      else await committed(session);
      return result;
    } finally {
      release();
    }
  }

  async outcomeOf(mark: string): Promise<TransactionOutcome> {
    const { session, release } = await this.#pool.lend('short');
    try {
      return await session.outcomeOf(mark);
    } finally {
      release();
    }
  }

  abortAll(): void {
    this.#pool.dropAll();
  }

  close(): Promise<void> {
    return this.#pool.close((session) => session.drop());
  }
}

/** Clients learn nothing about users, hosts and names, so the reason is logged: once, until a session opens again. */
function withoutDetails<S>(open: () => Promise<S>, onWarning: (message: string) => void): () => Promise<S> {
  let lastWarning: string | null = null;
  return async () => {
    try {
      const session = await open();
      lastWarning = null;
      return session;
    } catch (error) {
      if (!(error instanceof Problem) || error.kind !== 'database-unavailable') throw error;
      if (error.message !== lastWarning) onWarning(`no connection that writes can be had: ${error.message}`);
      lastWarning = error.message;
      throw new Unavailable(error.cause);
    }
  };
}

async function committed(session: WriteSession): Promise<void> {
  try {
    await session.command('commit');
  } catch (error) {
    if (session.isEnded) throw new OutcomeUnknown(error);
    await session.rollback();
    throw error;
  }
}

class Transaction implements WriteTransaction {
  readonly #session: WriteSession;
  readonly #statements: TransactionSql;
  #depth = 0;
  #over: TransactionOver | null = null;

  constructor(session: WriteSession, statements: TransactionSql) {
    this.#session = session;
    this.#statements = statements;
  }

  get showsNewRows(): boolean {
    return this.#session.showsNewRows;
  }

  async rows(statement: BoundSql): Promise<WrittenRow[]> {
    return this.#open.rows(statement);
  }

  async lines(statement: BoundSql): Promise<string[]> {
    return this.#open.lines(statement);
  }

  async run(sql: string, lists: readonly (readonly unknown[])[]): Promise<readonly number[]> {
    return this.#open.run(sql, lists);
  }

  async runBatch(steps: readonly WriteStep[]): Promise<readonly StepDone[]> {
    return this.#open.runBatch(steps);
  }

  async flush(): Promise<void> {
    await this.#open.flush();
  }

  async attempt<T>(work: () => Promise<T>): Promise<T> {
    const session = this.#open;
    const name = `joinery_${this.#depth++}`;
    session.defer(`savepoint ${name}`);
    try {
      const result = await work();
      this.checkOpen();
      session.release(name);
      return result;
    } catch (error) {
      if (this.#over !== null) throw this.#over;
      try {
        await session.command(`rollback to savepoint ${name}`);
      } catch {
        this.#over = new TransactionOver(error);
        throw this.#over;
      }
      session.release(name);
      throw error;
    } finally {
      this.#depth--;
    }
  }

  checkOpen(): void {
    if (this.#over !== null) throw this.#over;
  }

  get #open(): WriteSession {
    this.checkOpen();
    return this.#session;
  }

  async setUser(user: string | null): Promise<void> {
    const { setUser } = this.#statements;
    if (setUser !== undefined) this.#session.defer(setUser(user ?? ''));
  }

  async checkDeferred(): Promise<boolean> {
    if (this.#statements.checkDeferred === null) return false;
    await this.#open.command(this.#statements.checkDeferred);
    return true;
  }

  async mark(): Promise<string | null> {
    return this.#open.mark();
  }
}
