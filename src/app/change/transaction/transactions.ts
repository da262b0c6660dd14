// Runs a change set in one transaction and keeps the journal beside it: the intent before COMMIT, the end after it.
import { setImmediate as immediate } from 'node:timers/promises';
import { Problem } from '../../../contract/problem.ts';
import {
  OutcomeUnknown,
  Refused,
  RolledBack,
  type Work,
  type Writer,
  type WriteTransaction,
} from '../../../dialects/writer.ts';
import { seesAllRows } from '../answer.ts';
import { type Applied, type ApplyOptions, applyChanges } from '../apply/apply.ts';
import { guardOf } from '../apply/guard.ts';
import type { Journal } from '../journal/journal.ts';
import type { JournalPage } from '../journal/page-text.ts';
import type { NewSet } from '../journal/stored.ts';
import type { Intent } from '../journal/waiting-intents.ts';
import { mayHaveChanged, writtenDown } from '../journal/written-pages.ts';
import type { PlannedChange } from '../plan/planned.ts';
import { type Asked, problemOf, refusalProblem } from '../refusals/refusals.ts';
import { RefusedAtTheEnd, RefusedChange } from '../refusals/refused-change.ts';
import { isHalfTold, toldInFull } from '../refusals/refused-column.ts';
import { Rows } from '../rows/rows.ts';
import { lookAgain } from '../undo/long-last-look.ts';
import type { Endings } from './endings.ts';
import { repeated } from './repeated.ts';
import { isShort, RowsOfGroups } from './shared-transactions.ts';
import { reached } from './steps.ts';

export interface Transaction<Extra> {
  readonly set: NewSet;
  readonly changes: readonly PlannedChange[];
  readonly asked: Asked;
  /** Within the transaction, when the rows are locked and before anything is written. */
  readonly locked?: ApplyOptions['locked'];
  /** A statement that shows something of what was written, asked for along with it. */
  readonly along?: NonNullable<ApplyOptions['along']>;
  /** Within the transaction, when all is written. `along`: the first value of what that has shown, if anything. */
  readonly after: (
    transaction: WriteTransaction,
    applied: readonly Applied[],
    along: string | null,
  ) => Promise<Extra>;
  /** While what is about to be committed is written down. It may come to nothing. */
  readonly meanwhile?: (applied: readonly Applied[]) => void;
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
  readonly write: (transaction: WriteTransaction, intended: () => void) => Promise<Written<Result>>;
  /** It takes so long that nothing else waits for its end. */
  readonly isLong: boolean;
  /** None where they come page by page. */
  readonly changes: readonly PlannedChange[];
  readonly reply: (result: Result) => string | null;
  readonly meanwhile?: (result: Result) => void;
}

/** What was written, and what is still to be written down of it. */
interface Written<Result> {
  readonly result: Result;
  /** Null where all of it stands in the journal already. */
  readonly intent: Omit<Intent, 'reply'> | null;
}

export interface Done<Extra> {
  readonly applied: readonly Applied[];
  readonly extra: Extra;
}

export class Transactions {
  readonly #writer: Writer;
  readonly #journal: Journal;
  readonly #endings: Endings;
  readonly #shared = new RowsOfGroups();
  /** The ids of those that are under way here. */
  readonly underWay = new Set<string>();

  constructor(writer: Writer, journal: Journal, endings: Endings) {
    this.#writer = writer;
    this.#journal = journal;
    this.#endings = endings;
  }

