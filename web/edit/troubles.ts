// What the service has against the tray, noted at its rows and cells; and the choices of whoever decides a conflict.
import type { Conflict, DryRun } from '../../src/contract/change.ts';
import type { Exactly } from '../api/exact.ts';
import type { Sent } from './sent.ts';
import { discardRow, dropCell, putRow, sameCell, type Tray, untroubled } from './tray.ts';

/** Notes in each row what somebody else did to it meanwhile. Whoever wrote the same is in nobody's way. */
export function withConflicts(tray: Tray, { ids }: Sent, conflicts: readonly Exactly<Conflict>[]): Tray {
  return conflicts.reduce((next, { change, gone, cells }) => {
    const id = ids[Number(change.value)] ?? '';
    const row = next.get(id);
    if (row === undefined) return next;
    // Of a row that is gone there is nothing to keep and nothing to take.
    if (gone === true) return putRow(next, id, { ...row, gone, conflicts: [] });
    const [same, others] = partitioned(cells);
    const noted = { ...row, gone: false, conflicts: others };
    if (noted.op !== 'update') return putRow(next, id, noted);
    const seen = { ...noted.seen, ...Object.fromEntries(same.map(({ column, now }) => [column, now])) };
    return putRow(next, id, { ...noted, seen });
  }, tray);
}

type ConflictCells = Exactly<Conflict>['cells'];

function partitioned(cells: ConflictCells): readonly [same: ConflictCells, others: ConflictCells] {
  const isSame = ({ yours, now }: ConflictCells[number]) => yours !== undefined && sameCell(yours, now);
  return [cells.filter(isSame), cells.filter((cell) => !isSame(cell))];
}

export interface Refusal {
  readonly pointer: string;
  readonly detail: string;
}

/** Notes at each cell what the database would not take there. */
export function withRefusals(tray: Tray, { ids }: Sent, refusals: readonly Refusal[]): Tray {
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

/** What a dry run found, noted where it belongs. */
export function withFindings(tray: Tray, sent: Sent, found: Exactly<DryRun>['refusals']): Tray {
  const conflicts = found.flatMap((refusal) => refusal.conflicts ?? []);
  const others = found.filter((refusal) => refusal.conflicts === undefined);
  return withRefusals(withConflicts(untangled(tray), sent, conflicts), sent, others);
}

/** Forgets what was found before. */
function untangled(tray: Tray): Tray {
  return new Map([...tray].map(([id, row]) => [id, { ...row, ...untroubled }]));
}

export function hasTroubles(tray: Tray): boolean {
  return [...tray.values()].some(
    ({ conflicts, gone, refusals }) => gone || conflicts.length > 0 || Object.keys(refusals).length > 0,
  );
}

/** The person has seen what somebody else wrote, and writes over it. */
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

/** What somebody else wrote stays; of a row that was to go, all stays. */
export function takeTheirs(tray: Tray, id: string, column: string): Tray {
  const row = tray.get(id);
  if (row?.op === 'delete') return discardRow(tray, id);
  if (row?.op !== 'update') return tray;
  const seen = keepMine(tray, id, column);
  return dropCell(seen, id, column);
}
