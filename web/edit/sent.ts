// The requests for the tray's rows, ordered so that each change finds what it needs.
import type { Change } from '../../src/contract/change.ts';
import { type Exactly, exactJson } from '../api/exact.ts';
import type { Model } from '../model/model.ts';
import { ownValue } from '../state/ownValue.ts';
import type { RecordCells } from '../values/records.ts';
import { type PendingRow, referencesOf, type Tray } from './tray.ts';

/** The request; `changes[i]` belongs to the tray's row `ids[i]`. */
export interface SentChanges {
  readonly ids: readonly string[];
  readonly changes: readonly Exactly<Change>[];
}

export function changesOf(tray: Tray, model: Model): SentChanges {
  const rows = inSendingOrder(tray, model);
  const referred = new Set(rows.flatMap(([, row]) => referencesOf(row)));
  return {
    ids: rows.map(([id]) => id),
    changes: rows.map(([id, row]) => changeOf(row, referred.has(id) ? id : undefined)),
  };
}

function changeOf(row: PendingRow, ref: string | undefined): Exactly<Change> {
  if (row.op === 'insert') {
    return { op: 'insert', entity: row.entity, ...(ref !== undefined && { ref }), set: row.set };
  }
  const { entity, key, seen } = row;
  if (row.op === 'delete') return { op: 'delete', entity, key, expect: seen };
  const names = Object.keys(row.set);
  // Only the edited cells, so that other people's changes to the rest of the row are kept.
  return {
    op: 'update',
    entity,
    key,
    set: row.set,
    expect: Object.fromEntries(names.map((name) => [name, ownValue(seen, name) ?? null])),
  };
}

/**
 * New rows come before the rows that refer to them; rows are deleted after the rows that referred to them, which would
 * block the deletion or be deleted with it. Otherwise in the order of editing.
 */
function inSendingOrder(tray: Tray, model: Model): readonly (readonly [string, PendingRow])[] {
  const referrers = referrersOfDeleted(tray, model);
  const placed = new Map<string, PendingRow>();
  const visiting = new Set<string>();
  function place(id: string): void {
    const row = tray.get(id);
    if (row === undefined || placed.has(id) || visiting.has(id)) return;
    visiting.add(id);
    referencesOf(row).forEach(place);
    referrers.get(id)?.forEach(place);
    placed.set(id, row);
  }
  for (const id of tray.keys()) place(id);
  return [...placed];
}

/** For each row to delete: the rows of the tray that are seen to refer to it. */
function referrersOfDeleted(tray: Tray, model: Model): ReadonlyMap<string, readonly string[]> {
  const deleted = [...tray].flatMap(([id, row]) => (row.op === 'delete' ? [{ id, row }] : []));
  const pairs: { readonly parent: string; readonly id: string }[] = [];
  for (const target of new Set(deleted.map(({ row }) => row.entity))) {
    for (const { entity, own, other } of relationsTo(model, target)) {
      const named = new Map(
        deleted
          .filter(({ row }) => row.entity === target)
          .map(({ id, row }) => [valuesIn({ ...row.seen, ...row.key }, own), id]),
      );
      for (const [id, row] of tray) {
        if (row.op === 'insert' || row.entity !== entity) continue;
        const values = valuesIn({ ...row.seen, ...row.key }, other);
        const parent = values === undefined ? undefined : named.get(values);
        if (parent !== undefined) pairs.push({ parent, id });
      }
    }
  }
  const byParent = Map.groupBy(pairs, ({ parent }) => parent);
  return new Map([...byParent].map(([parent, own]) => [parent, own.map(({ id }) => id)]));
}

function relationsTo(model: Model, entity: string) {
  return (model.entities.get(entity)?.relations ?? []).filter(({ type }) => type === 'one2many');
}

/** Undefined if one of them is null or was not loaded. */
function valuesIn(cells: RecordCells, names: readonly string[]): string | undefined {
  const values = names.map((name) => ownValue(cells, name) ?? null);
  return values.includes(null) ? undefined : values.map(exactJson).join('\n');
}
