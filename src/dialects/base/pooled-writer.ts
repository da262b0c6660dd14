// Transactions that write, on sessions of a pool of their own: what all engines have in common.
import type { BoundSql } from '../../query/dialect/sql.ts';
import {
  type Fate,
  OutcomeUnknown,
  type Writer,
  type WriterOptions,
  type WriteTransaction,
  type WrittenRow,
} from '../writer.ts';
import { Going } from './going.ts';
import { Pool, type Pooled } from './pool.ts';

/** A session that may write. Its failures are those of ../writer.ts, or Problems. */
export abstract class WriteSession extends Going implements Pooled {
  /** Runs a statement without parameters and rows. */
  abstract command(sql: string): Promise<void>;
  /** The statement begins a transaction. */
  begin(sql: string): Promise<void> {
    return this.command(sql);
  }

  /** Whether INSERT can give what it has made. */
  readonly showsNewRows: boolean = true;

  abstract rows(statement: BoundSql): Promise<WrittenRow[]>;
  async lines(statement: BoundSql): Promise<string[]> {
    const rows = await this.rows(statement);
    return (rows[0] ?? []).map((_, i) => rows.map((row) => row[i] ?? '').join('\n'));
  }

  abstract run(sql: string, lists: readonly (readonly unknown[])[]): Promise<number[]>;
  abstract drop(): void;
  abstract end(): Promise<void>;

  /** Most engines tell nothing of a transaction once it is over. */
  async mark(): Promise<string | null> {
    return null;
  }

  async fateOf(_mark: string): Promise<Fate> {
    return 'unknown';
  }

  clean(): null {
    return null;
  }
}

export interface WriteWords {
  readonly begin: string;
  /** Checks what is else checked at the end; null where the engine has no word for it. */
  readonly checkDeferred: string | null;
  /** Tells the engine who asks; absent where it is not to know. */
  readonly tellUser?: (user: string) => string;
}

export class PooledWriter implements Writer {
  readonly #pool: Pool<WriteSession>;
  readonly #words: WriteWords;

  constructor(open: () => Promise<WriteSession>, words: WriteWords, options: WriterOptions) {
    this.#pool = new Pool({ open, size: options.poolSize, waitMs: options.waitMs });
    this.#words = words;
  }

  async transact<T>(work: (transaction: WriteTransaction) => Promise<T>, isTrial = false): Promise<T> {
    const { session, release } = await this.#pool.lend('short');
    try {
      await session.begin(this.#words.begin);
      let result: T;
      try {
        result = await work(new Transaction(session, this.#words));
      } catch (error) {
        await ended(session);
        throw error;
      }
      if (isTrial) await ended(session);
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

  close(): Promise<void> {
    return this.#pool.close((session) => session.drop());
  }
}

/** A session that does not come back from its transaction is not used again. */
async function ended(session: WriteSession): Promise<void> {
  try {
    await session.command('rollback');
  } catch {
    session.drop();
  }
}

async function committed(session: WriteSession): Promise<void> {
  try {
    await session.command('commit');
  } catch (error) {
    if (session.gone) throw new OutcomeUnknown(error);
    await ended(session);
    throw error;
  }
}

class Transaction implements WriteTransaction {
  readonly #session: WriteSession;
  readonly #words: WriteWords;
  #depth = 0;

  constructor(session: WriteSession, words: WriteWords) {
    this.#session = session;
    this.#words = words;
  }

  get showsNewRows(): boolean {
    return this.#session.showsNewRows;
  }

  rows(statement: BoundSql): Promise<WrittenRow[]> {
    return this.#session.rows(statement);
  }

  lines(statement: BoundSql): Promise<string[]> {
    return this.#session.lines(statement);
  }

  run(sql: string, lists: readonly (readonly unknown[])[]): Promise<number[]> {
    return this.#session.run(sql, lists);
  }

  async attempt<T>(work: () => Promise<T>): Promise<T> {
    const name = `joinery_${this.#depth++}`;
    await this.#session.command(`savepoint ${name}`);
    try {
      const result = await work();
      await this.#session.command(`release savepoint ${name}`);
      return result;
    } catch (error) {
      await this.#session.command(`rollback to savepoint ${name}`);
      await this.#session.command(`release savepoint ${name}`);
      throw error;
    } finally {
      this.#depth--;
    }
  }

  async actFor(user: string | null): Promise<void> {
    const { tellUser } = this.#words;
    if (tellUser !== undefined) await this.#session.command(tellUser(user ?? ''));
  }

  async checkDeferred(): Promise<void> {
    if (this.#words.checkDeferred !== null) await this.#session.command(this.#words.checkDeferred);
  }

  mark(): Promise<string | null> {
    return this.#session.mark();
  }
}
