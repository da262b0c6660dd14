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
import { mayHaveChanged, writePages } from '../journal/write-pages.ts';
import type { PlannedChange } from '../plan/planned.ts';
import { type ChangeContext, problemOf, refusalProblem } from '../refusals/refusals.ts';
import { RefusedAtEnd, RefusedChange } from '../refusals/refused-change.ts';
import { completeRefusal, isIncomplete } from '../refusals/refused-column.ts';
import { Rows } from '../rows/rows.ts';
import { updateFinalState } from '../undo/long-final-state.ts';
import type { CommitOutcomes } from './commit-outcomes.ts';
import { isShort, RowsOfGroups } from './shared-transactions.ts';
import { reached } from './steps.ts';
import { withRetries } from './with-retries.ts';

export interface Transaction<Extra> {
  readonly set: NewSet;
  readonly changes: readonly PlannedChange[];
  readonly context: ChangeContext;
  /** Called within the transaction, when the rows are locked and before anything is written. */
  readonly locked?: ApplyOptions['locked'];
  /** A statement to send along with the write, which shows some of its result. */
  readonly followUp?: NonNullable<ApplyOptions['followUp']>;
  /**
   * Called within the transaction, when everything is written. `followUp`: the first value that the statement sent along
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
  readonly context: ChangeContext;
  /** Yields each page within the transaction, as it is applied; returns the extra. */
  readonly pages: (transaction: WriteTransaction) => AsyncGenerator<JournalPage, Extra>;
  readonly reply: (extra: Extra) => string | null;
}

/** What all transactions have in common: writing the rows and recording them. */
interface RunningChange<Result> {
  readonly set: NewSet;
  readonly context: ChangeContext;
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
  readonly #outcomes: CommitOutcomes;
  readonly #shared = new RowsOfGroups();
  /** The ids of the sets in progress in this process. */
  readonly underWay = new Set<string>();
  /** The ids of those of them with an Idempotency-Key that have been committed. */
  readonly committed = new Set<string>();

  constructor(writer: Writer, journal: Journal, outcomes: CommitOutcomes) {
    this.#writer = writer;
    this.#journal = journal;
    this.#outcomes = outcomes;
  }

  run<Extra>(work: Transaction<Extra>): Promise<Done<Extra>> {
    const { set, context, changes } = work;
    return this.#guarded<Done<Extra>>({
      set,
      context,
      changes,
      reply: ({ extra }) => work.reply(extra),
      ...(work.meanwhile && { meanwhile: async ({ applied }) => work.meanwhile?.(applied) }),
      isLong: false,
      write: async (transaction) => {
        const { dialect, fullDatabase } = context.snapshot;
        const guard = guardOf(context, transaction);
        const { locked, followUp } = work;
        const options = { database: fullDatabase, guard, locked, followUp };
        const { applied, followUp: shown } = await applyChanges(dialect.sql, transaction, changes, options);
        reached('written');
        const extra = await work.after(transaction, applied, shown);
        const mark = await transaction.mark();
        return { result: { applied, extra }, intent: { set, mark, applied } };
      },
    });
  }

  runLong<Extra>(work: LongTransaction<Extra>): Promise<Extra> {
    const { set, context, reply } = work;
    return this.#guarded<Extra>({
      set,
      context,
      changes: [],
      reply,
      isLong: true,
      write: async (transaction, intended) => {
        const mark = await transaction.mark();
        intended();
        await this.#journal.open(set, mark);
        const { database, dialect, fullDatabase } = context.snapshot;
        const isShown = ({ cause, entity }: Applied) =>
          cause === 'named' || seesAllRows(database, entity.name);
        const { pages } = this.#journal;
        const { result, count, written } = await writePages(pages, set.id, work.pages(transaction), isShown);
        if (await mayHaveChanged(count, written, context, transaction)) {
          await updateFinalState(pages, set.id, count, new Rows(dialect.sql, transaction), fullDatabase);
        }
        reached('written');
        return { result, intent: null };
      },
    });
  }

  async #guarded<Result>(work: RunningChange<Result>): Promise<Result> {
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
      await transaction.setUser(user);
      return work(transaction);
    };
    return this.#writer.transact(tried, { isTrial: true });
  }

  #repeated<Result>(work: RunningChange<Result>): Promise<Result> {
    return withRetries(async (attempt) => {
      try {
        return await this.#once(work, attempt > 1);
      } catch (error) {
        throw error instanceof RolledBack ? error : await this.#problemFor(error, work);
      }
    });
  }

  /** The problem to report for a failure. */
  async #problemFor<Result>(
    error: unknown,
    { set, context, changes }: RunningChange<Result>,
  ): Promise<unknown> {
    if (error instanceof RefusedChange) {
      const { dialect } = context.snapshot;
      const refused = isIncomplete(error)
        ? await this.try(set.user, (transaction) => completeRefusal(dialect.sql, transaction, error, changes))
        : error;
      return problemOf(refused, context);
    }
    if (!(error instanceof Refused)) return error;
    const [first, ...more] = changes;
    if (first === undefined) return refusedAtEnd(error);
    return more.length === 0
      ? refusalProblem(new RefusedChange(error, first), context)
      : new RefusedAtEnd(error);
  }

  /** `isAlone`: it conflicted with others in a shared transaction. */
  async #once<Result>(work: RunningChange<Result>, isAlone: boolean): Promise<Result> {
    const { set } = work;
    let isIntended = false;
    const intended = () => {
      isIntended = true;
    };
    /** Filled when everything is written, before COMMIT. */
    const ready: { readonly result: Result }[] = [];
    const write: Work<Written<Result>> = async (transaction, group) => {
      reached('begun');
      await transaction.setUser(set.user);
      const written = await work.write(transaction, intended);
      if (group !== null) this.#shared.add(group, written.intent?.applied ?? []);
      return written;
    };
    const beforeCommit = async ({ result, intent }: Written<Result>) => {
      const reply = set.request === null ? null : work.reply(result);
      if (intent !== null) {
        intended();
        const writing = this.#journal.recordIntent({ ...intent, reply }, this.underWay.size === 1);
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
        await this.#outcomes.resolveUnknown(set, work.context.snapshot, work.reply(written.result), error);
        this.#noteCommit(set);
        return written.result;
      }
      // Whatever the failure was, nothing was committed.
      if (isIntended && set.request === null) await this.#journal.forget(set.id);
      throw error;
    }
    this.#noteCommit(set);
    reached('committed');
    await this.#outcomes.recordCommit(set, work.reply(result));
    reached('settled');
    return result;
  }

  #noteCommit({ id, request }: NewSet): void {
    if (request !== null) this.committed.add(id);
  }

  async #meanwhile<Result>({ meanwhile }: RunningChange<Result>, result: Result): Promise<void> {
    if (meanwhile === undefined) return;
    // By then the journal has begun to write.
    await immediate();
    await meanwhile(result);
  }
}

/** A check at the end is not about a particular change. */
export function refusedAtEnd(cause: unknown): Problem {
  const detail = 'A rule of the database that is checked at the end does not hold.';
  return new Problem('refused-value', detail, { cause });
}