  run<Extra>(work: Transaction<Extra>): Promise<Done<Extra>> {
    const { set, asked, changes } = work;
    return this.#guarded<Done<Extra>>({
      set,
      asked,
      changes,
      reply: ({ extra }) => work.reply(extra),
      ...(work.meanwhile && { meanwhile: ({ applied }) => work.meanwhile?.(applied) }),
      isLong: false,
      write: async (transaction) => {
        const { dialect, whole } = asked.snapshot;
        const guard = guardOf(asked, transaction);
        const { locked, along } = work;
        const options = { database: whole, guard, locked, along };
        const { applied, along: shown } = await applyChanges(dialect.sql, transaction, changes, options);
        reached('written');
        const extra = await work.after(transaction, applied, shown);
        const mark = await transaction.mark();
        return { result: { applied, extra }, intent: { set, mark, applied } };
      },
    });
  }

  runLong<Extra>(work: LongTransaction<Extra>): Promise<Extra> {
    const { set, asked, reply } = work;
    return this.#guarded<Extra>({
      set,
      asked,
      changes: [],
      reply,
      isLong: true,
      write: async (transaction, intended) => {
        const mark = await transaction.mark();
        intended();
        await this.#journal.open(set, mark);
        const { database, dialect, whole } = asked.snapshot;
        const isTold = ({ cause, entity }: Applied) =>
          cause === 'named' || seesAllRows(database, entity.name);
        const { pages } = this.#journal;
        const { result, count, written } = await writtenDown(pages, set.id, work.pages(transaction), isTold);
        if (await mayHaveChanged(count, written, asked, transaction)) {
          await lookAgain(pages, set.id, count, new Rows(dialect.sql, transaction), whole);
        }
        reached('written');
        return { result, intent: null };
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
    const tried = async (transaction: WriteTransaction) => {
      await transaction.actFor(user);
      return work(transaction);
    };
    return this.#writer.transact(tried, { isTrial: true });
  }

  #repeated<Result>(work: Running<Result>): Promise<Result> {
    return repeated(async (attempt) => {
      try {
        return await this.#once(work, attempt > 1);
      } catch (error) {
        throw error instanceof RolledBack ? error : await this.#told(error, work);
      }
    });
  }

  /** What somebody is told of a failure. */
  async #told<Result>(error: unknown, { set, asked, changes }: Running<Result>): Promise<unknown> {
    if (error instanceof RefusedChange) {
      const { dialect } = asked.snapshot;
      const told = isHalfTold(error)
        ? await this.try(set.user, (transaction) => toldInFull(dialect.sql, transaction, error, changes))
        : error;
      return problemOf(told, asked);
    }
    if (!(error instanceof Refused)) return error;
    const [first, ...more] = changes;
    if (first === undefined) return notAtTheEnd(error);
    return more.length === 0
      ? refusalProblem(new RefusedChange(error, first), asked)
      : new RefusedAtTheEnd(error);
  }

  /** `isAlone`: what it shared a transaction with was in its way. */
  async #once<Result>(work: Running<Result>, isAlone: boolean): Promise<Result> {
    const { set } = work;
    let isIntended = false;
    const intended = () => {
      isIntended = true;
    };
    /** Holds it once all is written, from before COMMIT on. */
    const ready: { readonly result: Result }[] = [];
    const write: Work<Written<Result>> = async (transaction, group) => {
      reached('begun');
      await transaction.actFor(set.user);
      const written = await work.write(transaction, intended);
      if (group !== null) this.#shared.add(group, written.intent?.applied ?? []);
      return written;
    };
    const beforeCommit = async ({ result, intent }: Written<Result>) => {
      const reply = set.request === null ? null : work.reply(result);
      if (intent !== null) {
        intended();
        const writing = this.#journal.intend({ ...intent, reply }, this.underWay.size === 1);
        await Promise.all([writing, this.#meanwhile(work, result)]);
      } else await this.#journal.conclude(set, reply);
      reached('intended');
      ready.push({ result });
    };
    let result: Result;
    try {
      ({ result } = await this.#writer.transact(write, {
        isAlone: isAlone || work.isLong,
        isShort: () => work.changes.length === 1 && work.changes.every(isShort),
        beforeCommit,
      }));
    } catch (error) {
      const [written] = ready;
      if (error instanceof OutcomeUnknown && written !== undefined) {
        await this.#endings.afterAll(set, work.asked.snapshot, work.reply(written.result), error);
        return written.result;
      }
      // Whatever it was, nothing of it was committed.
      if (isIntended && set.request === null) await this.#journal.forget(set.id);
      throw error;
    }
    reached('committed');
    await this.#endings.done(set, work.reply(result));
    reached('settled');
    return result;
  }

  async #meanwhile<Result>({ meanwhile }: Running<Result>, result: Result): Promise<void> {
    if (meanwhile === undefined) return;
    // The journal has begun by then.
    await immediate();
    meanwhile(result);
  }
}

/** What is checked at the end is about no change in particular. */
export function notAtTheEnd(cause: unknown): Problem {
  const detail = 'A rule of the database that is checked at the end does not hold.';
  return new Problem('refused-value', detail, { cause });
}
