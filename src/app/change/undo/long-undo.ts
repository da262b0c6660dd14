// Undoes a long set page by page, last page first. As with short sets, all rows are compared before the first is
// written: later changes by triggers are not conflicts.
import type { Conflict } from '../../../contract/change.ts';
import { Problem } from '../../../contract/problem.ts';
import type { WriteTransaction } from '../../../dialects/writer.ts';
import { type Applied, applyChanges } from '../apply/apply.ts';
import { conflicting, knownTexts } from '../apply/conflicts.ts';
import { guardOf } from '../apply/guard.ts';
import { Triggers } from '../apply/triggers.ts';
import type { LeftRows } from '../journal/page-text.ts';
import type { NewSet } from '../journal/stored.ts';
import type { PlannedChange } from '../plan/planned.ts';
import type { Asked } from '../refusals/refusals.ts';
import { Rows } from '../rows/rows.ts';
import { RowsNow } from '../rows/rows-now.ts';
import type { Transactions } from '../transaction/transactions.ts';
import type { LaterCells } from './later-cells.ts';
import { areAsLeft } from './left-rows.ts';
import { withoutUnseen } from './undo.ts';

/** The most conflicts to report. */
const mostConflicts = 1_000;

export interface LongUndo {
  readonly set: NewSet;
  readonly asked: Asked;
  /** The number of pages of the set to undo. */
  readonly pages: number;
  /** The inverse changes of a page. */
  readonly changes: (page: number) => Promise<readonly PlannedChange[]>;
  /** The rows as a page left them. */
  readonly left: (page: number) => Promise<readonly LeftRows[]>;
  readonly later: LaterCells;
}

export async function undoPages(transactions: Transactions, undo: LongUndo): Promise<void> {
  const { set, asked } = undo;
  await transactions.runLong<null>({
    set,
    asked,
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
  { asked, pages, changes, left, later }: LongUndo,
): Promise<void> {
  const { dialect, whole, isLimited } = asked.snapshot;
  const rows = new Rows(dialect.sql, transaction);
  const found: Conflict[] = [];
  /** The number of changes on the pages compared, as far as counted. */
  let before = 0;
  let uncounted: number[] = [];
  for (let n = pages - 1; n >= 0 && found.length < mostConflicts; n--) {
    // Partially hidden rows need a closer look.
    if (!isLimited && (await areAsLeft(transaction, rows, whole, await left(n)))) {
      uncounted.push(n);
      continue;
    }
    const page = await changes(n);
    const conflicts = await conflictsOf(transaction, asked, page, async () => {
      await later.behind(n);
      return later;
    });
    if (conflicts.length > 0) {
      const told = withoutUnseen(conflicting(conflicts), page);
      const own = told instanceof Problem ? (told.extras.conflicts ?? []) : [];
      if (own.length === 0) throw told;
      for (const other of uncounted) before += (await changes(other)).length;
      uncounted = [];
      for (const conflict of own) found.push({ ...conflict, change: conflict.change + before });
    }
    before += page.length;
  }
  if (found.length > 0) throw conflicting(found);
}

async function conflictsOf(
  transaction: WriteTransaction,
  asked: Asked,
  page: readonly PlannedChange[],
  later: () => Promise<LaterCells>,
): Promise<readonly Conflict[]> {
  const { sql } = asked.snapshot.dialect;
  const guard = guardOf(asked, transaction);
  for (const change of page) guard?.check(change);
  const now = new RowsNow(new Rows(sql, transaction), guard, new Triggers(sql, transaction));
  await now.lock(page);
  if (conflictsAmong(now, page).length === 0) return [];
  // Later changes are undone first, so leave them out.
  const cells = await later();
  const left = page.map((change) => withoutLater(change, cells));
  return conflictsAmong(now, left).filter(({ change }) => !isMadeAgain(left[change], cells));
}

function conflictsAmong(now: RowsNow, page: readonly PlannedChange[]): readonly Conflict[] {
  const { conflicts, doubtful } = now.conflicts(page);
  return [...conflicts, ...doubtful].toSorted((a, b) => a.change - b.change);
}

function withoutLater(change: PlannedChange, later: LaterCells): PlannedChange {
  const { entity, key, expect, expectUnseen } = change;
  const texts = key && knownTexts(key);
  if (texts === null) return change;
  const left = (expected: PlannedChange['expect'] = new Map()) =>
    new Map([...expected].filter(([column]) => !later.hasChanged(entity.name, texts, column)));
  return { ...change, expect: left(expect), expectUnseen: left(expectUnseen) };
}

function isMadeAgain(change: PlannedChange | undefined, later: LaterCells): boolean {
  const texts = change?.key && knownTexts(change.key);
  return change !== undefined && texts != null && later.hasRemoved(change.entity.name, texts);
}

async function* write(
  transaction: WriteTransaction,
  { asked, pages, changes }: LongUndo,
): AsyncGenerator<readonly Applied[], void> {
  const { dialect, whole } = asked.snapshot;
  for (let n = pages - 1; n >= 0; n--) {
    const page = (await changes(n)).map(
      (change): PlannedChange => ({ ...change, expect: new Map(), expectUnseen: new Map() }),
    );
    const options = { database: whole, guard: guardOf(asked, transaction) };
    const done = await transaction
      .attempt(() => applyChanges(dialect.sql, transaction, page, options))
      .catch((error: unknown) => {
        throw withoutUnseen(error, page);
      });
    yield done.applied;
  }
}
