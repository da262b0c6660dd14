// Attaches the service's conflicts and refusals to rows and cells of the tray, and applies the person's decisions.
import type { Conflict, DryRun } from '../../src/contract/change.ts';
import type { Exactly } from '../api/exact.ts';
import type { SentChanges } from './sent.ts';
import { discardRow, dropCell, noIssues, putRow, sameCell, type Tray } from './tray.ts';

/** Attaches to each row what somebody else changed meanwhile. Two people writing the same value is not a conflict. */
export function withConflicts(
  tray: Tray,
  { ids }: SentChanges,
  conflicts: readonly Exactly<Conflict>[],
): Tray {
  return conflicts.reduce((next, { change, gone, cells }) => {
    const id = ids[Number(change.value)] ?? '';
    const row = next.get(id);
    if (row === undefined) return next;
    // A deleted row offers no choice of values.
    if (gone === true) return putRow(next, id, { ...row, gone, conflicts: [] });
    const [same, others] = partitionCells(cells);
    const noted = { ...row, gone: false, conflicts: others };
    if (noted.op !== 'update') return putRow(next, id, noted);
    const seen = { ...noted.seen, ...Object.fromEntries(same.map(({ column, now }) => [column, now])) };
    return putRow(next, id, { ...noted, seen });
  }, tray);
}

type ConflictCells = Exactly<Conflict>['cells'];

function partitionCells(cells: ConflictCells): readonly [same: ConflictCells, others: ConflictCells] {
  const isSame = ({ yours, now }: ConflictCells[number]) => yours !== undefined && sameCell(yours, now);
  return [cells.filter(isSame), cells.filter((cell) => !isSame(cell))];
}

export interface Refusal {
  readonly pointer: string;
  readonly detail: string;
}

/** Attaches to each cell what the database would refuse. */
export function withRefusals(tray: Tray, { ids }: SentChanges, refusals: readonly Refusal[]): Tray {
  return refusals.reduce((next, { pointer, detail }) => {
    const [, list, number, , column = ''] = pointer.split('/').map(unescaped);
    const id = list === 'changes' ? (ids[Number(number)] ?? '') : '';
    const row = next.get(id);
    if (row === undefined) return next;
    return putRow(next, id, { ...row, refusals: { ...row.refusals, [column]: detail } });
  }, tray);
}

function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Attaches what a dry run found. */
export function withFindings(tray: Tray, sent: SentChanges, found: Exactly<DryRun>['refusals']): Tray {
  const conflicts = found.flatMap((refusal) => refusal.conflicts ?? []);
  const others = found.filter((refusal) => refusal.conflicts === undefined);
  return withRefusals(withConflicts(withoutIssues(tray), sent, conflicts), sent, others);
}

/** What a request was refused for as a whole. */
interface Objections {
  readonly conflicts: readonly Exactly<Conflict>[];
  readonly pointer?: string | undefined;
  readonly message: string;
}

/** The tray with the objections in place of earlier findings; undefined if they do not concern a row. */
export function withObjections(
  tray: Tray,
  sent: SentChanges,
  { conflicts, pointer = '', message }: Objections,
): Tray | undefined {
  const before = withoutIssues(tray);
  if (conflicts.length > 0) return withConflicts(before, sent, conflicts);
  const noted = withRefusals(before, sent, [{ pointer, detail: message }]);
  return hasIssues(noted) ? noted : undefined;
}

/** Clears earlier findings. */
function withoutIssues(tray: Tray): Tray {
  return new Map([...tray].map(([id, row]) => [id, { ...row, ...noIssues }]));
}

export function hasIssues(tray: Tray): boolean {
  return [...tray.values()].some(
    ({ conflicts, gone, refusals }) => gone || conflicts.length > 0 || Object.keys(refusals).length > 0,
  );
}

/** The person has seen the other value and overwrites it. */
export function keepMine(tray: Tray, id: string, column: string): Tray {
  const row = tray.get(id);
  const cell = row?.conflicts.find((one) => one.column === column);
  if (row === undefined || row.op === 'insert' || cell === undefined) return tray;
  const next = {
    ...row,
    seen: { ...row.seen, [column]: cell.now },
    conflicts: row.conflicts.filter((one) => one !== cell),
  };
  return next.op === 'update' ? putRow(tray, id, next) : putRow(tray, id, next);
}

/** Accepts the other person's value; for a row to delete, keeps the whole row. */
export function takeTheirs(tray: Tray, id: string, column: string): Tray {
  const row = tray.get(id);
  if (row?.op === 'delete') return discardRow(tray, id);
  if (row?.op !== 'update') return tray;
  const seen = keepMine(tray, id, column);
  return dropCell(seen, id, column);
}
