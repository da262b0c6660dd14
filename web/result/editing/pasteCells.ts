// Turns pasted cells into edits of the tray, and lists the cells that cannot be pasted.
import { recordsNamed } from '../../answers/recordSearch.ts';
import type { Cell } from '../../api/exact.ts';
import { type CopiedCell, canPasteUnchanged } from '../../edit/copied.ts';
import type { Reading } from '../../edit/entry.ts';
import type { LocaleFormat } from '../../edit/localeFormat.ts';
import { rememberName } from '../../edit/pending.ts';
import { readCopied, readPasted } from '../../edit/readings.ts';
import type { CellEdit } from '../../edit/tray.ts';
import { late } from '../../messages/late.ts';
import type { Column, Model, Relation } from '../../model/model.ts';

/** The target of a pasted cell; a string says why there is none. */
export type PastePlace =
  | { readonly row: CellEdit['row']; readonly column: Column; readonly seen: Cell }
  | string;

/** A text, or the cell behind a text that was copied on this page. */
export type PastedCell = string | CopiedCell;

export interface PasteInput {
  readonly model: Model;
  readonly manner: LocaleFormat;
  readonly cells: readonly (readonly PastedCell[])[];
  /** `shown` is the cell's text, so that pasting an unchanged value is not a complaint. */
  readonly placeAt: (row: number, column: number) => { readonly place: PastePlace; readonly shown: string };
}

export interface PasteOutcome {
  readonly edits: readonly CellEdit[];
  readonly left: readonly { readonly row: number; readonly column: number; readonly why: string }[];
}

/** The number of concurrent lookups. */
const MAX_CONCURRENT = 4;

/** The keys of records by name: one search per name. */
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
      const hits = entity ? await recordsNamed(entity, name, relation.other) : [];
      const keys = hits.map(({ cells }) => cells[pointedAt] ?? null);
      for (const key of keys) rememberName(relation.entity, key, name);
      found.set(name, keys);
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, work));
  return found;
}

export async function pasteCells(input: PasteInput): Promise<PasteOutcome> {
  const { model, manner, cells } = input;
  const placed = cells.flatMap((row, r) =>
    row.map((pasted, c) => {
      const { place, shown } = input.placeAt(r, c);
      const text = typeof pasted === 'string' ? pasted : pasted.text;
      const isOwn = typeof pasted !== 'string';
      const isWhole = isOwn && typeof place !== 'string' && canPasteUnchanged(pasted, place.column);
      return { text, isOwn, copied: isWhole ? pasted : undefined, row: r, column: c, place, shown };
    }),
  );
  const names = new Map<Column, Set<string>>();
  for (const { place, text, shown, copied } of placed) {
    if (typeof place === 'string' || !place.column.pointsTo || copied) continue;
    if (text === '' || text === shown) continue;
    names.set(place.column, (names.get(place.column) ?? new Set<string>()).add(text));
  }
  const keys = new Map<Column, ReadonlyMap<string, readonly Cell[]>>();
  for (const [column, texts] of names) {
    if (column.pointsTo) keys.set(column, await keysByName(model, column.pointsTo, texts));
  }
  const edits: CellEdit[] = [];
  const left: PasteOutcome['left'][number][] = [];
  for (const { place, text, isOwn, copied, shown, row, column } of placed) {
    // Two records may have the same name, so cells copied on this page are compared by value.
    if (!copied && text === shown && text !== '') continue;
    if (typeof place === 'string') {
      if (text !== shown) left.push({ row, column, why: place });
      continue;
    }
    // An empty pasted cell leaves a new row's default, unless a null was copied and the column allows it.
    const hasContent = text !== '' || shown !== '' || (copied?.value === null && place.column.nullable);
    if (typeof place.row === 'string' && !hasContent && copied?.value !== '') continue;
    const reading = copied ? readCopied(place.column, copied.value) : read(place, text, isOwn);
    if ('complaint' in reading) left.push({ row, column, why: reading.complaint });
    else edits.push({ row: place.row, column: place.column.name, value: reading.value });
  }
  return { edits, left };

  function read(place: Exclude<PastePlace, string>, text: string, isOwn: boolean): Reading {
    const found = text === '' ? undefined : keys.get(place.column)?.get(text);
    if (found && found.length > 1) return { complaint: late.edit.severalCalled(text) };
    const [key] = found ?? [];
    if (key !== undefined) return { value: key };
    const engine = model.engine.name;
    const reading = readPasted({ column: place.column, seen: place.seen, engine, manner }, text, isOwn);
    return found && 'complaint' in reading ? { complaint: late.edit.noneCalled(text) } : reading;
  }
}
