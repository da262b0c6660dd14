// A row at one moment: what is shown of each column, and what more is needed to write the same value again.
import { isLosslessNumber } from '../../contract/json.ts';
import { itemsOf } from '../../contract/json-parts.ts';
import type { WrittenRow } from '../../dialects/writer.ts';
import type { Column, Entity } from '../../model/database.ts';
import type { TableChanges } from '../../query/compile/change.ts';
import type { Shown } from '../../query/dialect/write.ts';
import { decimalOf, plainDigits } from '../../query/literals.ts';

export interface ImageCell {
  /** JSON text. */
  readonly shown: string;
  /** Null where what is shown is enough. */
  readonly kept: string | null;
}

/** By the names of the columns. */
export type Image = ReadonlyMap<string, ImageCell>;

/** A row as `TableChanges.read` gives it. */
export function imageOf(entity: Entity, statements: TableChanges, [list, ...kept]: WrittenRow): Image {
  const items = itemsOf(list ?? '[]');
  const image = new Map<string, ImageCell>();
  const { keptPlaces } = statements;
  for (const [i, { name }] of entity.columns.entries()) {
    const place = keptPlaces.get(name);
    image.set(name, { shown: items[i] ?? 'null', kept: place === undefined ? null : (kept[place] ?? null) });
  }
  return image;
}

/** What is shown of a column; null where the image has no such column. */
export function shownIn(image: Image, { name }: Pick<Column, 'name'>): string | null {
  return image.get(name)?.shown ?? null;
}

/** The text that a record's address has for a value, null for NULL; undefined for what is no value of a key. */
export function addressText({ json, text }: Shown): string | null | undefined {
  if (json === null || typeof json === 'string') return json;
  if (typeof json === 'boolean' || isLosslessNumber(json)) return text;
  // The keys of some are lists and objects, which are addressed by their text.
  return text;
}

/** Digits that are written in one way only. */
const isWholeNumber = /^(?:0|-?[1-9]\d*)$/;

/** The same for values of a key that are the same: the digits of a number may be written in several ways. */
export function keyText(shown: readonly string[]): string {
  const [first] = shown;
  // Most keys are one number, and a set asks for each of them several times.
  if (first !== undefined && shown.length === 1 && isWholeNumber.test(first)) return first;
  return JSON.stringify(shown.map(canonical));
}

function canonical(text: string): string {
  if (isWholeNumber.test(text)) return text;
  if (!/^-?\d/.test(text)) return text.startsWith('"') ? JSON.stringify(JSON.parse(text)) : text;
  const decimal = decimalOf({ kind: 'number', text });
  return decimal === null ? text : plainDigits(decimal);
}

/** The key of a row, by column, as JSON text. */
export function keyOf(entity: Entity, image: Image): ReadonlyMap<string, string> {
  return new Map(entity.key.map(({ name }) => [name, image.get(name)?.shown ?? 'null']));
}

/** A JSON object of raw members. */
export function objectText(members: Iterable<readonly [name: string, text: string]>): string {
  let text = '';
  for (const [name, value] of members) text += `${text === '' ? '{' : ','}${quotedName(name)}:${value}`;
  return text === '' ? '{}' : `${text}}`;
}

/** The columns that somebody may see of an image. */
export function imageText(image: Image, columns: Iterable<Pick<Column, 'name'>>): string {
  let text = '';
  for (const { name } of columns) {
    const cell = image.get(name);
    if (cell !== undefined) text += `${text === '' ? '{' : ','}${quotedName(name)}:${cell.shown}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

/** Most names need no escape. */
function quotedName(name: string): string {
  return /^\w*$/.test(name) ? `"${name}"` : JSON.stringify(name);
}
