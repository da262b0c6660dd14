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
import { type Applied, applyChanges } from './apply.ts';
import { Cascades } from './cascades.ts';
import { guardOf } from './guard.ts';
import type { Journal, NewSet } from './journal.ts';
import { type JournalPage, pageSize } from './page-text.ts';
import type { PlannedChange } from './planned.ts';
import { type Asked, refusalProblem } from './refusals.ts';
import { RefusedChange } from './refused-change.ts';
import { fateOf } from './settle.ts';
import { reached } from './steps.ts';

/** An engine that rolls a transaction back for the sake of others every time is given up after so many attempts. */
const mostAttempts = 10;

/** Pages of a long set that are written down in one transaction: each waits for the disk. */
const pagesTogether = 20;

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

/** A set of so many rows that they are not held together: they are applied, and written down, page by page. */
export interface LongTransaction<Extra> {
  readonly set: NewSet;
  readonly asked: Asked;
  /** Each page within the transaction, as it is applied; what it gives at last is the extra. */
  readonly pages: (transaction: WriteTransaction) => AsyncGenerator<JournalPage, Extra>;
  readonly reply: (extra: Extra) => string | null;
}

/** What all transactions have in common: how the rows get written and where they are written down. */
interface Running<Result> {
  readonly set: NewSet;
  readonly asked: Asked;
  /** Calls `intended` before the first word about it stands in the journal. */
  readonly write: (transaction: WriteTransaction, intended: () => void) => Promise<Result>;
  readonly reply: (result: Result) => string | null;
  /** The change that a refusal at the end is told about. */
  readonly first: PlannedChange | null;
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

  run<Extra>(work: Transaction<Extra>): Promise<Done<Extra>> {
    const { set, asked, changes } = work;
    return this.#guarded<Done<Extra>>({
      set,
      asked,
      first: changes[0] ?? null,
      reply: ({ extra }) => work.reply(extra),
      write: async (transaction, intended) => {
        await work.before?.(transaction);
        const { dialect, whole } = asked.snapshot;
        const guard = guardOf(asked, transaction);
        const applied = await applyChanges(dialect.sql, transaction, changes, new Cascades(whole), guard);
        reached('written');
        const extra = await work.after(transaction, applied);
        const mark = await transaction.mark();
        intended();
        await this.#journal.intend(set, mark, applied);
        return { applied, extra };
      },
    });
  }

  runLong<Extra>(work: LongTransaction<Extra>): Promise<Extra> {
    const { set, asked, reply } = work;
    return this.#guarded<Extra>({
      set,
      asked,
      first: null,
      reply,
      write: async (transaction, intended) => {
        const mark = await transaction.mark();
        intended();
        await this.#journal.open(set, mark);
        const pages = work.pages(transaction);
        let count = 0;
        // While pages are written down the next ones are applied.
        let writing: Promise<void> = Promise.resolve();
        for (let waiting: JournalPage[] = []; ; ) {
          const page = await pages.next();
          if (page.done !== true && pageSize(page.value) > 0) waiting.push(page.value);
          if (waiting.length >= pagesTogether || (page.done === true && waiting.length > 0)) {
            await writing;
            writing = this.#journal.addPages(set.id, count, waiting);
            // Whoever waits for it is told; until then nobody is surprised.
            writing.catch(() => {});
            count += waiting.length;
            waiting = [];
          }
          if (page.done !== true) continue;
          await writing;
          reached('written');
          return page.value;
        }
      },
    });
  }

  async #guarded<Result>(work: Running<Result>): Promise<Result> {
    const { id } = work.set;
    this.underWay.add(id);
    try {
      return await this.#repeated(work);
    } finally {
      this.underWay.delete(id);
    }
  }

  /** Everything but the end of it: nothing stays, and nothing is written down. */
  try<T>(user: string | null, work: (transaction: WriteTransaction) => Promise<T>): Promise<T> {
    return this.#writer.transact(async (transaction) => {
      await transaction.actFor(user);
      return work(transaction);
    }, true);
  }

  async #repeated<Result>(work: Running<Result>): Promise<Result> {
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

  async #once<Result>(work: Running<Result>): Promise<Result> {
    const { set } = work;
    let isIntended = false;
    let done: { readonly result: Result } | null = null;
    try {
      done = await this.#writer.transact(async (transaction) => {
        reached('begun');
        await transaction.actFor(set.user);
        const result = await work.write(transaction, () => {
          isIntended = true;
        });
        reached('intended');
        done = { result };
        return done;
      });
    } catch (error) {
      if (error instanceof OutcomeUnknown && done !== null) return this.#afterAll(work, done.result, error);
      // Whatever it was, nothing of it was committed.
      if (isIntended && set.request === null) await this.#journal.forget(set.id);
      throw error;
    }
    reached('committed');
    await this.#noteWrite(set.user);
    await this.#write(set, work.reply(done.result));
    reached('settled');
    return done.result;
  }

  /** What was committed has happened, whether or not that can be written down now: the intent tells it later. */
  async #write({ id, request }: NewSet, reply: string | null): Promise<void> {
    // Only who sends the same request again needs to find its end and its answer at once.
    if (request === null) return this.#journal.end(id);
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
  async #afterAll<Result>(
    { set, asked, reply }: Running<Result>,
    result: Result,
    cause: unknown,
  ): Promise<Result> {
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
        await this.#write(set, reply(result));
        return result;
      }
      if (state === 'failed') await this.#journal.settle(set.id, 'failed');
    } catch {
      throw unknown;
    }
    throw unknown;
  }
}

async function told<Result>(error: unknown, { asked, first }: Running<Result>): Promise<unknown> {
  if (error instanceof RefusedChange) return refusalProblem(error, asked);
  // What is checked at the end is about no change in particular.
  if (!(error instanceof Refused)) return error;
  return first === null
    ? new Problem('refused-value', 'A rule of the database that is checked at the end does not hold.', {
        cause: error,
      })
    : refusalProblem(new RefusedChange(error, first), asked);
}
