// Turns pasted cells into edits of the tray, and lists the cells that cannot be pasted.
import { namesByValue, recordsByName } from '../../answers/recordNames.ts';
import { type Cell, exactJson } from '../../api/exact.ts';
import { type CopiedCell, canPasteUnchanged } from '../../edit/copied.ts';
import type { Reading } from '../../edit/entry.ts';
import type { LocaleFormat } from '../../edit/localeFormat.ts';
import { rememberedName, rememberName } from '../../edit/pending.ts';
import { readCopied, readPasted } from '../../edit/readings.ts';
import { referredTo } from '../../edit/references.ts';
import type { CellEdit } from '../../edit/tray.ts';
import { late } from '../../messages/late.ts';
import type { Column, Model, Relation } from '../../model/model.ts';
import { ownValue } from '../../state/ownValue.ts';

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

/** The keys of the records with each of these names. */
async function keysByName(
  model: Model,
  relation: Relation,
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly Cell[]>> {
  const entity = model.entities.get(relation.entity);
  const [pointedAt = ''] = relation.other;
  const found = new Map<string, readonly Cell[]>([...names].map((name) => [name, []]));
  const records = entity ? await recordsByName(entity, names, relation.other) : [];
  for (const [name, hits] of records) {
    const keys = hits.map(({ cells }) => ownValue(cells, pointedAt) ?? null);
    for (const key of keys) rememberName(relation.entity, key, name);
    found.set(name, keys);
  }
  return found;
}

/** Looks up the names of the records that are referenced by pasted keys, since the grid shows names. */
async function rememberNames(
  model: Model,
  edits: readonly CellEdit[],
  columns: Iterable<Column>,
): Promise<void> {
  for (const column of columns) {
    const target = column.pointsTo?.entity;
    if (target === undefined) continue;
    const values = edits
      .filter((edit) => edit.column === column.name)
      .map(({ value }) => value)
      .filter((value) => value !== null && referredTo(value) === undefined)
      .filter((value) => rememberedName(target, value) === undefined);
    const named = await namesByValue(model, column, values).catch(() => new Map<string, string>());
    for (const value of values) {
      const name = named.get(exactJson(value));
      if (name !== undefined) rememberName(target, value, name);
    }
  }
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
  await rememberNames(model, edits, names.keys());
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
