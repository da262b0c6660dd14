// A block of cells from a spreadsheet as edits of the tray, and what of it cannot be one.
import { recordsCalled } from '../../answers/recordSearch.ts';
import type { Cell } from '../../api/exact.ts';
import type { Manner } from '../../edit/asSeen.ts';
import type { Reading } from '../../edit/entry.ts';
import type { Pasted } from '../../edit/paste.ts';
import { rememberName } from '../../edit/pending.ts';
import { readPasted } from '../../edit/readings.ts';
import type { CellEdit } from '../../edit/tray.ts';
import { late } from '../../messages/late.ts';
import type { Column, Model, Relation } from '../../model/model.ts';

/** Where a pasted cell goes; a text says why it goes nowhere. */
export type PastePlace =
  | { readonly row: CellEdit['row']; readonly column: Column; readonly seen: Cell }
  | string;

export interface PasteInput {
  readonly model: Model;
  readonly manner: Manner;
  readonly isOwn: boolean;
  readonly cells: Pasted;
  /** `shown` is what the cell shows, so that what is there already is no complaint. */
  readonly placeAt: (row: number, column: number) => { readonly place: PastePlace; readonly shown: string };
}

export interface PasteOutcome {
  readonly edits: readonly CellEdit[];
  readonly left: readonly { readonly row: number; readonly column: number; readonly why: string }[];
}

/** How many names are looked up at the same moment. */
const AT_ONCE = 4;

/** The keys of records by their names: one search for each name. */
async function keysByName(
  model: Model,
  relation: Relation,
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly Cell[]>> {
  const entity = model.entities.get(relation.entity);
  const [pointedAt = ''] = relation.other;
  const found = new Map<string, readonly Cell[]>();
  const waiting = [...names];
  async function work(): Promise<void> {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const hits = entity ? await recordsCalled(entity, name, relation.other) : [];
      const keys = hits.map(({ cells }) => cells[pointedAt] ?? null);
      for (const key of keys) rememberName(relation.entity, key, name);
      found.set(name, keys);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
}

export async function pasteCells(input: PasteInput): Promise<PasteOutcome> {
  const { model, manner, isOwn, cells } = input;
  const placed = cells.flatMap((row, r) =>
    row.map((text, c) => ({ text, row: r, column: c, ...input.placeAt(r, c) })),
  );
  const names = new Map<Column, Set<string>>();
  for (const { place, text, shown } of placed) {
    if (typeof place === 'string' || !place.column.pointsTo || text === '' || text === shown) continue;
    names.set(place.column, (names.get(place.column) ?? new Set<string>()).add(text));
  }
  const keys = new Map<Column, ReadonlyMap<string, readonly Cell[]>>();
  for (const [column, texts] of names) {
    if (column.pointsTo) keys.set(column, await keysByName(model, column.pointsTo, texts));
  }
  const edits: CellEdit[] = [];
  const left: PasteOutcome['left'][number][] = [];
  for (const { place, text, shown, row, column } of placed) {
    if (text === shown && text !== '') continue;
    if (typeof place === 'string') {
      if (text !== shown) left.push({ row, column, why: place });
      continue;
    }
    const reading = read(place, text);
    if ('complaint' in reading) left.push({ row, column, why: reading.complaint });
    else edits.push({ row: place.row, column: place.column.name, value: reading.value });
  }
  return { edits, left };

  function read(place: Exclude<PastePlace, string>, text: string): Reading {
    const found = text === '' ? undefined : keys.get(place.column)?.get(text);
    if (found && found.length > 1) return { complaint: late.edit.severalCalled(text) };
    const [key] = found ?? [];
    if (key !== undefined) return { value: key };
    const engine = model.engine.name;
    const reading = readPasted({ column: place.column, seen: place.seen, engine, manner }, text, isOwn);
    return found && 'complaint' in reading ? { complaint: late.edit.noneCalled(text) } : reading;
  }
}
