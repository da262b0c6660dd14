// Write transactions on a separate pool of sessions: the part that all engines share.
import { Problem } from '../../contract/problem.ts';
import type { BoundSql } from '../../query/dialect/statement.ts';
import {
  type Fate,
  OutcomeUnknown,
  type StepDone,
  TransactionOver,
  type TransactOptions,
  type Work,
  type Writer,
  type WriterOptions,
  type WriteStep,
  type WriteTransaction,
  type WrittenRow,
} from '../writer.ts';
import { SilenceClock } from './clock.ts';
import { Going } from './going.ts';
import { Pool, type Pooled } from './pool.ts';
import { Unavailable } from './unavailable.ts';

/** A session for writing. Throws the errors of ../writer.ts, or Problems. */
export abstract class WriteSession extends Going implements Pooled {
  /** Statements without rows that are sent along with the next exchange, because their results are not needed. */
  #later: string[] = [];
  /** Whether the engine has received any statement of the transaction. */
  #isBegun = false;

  /** Runs a statement without parameters and rows. */
  command(sql: string): Promise<void> {
    return this.sent(sql, this.taken());
  }

  /** The statement begins a transaction and is sent with the next exchange; null if any statement begins one. */
  async begin(sql: string | null, _isShort: () => boolean): Promise<void> {
    this.#later = sql === null ? [] : [sql];
    this.#isBegun = false;
  }

  later(sql: string): void {
    this.#later.push(sql);
  }

  /** Sends deferred statements now, if the next exchange would otherwise have to wait for them. */
  async catchUp(): Promise<void> {}

  /** Releases a savepoint that is no longer needed. */
  release(name: string): void {
    this.later(`release savepoint ${name}`);
  }

  /** A session whose rollback fails is not used again. */
  async rollback(): Promise<void> {
    this.#later = [];
    if (!this.#isBegun) return;
    try {
      await this.command('rollback');
    } catch {
      this.drop();
    }
  }

  /** The deferred statements, which the caller must run first. */
  protected taken(): readonly string[] {
    const taken = this.#later;
    this.#later = [];
    this.#isBegun = true;
    return taken;
  }

  protected abstract sent(sql: string, before: readonly string[]): Promise<void>;

  /** Whether INSERT can return the rows that it inserted. */
  readonly showsNewRows: boolean = true;

  abstract together(steps: readonly WriteStep[]): Promise<readonly StepDone[]>;

  async rows({ sql, parameters }: BoundSql): Promise<WrittenRow[]> {
    const [done] = await this.together([{ sql, lists: [parameters] }]);
    return [...(done?.rows ?? [])];
  }

  async lines(statement: BoundSql): Promise<string[]> {
    const rows = await this.rows(statement);
    return (rows[0] ?? []).map((_, i) => rows.map((row) => row[i] ?? '').join('\n'));
  }

  async run(sql: string, lists: readonly (readonly unknown[])[]): Promise<readonly number[]> {
    const [done] = await this.together([{ sql, lists }]);
    return done?.counts ?? [];
  }

  abstract drop(): void;
  abstract end(): Promise<void>;

  /** Most engines cannot tell the outcome of a transaction afterwards. */
  async mark(): Promise<string | null> {
    return null;
  }

  async fateOf(_mark: string): Promise<Fate> {
    return 'unknown';
  }

  /** Triggers and defaults may change session state. Null if none can, or if none has run. */
  clean(): Promise<void> | null {
    return null;
  }
}

export interface WriteWords {
  /** Null if the first statement begins a transaction implicitly. */
  readonly begin: string | null;
  /** Checks deferred constraints now; null if the engine has no statement for that. */
  readonly checkDeferred: string | null;
  /** Tells the engine the user's name; absent if it is not to know. */
  readonly tellUser?: (user: string) => string;
}

export class PooledWriter implements Writer {
  readonly #pool: Pool<WriteSession>;
  readonly #words: WriteWords;

  constructor(open: () => Promise<WriteSession>, words: WriteWords, options: WriterOptions) {
    const { limitMs } = SilenceClock.beside(options.statementTimeoutMs);
    this.#pool = new Pool({
      open: neutral(open, options.onWarning),
      size: options.poolSize,
      waitMs: options.waitMs,
      limitMs: () => limitMs,
    });
    this.#words = words;
  }

  async transact<T>(
    work: Work<T>,
    { isTrial = false, beforeCommit, isShort = () => false }: TransactOptions<T> = {},
  ): Promise<T> {
    const { session, release } = await this.#pool.lend('short');
    try {
      await session.begin(this.#words.begin, isShort);
      let result: T;
      try {
        const transaction = new Transaction(session, this.#words);
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

  async fateOf(mark: string): Promise<Fate> {
    const { session, release } = await this.#pool.lend('short');
    try {
      return await session.fateOf(mark);
    } finally {
      release();
    }
  }

  giveUp(): void {
    this.#pool.dropAll();
  }

  close(): Promise<void> {
    return this.#pool.close((session) => session.drop());
  }
}

/** Clients learn nothing about users, hosts and names, so the reason is logged: once, until a session opens again. */
function neutral<S>(open: () => Promise<S>, onWarning: (message: string) => void): () => Promise<S> {
  let told: string | null = null;
  return async () => {
    try {
      const session = await open();
      told = null;
      return session;
    } catch (error) {
      if (!(error instanceof Problem) || error.kind !== 'database-unavailable') throw error;
      if (error.message !== told) onWarning(`no connection that writes can be had: ${error.message}`);
      told = error.message;
      throw new Unavailable(error.cause);
    }
  };
}

async function committed(session: WriteSession): Promise<void> {
  try {
    await session.command('commit');
  } catch (error) {
    if (session.gone) throw new OutcomeUnknown(error);
    await session.rollback();
    throw error;
  }
}

class Transaction implements WriteTransaction {
  readonly #session: WriteSession;
  readonly #words: WriteWords;
  #depth = 0;
  #over: TransactionOver | null = null;

  constructor(session: WriteSession, words: WriteWords) {
    this.#session = session;
    this.#words = words;
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

  async together(steps: readonly WriteStep[]): Promise<readonly StepDone[]> {
    return this.#open.together(steps);
  }

  async catchUp(): Promise<void> {
    await this.#open.catchUp();
  }

  async attempt<T>(work: () => Promise<T>): Promise<T> {
    const session = this.#open;
    const name = `joinery_${this.#depth++}`;
    session.later(`savepoint ${name}`);
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

  async actFor(user: string | null): Promise<void> {
    const { tellUser } = this.#words;
    if (tellUser !== undefined) this.#session.later(tellUser(user ?? ''));
  }

  async checkDeferred(): Promise<boolean> {
    if (this.#words.checkDeferred === null) return false;
    await this.#open.command(this.#words.checkDeferred);
    return true;
  }

  async mark(): Promise<string | null> {
    return this.#open.mark();
  }
}
