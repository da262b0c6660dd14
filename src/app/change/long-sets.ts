// Change sets that are longer than the memory should hold: imports, and what takes them back.
import type { Conflict } from '../../contract/change.ts';
import type { ImportSummary } from '../../contract/import.ts';
import { Problem } from '../../contract/problem.ts';
import { type Applied, applyChanges } from './apply.ts';
import { Cascades } from './cascades.ts';
import { conflicting } from './conflicts.ts';
import { guardOf } from './guard.ts';
import type { ImportRun } from './import/run.ts';
import type { NewSet } from './journal-stored.ts';
import type { PlannedChange } from './planned.ts';
import type { Asked } from './refusals.ts';
import type { Transactions } from './transactions.ts';
import { withoutUnseen } from './undo.ts';

/** Rolls the transaction back: some rows are bad. */
class BadRows extends Error {
  readonly summary: ImportSummary;

  constructor(summary: ImportSummary) {
    super('some rows are bad');
    this.summary = summary;
  }
}

export function tryImport(
  transactions: Transactions,
  user: string | null,
  begin: () => ImportRun,
): Promise<ImportSummary> {
  return transactions.try(user, async (transaction) => {
    const pages = begin().pages(transaction);
    for (;;) {
      const page = await pages.next();
      if (page.done === true) return page.value;
    }
  });
}

/** All rows, or none where one of them is bad. */
export async function applyImport(
  transactions: Transactions,
  set: NewSet,
  asked: Asked,
  begin: () => ImportRun,
): Promise<ImportSummary> {
  try {
    return await transactions.runLong<ImportSummary>({
      set,
      asked,
      async *pages(transaction) {
        const summary = yield* begin().pages(transaction);
        if (summary.bad > 0) throw new BadRows(summary);
        return summary;
      },
      reply: (summary) => JSON.stringify(summary),
    });
  } catch (error) {
    if (error instanceof BadRows) return error.summary;
    throw error;
  }
}

/** The last page first. `changes` turns a page around. */
export async function undoPages(
  transactions: Transactions,
  set: NewSet,
  asked: Asked,
  count: number,
  changes: (n: number) => Promise<readonly PlannedChange[]>,
): Promise<void> {
  const { dialect, whole } = asked.snapshot;
  await transactions.runLong<null>({
    set,
    asked,
    async *pages(transaction): AsyncGenerator<readonly Applied[], null> {
      const conflicts = new PageConflicts();
      for (let n = count - 1; n >= 0 && !conflicts.isEnough; n--) {
        const page = await changes(n);
        const options = { watch: new Cascades(whole), guard: guardOf(asked, transaction) };
        const done = await conflicts.seen(page, () =>
          transaction
            .attempt(() => applyChanges(dialect.sql, transaction, page, options))
            .catch((error: unknown) => {
              throw withoutUnseen(error, page);
            }),
        );
        if (done !== null) yield done.applied;
      }
      conflicts.tell();
      return null;
    },
    reply: () => null,
  });
}

/** More of them help nobody. */
const mostConflicts = 1_000;

/** What is in the way of an undo, over all of its pages. */
class PageConflicts {
  readonly #found: Conflict[] = [];
  /** Rows of pages that were not undone: what else is said of them follows from that. */
  readonly #left = new Set<string>();
  #before = 0;

  get isEnough(): boolean {
    return this.#found.length >= mostConflicts;
  }

  /** Null where the page is in conflict. After such a page, others are only looked through. */
  async seen<T>(page: readonly PlannedChange[], work: () => Promise<T>): Promise<T | null> {
    try {
      const result = await work();
      return this.#found.length === 0 ? result : null;
    } catch (error) {
      const found = error instanceof Problem ? (error.extras.conflicts ?? []) : [];
      // What fails because something before it was left out says nothing.
      if (found.length === 0 && this.#found.length === 0) throw error;
      for (const conflict of found) {
        const change = page[conflict.change];
        if (change !== undefined && this.#left.has(rowOf(change))) continue;
        this.#found.push({ ...conflict, change: conflict.change + this.#before });
      }
      for (const change of page) this.#left.add(rowOf(change));
      return null;
    } finally {
      this.#before += page.length;
    }
  }

  tell(): void {
    if (this.#found.length > 0) throw conflicting(this.#found);
  }
}

function rowOf({ entity, key, set }: PlannedChange): string {
  const given = key ?? entity.key.map((column) => set.get(column));
  return `${entity.name}\0${JSON.stringify(given.map((part) => (part !== undefined && 'text' in part ? part.text : null)))}`;
}
