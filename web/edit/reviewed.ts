// The rows of a review: the dry run's result for each, or the tray's row if it could not be tried.
import type { AppliedChange } from '../api/changes.ts';
import type { RecordCells } from '../values/records.ts';
import { type PendingRow, rowId, type Tray } from './tray.ts';
import type { CheckedChanges } from './useSaving.ts';

export interface ReviewedRow {
  readonly id: string;
  readonly row: PendingRow;
  readonly change: AppliedChange;
}

function hasIssues({ gone, conflicts, refusals }: PendingRow): boolean {
  return gone || conflicts.length > 0 || Object.keys(refusals).length > 0;
}

function plannedChange(row: PendingRow): AppliedChange {
  const { op, entity } = row;
  if (row.op === 'insert') return { op, entity, key: {}, before: null, after: row.set };
  const after = row.op === 'delete' ? null : { ...row.seen, ...row.set };
  return { op, entity, key: row.key, before: row.seen, after };
}

/**
 * A policy may show columns in some rows only, and answers about changes leave these columns out. The person saw and
 * edited them all the same, and the dry run has accepted them.
 */
function withOwnValues(change: AppliedChange, planned: AppliedChange): AppliedChange {
  const complete = (tried: RecordCells | null, own: RecordCells | null) => tried && { ...own, ...tried };
  const [before, after] = [planned.before, planned.after];
  return { ...change, before: complete(change.before, before), after: complete(change.after, after) };
}

/** Rows that need a decision come first. */
export function reviewedRows(tray: Tray, { sent, found }: CheckedChanges): readonly ReviewedRow[] {
  const requested = found.changes.filter(({ cascade }) => cascade === undefined);
  const isComplete = found.refusals.length === 0 && requested.length === sent.ids.length;
  const tried = new Map(
    requested.flatMap((change, i): [string, AppliedChange][] => {
      if (isComplete) return [[sent.ids[i] ?? '', change]];
      return change.op === 'insert' ? [] : [[rowId(change), change]];
    }),
  );
  const rows = [...tray].map(([id, row]): ReviewedRow => {
    // If the row was edited since, the dry run's result is out of date.
    const change = hasIssues(row) ? undefined : tried.get(id);
    const planned = plannedChange(row);
    return { id, row, change: change ? withOwnValues(change, planned) : planned };
  });
  return rows.toSorted((a, b) => Number(hasIssues(b.row)) - Number(hasIssues(a.row)));
}
