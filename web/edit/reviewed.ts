// The rows of a review: the dry run's result for each, or the tray's row if it could not be tried.
import type { AppliedChange } from '../api/changes.ts';
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
    return { id, row, change: change ?? plannedChange(row) };
  });
  return rows.toSorted((a, b) => Number(hasIssues(b.row)) - Number(hasIssues(a.row)));
}
