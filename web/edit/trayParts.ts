// Applying a part of the tray, and what remains of the tray afterwards.
import type { AppliedChange } from '../../src/contract/change.ts';
import type { Cell, Exactly } from '../api/exact.ts';
import { ownValue } from '../state/ownValue.ts';
import { referenceIn } from './references.ts';
import type { SentChanges } from './sent.ts';
import { type CellEdit, type PendingRow, putCells, referencesOf, sameCell, type Tray } from './tray.ts';

/** These rows and the new rows that they refer to: a part that can be applied without the rest. */
export function partOf(tray: Tray, ids: readonly string[]): Tray {
  const included = new Set<string>();
  function include(id: string): void {
    const row = tray.get(id);
    if (row === undefined || included.has(id)) return;
    included.add(id);
    referencesOf(row).forEach(include);
  }
  ids.forEach(include);
  return new Map([...tray].filter(([id]) => included.has(id)));
}

/** The tray with one part replaced by its later state. */
export function withPart(tray: Tray, before: Tray, after: Tray): Tray {
  const rows = [...tray].flatMap(([id, row]): [string, PendingRow][] => {
    if (!before.has(id)) return [[id, row]];
    const now = after.get(id);
    return now === undefined ? [] : [[id, now]];
  });
  return new Map([...rows, ...[...after].filter(([id]) => !tray.has(id))]);
}

/**
 * The tray after a part was applied: edits made since the request remain, and references to the part's new rows become
 * their values.
 */
export function afterApplying(
  tray: Tray,
  sent: SentChanges,
  applied: readonly Exactly<AppliedChange>[],
): Tray {
  const requested = applied.filter(({ cascade }) => cascade === undefined);
  const made = new Map(sent.ids.map((id, i) => [id, requested[i]?.after ?? {}]));
  const now = (value: Cell): Cell => {
    const reference = referenceIn(value);
    const row = reference && made.get(reference.ref);
    return row ? (ownValue(row, reference.column) ?? null) : value;
  };
  const others = [...tray].flatMap(([id, row]): [string, PendingRow][] => {
    if (made.has(id)) return [];
    if (row.op === 'delete') return [[id, row]];
    const set = Object.entries(row.set).map(([name, value]) => [name, now(value)]);
    return [[id, { ...row, set: Object.fromEntries(set) }]];
  });
  const since = sent.ids.flatMap((id, i): CellEdit[] => {
    const row = tray.get(id);
    const change = sent.changes[i];
    const done = requested[i];
    if (!row || row.op === 'delete' || !change || change.op === 'delete' || !done?.after) return [];
    const { entity, after: seen } = done;
    const key = Object.fromEntries(Object.keys(done.key).map((name) => [name, ownValue(seen, name) ?? null]));
    return Object.entries(row.set)
      .filter(
        ([name, value]) =>
          !Object.hasOwn(change.set, name) || !sameCell(value, ownValue(change.set, name) ?? null),
      )
      .map(([column, value]) => ({ row: { entity, key, seen }, column, value: now(value) }));
  });
  return putCells(new Map(others), since);
}
