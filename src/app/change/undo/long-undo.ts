// Undoes a long set page by page, last page first. As with short sets, all rows are compared before the first is
// written: later changes by triggers are not conflicts.
import type { Conflict } from '../../../contract/change.ts';
import { Problem } from '../../../contract/problem.ts';
import type { WriteTransaction } from '../../../dialects/writer.ts';
import { type Applied, applyChanges } from '../apply/apply.ts';
import { conflictProblem, knownTexts } from '../apply/conflicts.ts';
import { guardOf } from '../apply/guard.ts';
import { Triggers } from '../apply/triggers.ts';
import type { FinalRows } from '../journal/page-text.ts';
import type { NewSet } from '../journal/stored.ts';
import type { PlannedChange } from '../plan/planned.ts';
import type { ChangeContext } from '../refusals/refusals.ts';
import { CurrentRows } from '../rows/current-rows.ts';
import { Rows } from '../rows/rows.ts';
import type { Transactions } from '../transaction/transactions.ts';
import type { LaterCells } from './later-cells.ts';
import { areUnchanged } from './unchanged-rows.ts';
import { withoutHidden } from './undo.ts';

/** The most conflicts to report. */
const maxConflicts = 1_000;

export interface LongUndo {
  readonly set: NewSet;
  readonly context: ChangeContext;
  /** The number of pages of the set to undo. */
  readonly pages: number;
  /** The inverse changes of a page. */
  readonly changes: (page: number) => Promise<readonly PlannedChange[]>;
  /** The rows as a page left them. */
  readonly finalRows: (page: number) => Promise<readonly FinalRows[]>;
  readonly later: LaterCells;
}

export async function undoPages(transactions: Transactions, undo: LongUndo): Promise<void> {
  const { set, context } = undo;
  await transactions.runLong<null>({
    set,
    context,
    async *pages(transaction): AsyncGenerator<readonly Applied[], null> {
      await compare(transaction, undo);
      yield* write(transaction, undo);
      return null;
    },
    reply: () => null,
  });
}

/** Throws a Problem with the conflicts of all pages. Locks the rows. */
async function compare(
  transaction: WriteTransaction,
  { context, pages, changes, finalRows, later }: LongUndo,
): Promise<void> {
  const { dialect, fullDatabase, isLimited } = context.snapshot;
  const rows = new Rows(dialect.sql, transaction);
  const found: Conflict[] = [];
  /** The number of changes on the pages compared, as far as counted. */
  let before = 0;
  let uncounted: number[] = [];
  for (let n = pages - 1; n >= 0 && found.length < maxConflicts; n--) {
    // Partially hidden rows need a closer look.
    if (!isLimited && (await areUnchanged(transaction, rows, fullDatabase, await finalRows(n)))) {
      uncounted.push(n);
      continue;
    }
    const page = await changes(n);
    const conflicts = await conflictsOf(transaction, context, page, async () => {
      await later.readPagesAfter(n);
      return later;
    });
    if (conflicts.length > 0) {
      const problem = withoutHidden(conflictProblem(conflicts), page);
      const own = problem instanceof Problem ? (problem.extras.conflicts ?? []) : [];
      if (own.length === 0) throw problem;
      for (const other of uncounted) before += (await changes(other)).length;
      uncounted = [];
      for (const conflict of own) found.push({ ...conflict, change: conflict.change + before });
    }
    before += page.length;
  }
  if (found.length > 0) throw conflictProblem(found);
}

async function conflictsOf(
  transaction: WriteTransaction,
  context: ChangeContext,
  page: readonly PlannedChange[],
  later: () => Promise<LaterCells>,
): Promise<readonly Conflict[]> {
  const { sql } = context.snapshot.dialect;
  const guard = guardOf(context, transaction);
  for (const change of page) guard?.check(change);
  const currentRows = new CurrentRows(new Rows(sql, transaction), guard, new Triggers(sql, transaction));
  await currentRows.lock(page);
  if ((await conflictsAmong(currentRows, page)).length === 0) return [];
  // Later changes are undone first, so leave them out.
  const cells = await later();
  const left = page.map((change) => withoutLater(change, cells));
  const found = await conflictsAmong(currentRows, left);
  return found.filter(({ change }) => !isInsertedAgain(left[change], cells));
}

async function conflictsAmong(
  currentRows: CurrentRows,
  page: readonly PlannedChange[],
): Promise<readonly Conflict[]> {
  const { conflicts, doubtful } = await currentRows.conflicts(page);
  return [...conflicts, ...doubtful].toSorted((a, b) => a.change - b.change);
}

function withoutLater(change: PlannedChange, later: LaterCells): PlannedChange {
  const { entity, key, expect, expectHidden } = change;
  const texts = key && knownTexts(key);
  if (texts === null) return change;
  const left = (expected: PlannedChange['expect'] = new Map()) =>
    new Map([...expected].filter(([column]) => !later.hasChanged(entity.name, texts, column)));
  return { ...change, expect: left(expect), expectHidden: left(expectHidden) };
}

function isInsertedAgain(change: PlannedChange | undefined, later: LaterCells): boolean {
  const texts = change?.key && knownTexts(change.key);
  return change !== undefined && texts != null && later.hasRemoved(change.entity.name, texts);
}

async function* write(
  transaction: WriteTransaction,
  { context, pages, changes }: LongUndo,
): AsyncGenerator<readonly Applied[], void> {
  const { dialect, fullDatabase } = context.snapshot;
  for (let n = pages - 1; n >= 0; n--) {
    const page = (await changes(n)).map(
      (change): PlannedChange => ({ ...change, expect: new Map(), expectHidden: new Map() }),
    );
    const options = { database: fullDatabase, guard: guardOf(context, transaction) };
    const done = await transaction
      .attempt(() => applyChanges(dialect.sql, transaction, page, options))
      .catch((error: unknown) => {
        throw withoutHidden(error, page);
      });
    yield done.applied;
  }
}
