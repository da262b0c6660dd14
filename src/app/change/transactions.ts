// Runs a change set in one transaction and keeps the journal beside it: the intent before COMMIT, the end after it.
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '../../contract/problem.ts';
import {
  OutcomeUnknown,
  Refused,
  RolledBack,
  type Writer,
  type WriteTransaction,
} from '../../dialects/writer.ts';
import type { LastWrites } from '../last-writes.ts';
import { type Applied, applyChanges, RefusedChange } from './apply.ts';
import { Cascades } from './cascades.ts';
import { guardOf } from './guard.ts';
import type { Journal, NewSet } from './journal.ts';
import type { PlannedChange } from './planned.ts';
import { type Asked, refusalProblem } from './refusals.ts';
import { fateOf } from './settle.ts';
import { reached } from './steps.ts';

/** An engine that rolls a transaction back for the sake of others every time is given up after so many attempts. */
const mostAttempts = 10;

export interface Transaction<Extra> {
  readonly set: NewSet;
  readonly changes: readonly PlannedChange[];
  readonly asked: Asked;
  /** Within the transaction, before anything is written. */
  readonly before?: (transaction: WriteTransaction) => Promise<void>;
  /** Within the transaction, when all is written. */
  readonly after: (transaction: WriteTransaction, applied: readonly Applied[]) => Promise<Extra>;
  /** What is kept for a repetition of the request. */
  readonly reply: (extra: Extra) => string | null;
}

export interface Done<Extra> {
  readonly applied: readonly Applied[];
  readonly extra: Extra;
}

export class Transactions {
  readonly #writer: Writer;
  readonly #journal: Journal;
  readonly #warn: (message: string) => void;
  readonly #lastWrites: LastWrites | null;
  /** The ids of those that are under way here. */
  readonly underWay = new Set<string>();

  constructor(
    writer: Writer,
    journal: Journal,
    warn: (message: string) => void,
    lastWrites: LastWrites | null,
  ) {
    this.#writer = writer;
    this.#journal = journal;
    this.#warn = warn;
    this.#lastWrites = lastWrites;
  }

  async run<Extra>(work: Transaction<Extra>): Promise<Done<Extra>> {
    const { id } = work.set;
    this.underWay.add(id);
    try {
      return await this.#repeated(work);
    } finally {
      this.underWay.delete(id);
    }
  }

  /** Everything but the end of it: nothing stays, and nothing is written down. */
  try<T>(work: (transaction: WriteTransaction) => Promise<T>): Promise<T> {
    return this.#writer.transact(work, true);
  }

  async #repeated<Extra>(work: Transaction<Extra>): Promise<Done<Extra>> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once(work);
      } catch (error) {
        if (!(error instanceof RolledBack)) throw await told(error, work);
        if (attempt >= mostAttempts) {
          throw new Problem('database-unavailable', 'Others change the same rows all the time.', {
            retryAfter: 1,
            cause: error,
          });
        }
        await delay(2 ** attempt * (1 + Math.random()));
      }
    }
  }

  async #once<Extra>(work: Transaction<Extra>): Promise<Done<Extra>> {
    const { set, changes, asked } = work;
    const { dialect } = asked.snapshot;
    let isIntended = false;
    let done: Done<Extra> | null = null;
    try {
      done = await this.#writer.transact(async (transaction) => {
        reached('begun');
        await work.before?.(transaction);
        const cascades = new Cascades(asked.snapshot.whole);
        const applied = await applyChanges(
          dialect.sql,
          transaction,
          changes,
          cascades,
          guardOf(asked, transaction),
        );
        reached('written');
        const extra = await work.after(transaction, applied);
        const mark = await transaction.mark();
        isIntended = true;
        await this.#journal.intend(set, mark, applied);
        reached('intended');
        done = { applied, extra };
        return done;
      });
    } catch (error) {
      if (error instanceof OutcomeUnknown && done !== null) return this.#afterAll(work, done, error);
      // Whatever it was, nothing of it was committed.
      if (isIntended && set.request === null) await this.#journal.forget(set.id);
      throw error;
    }
    reached('committed');
    await this.#noteWrite(set.user);
    await this.#write(set.id, work.reply(done.extra));
    reached('settled');
    return done;
  }

  /** What was committed has happened, whether or not that can be written down now: the intent tells it later. */
  async #write(id: string, reply: string | null): Promise<void> {
    try {
      await this.#journal.settle(id, 'done', reply);
    } catch (error) {
      this.#warn(`the end of the change set ${id} could not be written down: ${String(error)}`);
    }
  }

  /** Where there are several hosts, whoever has changed something sees it on each of them from now on. */
  async #noteWrite(user: string | null): Promise<void> {
    if (this.#lastWrites === null || this.#writer.position === undefined) return;
    const position = await this.#writer.position().catch(() => null);
    await this.#lastWrites.note(user, position);
  }

  /** The connection broke during COMMIT. */
  async #afterAll<Extra>(
    { set, asked, reply }: Transaction<Extra>,
    done: Done<Extra>,
    cause: unknown,
  ): Promise<Done<Extra>> {
    const unknown = new Problem(
      'outcome-unknown',
      `The connection to the database broke at the last moment. Whether it happened is told by the change set ${set.id}.`,
      { cause },
    );
    try {
      const found = await this.#journal.find(set.id);
      if (found === null) throw unknown;
      const rows = await this.#journal.rows(set.id);
      const { dialect, whole } = asked.snapshot;
      const state = await fateOf(this.#writer, dialect.sql, whole, found, rows);
      if (state === 'done') {
        await this.#noteWrite(set.user);
        await this.#write(set.id, reply(done.extra));
        return done;
      }
      if (state === 'failed') await this.#journal.settle(set.id, 'failed');
    } catch {
      throw unknown;
    }
    throw unknown;
  }
}

async function told<Extra>(error: unknown, { asked, changes }: Transaction<Extra>): Promise<unknown> {
  if (error instanceof RefusedChange) return refusalProblem(error, asked);
  const [first] = changes;
  // What is checked at the end is about no change in particular.
  if (error instanceof Refused && first !== undefined) {
    return refusalProblem(new RefusedChange(error, first), asked);
  }
  return error;
}
