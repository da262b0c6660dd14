// Runs a change set in one transaction, and records it in the journal: the intent before COMMIT, the end after it.
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
  /** Called within the transaction, when the rows are locked and before anything is written. */
  readonly locked?: ApplyOptions['locked'];
  /** A statement to send along with the write, which shows some of its result. */
  readonly along?: NonNullable<ApplyOptions['along']>;
  /**
   * Called within the transaction, when everything is written. `along`: the first value that the statement sent along
   * returned, if any.
   */
  readonly after: (
    transaction: WriteTransaction,
    applied: readonly Applied[],
    along: string | null,
  ) => Promise<Extra>;
  /** Called while the intent is being recorded. The commit may still fail. */
  readonly meanwhile?: (applied: readonly Applied[]) => Promise<void>;
  /** Stored for a repetition of the request. */
  readonly reply: (extra: Extra) => string | null;
}

/** A set with too many rows for memory: applied and recorded page by page. */
export interface LongTransaction<Extra> {
  readonly set: NewSet;
  readonly asked: Asked;
  /** Yields each page within the transaction, as it is applied; returns the extra. */
  readonly pages: (transaction: WriteTransaction) => AsyncGenerator<JournalPage, Extra>;
  readonly reply: (extra: Extra) => string | null;
}

/** What all transactions have in common: writing the rows and recording them. */
interface Running<Result> {
  readonly set: NewSet;
  readonly asked: Asked;
  /** Calls `intended` before the first entry in the journal. */
  readonly write: (transaction: WriteTransaction, intended: () => void) => Promise<Written<Result>>;
  /** Too long for others to share its transaction. */
  readonly isLong: boolean;
  /** Empty if they come page by page. */
  readonly changes: readonly PlannedChange[];
  readonly reply: (result: Result) => string | null;
  readonly meanwhile?: (result: Result) => Promise<void>;
}

/** What was written, and what remains to be recorded. */
interface Written<Result> {
  readonly result: Result;
  /** Null if everything is in the journal already. */
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
  /** The ids of the sets in progress in this process. */
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
      ...(work.meanwhile && { meanwhile: async ({ applied }) => work.meanwhile?.(applied) }),
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

  /** Runs everything except COMMIT; records nothing. */
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

  /** The problem to report for a failure. */
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

  /** `isAlone`: it conflicted with others in a shared transaction. */
  async #once<Result>(work: Running<Result>, isAlone: boolean): Promise<Result> {
    const { set } = work;
    let isIntended = false;
    const intended = () => {
      isIntended = true;
    };
    /** Filled when everything is written, before COMMIT. */
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
      // Whatever the failure was, nothing was committed.
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
    // By then the journal has begun to write.
    await immediate();
    await meanwhile(result);
  }
}

/** A check at the end is not about a particular change. */
export function notAtTheEnd(cause: unknown): Problem {
  const detail = 'A rule of the database that is checked at the end does not hold.';
  return new Problem('refused-value', detail, { cause });
}
