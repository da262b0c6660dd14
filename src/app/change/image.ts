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
  const places = new Map(statements.keptColumns.map(({ name }, i) => [name, i]));
  return new Map(
    entity.columns.map(({ name }, i) => {
      const place = places.get(name);
      return [name, { shown: items[i] ?? 'null', kept: place === undefined ? null : (kept[place] ?? null) }];
    }),
  );
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

/** The same for values of a key that are the same: the digits of a number may be written in several ways. */
export function keyText(shown: readonly string[]): string {
  return JSON.stringify(shown.map(canonical));
}

function canonical(text: string): string {
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
  return `{${[...members].map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

/** The columns that somebody may see of an image. */
export function imageText(image: Image, columns: Iterable<Pick<Column, 'name'>>): string {
  return objectText(
    [...columns].flatMap(({ name }) => {
      const cell = image.get(name);
      return cell === undefined ? [] : [[name, cell.shown] as const];
    }),
  );
}
