// What of the tray is sent, in an order in which each change finds what it needs.
import type { Change } from '../../src/contract/change.ts';
import { type Exactly, exactJson } from '../api/exact.ts';
import type { Model } from '../model/model.ts';
import type { RecordCells } from '../values/records.ts';
import { type PendingRow, referencesOf, type Tray } from './tray.ts';

/** Changes as they are sent: `changes[i]` is about the row `ids[i]` of the tray. */
export interface Sent {
  readonly ids: readonly string[];
  readonly changes: readonly Exactly<Change>[];
}

export function changesOf(tray: Tray, model: Model): Sent {
  const rows = inOrder(tray, model);
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
  // Nothing more than the edited cells: then what others did to the rest of the row holds as well.
  return {
    op: 'update',
    entity,
    key,
    set: row.set,
    expect: Object.fromEntries(names.map((name) => [name, seen[name] ?? null])),
  };
}

/**
 * Each new row before those that refer to it, and each row that goes after those that referred to it: they would be in its
 * way, or go along. Everything else as it was touched.
 */
function inOrder(tray: Tray, model: Model): readonly (readonly [string, PendingRow])[] {
  const leaving = leavingRows(tray, model);
  const placed = new Map<string, PendingRow>();
  const visiting = new Set<string>();
  function place(id: string): void {
    const row = tray.get(id);
    if (row === undefined || placed.has(id) || visiting.has(id)) return;
    visiting.add(id);
    referencesOf(row).forEach(place);
    leaving.get(id)?.forEach(place);
    placed.set(id, row);
  }
  for (const id of tray.keys()) place(id);
  return [...placed];
}

/** Of each row that is to go: the rows of the tray that are seen to refer to it. */
function leavingRows(tray: Tray, model: Model): ReadonlyMap<string, readonly string[]> {
  const going = [...tray].flatMap(([id, row]) => (row.op === 'delete' ? [{ id, row }] : []));
  const pairs: { readonly parent: string; readonly id: string }[] = [];
  for (const target of new Set(going.map(({ row }) => row.entity))) {
    for (const { entity, own, other } of relationsTo(model, target)) {
      const named = new Map(
        going
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

/** Undefined where one of them is null or was not seen. */
function valuesIn(cells: RecordCells, names: readonly string[]): string | undefined {
  const values = names.map((name) => cells[name] ?? null);
  return values.includes(null) ? undefined : values.map(exactJson).join('\n');
}
