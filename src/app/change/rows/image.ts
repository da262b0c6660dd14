// A row at one moment: the values shown, and what else is needed to write the same values again.
import { isLosslessNumber } from '../../../contract/json.ts';
import { eachItem, eachMember, endOfValue, firstItemOf, itemsOf } from '../../../contract/json-parts.ts';
import { Problem } from '../../../contract/problem.ts';
import { recordProperty } from '../../../contract/record-properties.ts';
import { StaleSchema } from '../../../dialects/dialect.ts';
import type { WrittenRow } from '../../../dialects/writer.ts';
import type { Column, Entity } from '../../../model/database.ts';
import type { TableChanges } from '../../../query/compile/change.ts';
import { shownOf } from '../../../query/dialect/shown.ts';
import type { Shown } from '../../../query/dialect/write.ts';
import { decimalOf, plainDigits } from '../../../query/literals.ts';

export interface ImageCell {
  /** JSON text. */
  readonly shown: string;
  /** Null if the shown text is enough. */
  readonly kept: string | null;
}

/** By column name. */
export interface Image extends Iterable<readonly [name: string, cell: ImageCell]> {
  get(name: string): ImageCell | undefined;
  has(name: string): boolean;
  keys(): Iterable<string>;
}

/** MySQL and MariaDB give NULL for a text above their limit, or if a column's type has changed. */
function rowTooLarge(): Problem {
  return new Problem('refused-by-database', 'A row is larger than the database server may put together.', {
    cause: new StaleSchema(null),
  });
}

/**
 * MySQL and MariaDB write numbers as they are: a text in a column that was a number when the schema was read is no JSON,
 * and the history would keep it for ever.
 */
function typeChanged(): Problem {
  return new Problem('refused-by-database', 'A row cannot be read: a column has another type by now.', {
    cause: new StaleSchema(null),
  });
}

/** Longer rows are not checked: parsing one would delay other requests. */
const maxCheckedLength = 64 * 1024;

function isJson(text: string): boolean {
  if (text.length > maxCheckedLength) return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A row read by `TableChanges.read`, parsed on demand: a set has thousands of rows, of which few columns are used. */
export class RowImage implements Image {
  readonly #statements: TableChanges;
  readonly #row: WrittenRow;
  #parts: readonly string[] | null = null;
  #isChecked = false;

  constructor(statements: TableChanges, row: WrittenRow) {
    this.#statements = statements;
    this.#row = row;
  }

  /** Parsed on demand: many rows are journalled as they came. */
  get #items(): readonly string[] {
    this.#parts ??= itemsOf(this.list);
    return this.#parts;
  }

  /** The shown values of all columns, as the engine wrote them. */
  get list(): string {
    const [list] = this.#row;
    if (list === null) throw rowTooLarge();
    if (list === undefined) return '[]';
    if (!this.#isChecked && !isJson(list)) throw typeChanged();
    this.#isChecked = true;
    return list;
  }

  /** A JSON list of all columns' kept values; empty if there are none. */
  get keptList(): string {
    return this.#statements.kept.list(this.#row);
  }

  isOf(entity: Entity): boolean {
    return this.#statements.isOf(entity);
  }

  get(name: string): ImageCell | undefined {
    const place = this.#statements.places.get(name);
    if (place === undefined) return undefined;
    return { shown: this.#items[place] ?? 'null', kept: this.#statements.kept.of(this.#row, name) };
  }

  has(name: string): boolean {
    return this.#statements.places.has(name);
  }

  keys(): Iterable<string> {
    return this.#statements.places.keys();
  }

  *[Symbol.iterator](): Iterator<readonly [string, ImageCell]> {
    for (const [name, place] of this.#statements.places) {
      const kept = this.#statements.kept.of(this.#row, name);
      yield [name, { shown: this.#items[place] ?? 'null', kept }];
    }
  }

  /** A JSON object of all columns; `labels` precede their values. */
  objectText(labels: readonly string[]): string {
    const { list } = this;
    let text = '';
    let place = 0;
    eachItem(list, 0, (begin) => {
      const end = endOfValue(list, begin);
      text += `${labels[place++]}${list.slice(begin, end)}`;
      return end;
    });
    return `${text}}`;
  }

  /** The value shown for a column. */
  shown(name: string): string | undefined {
    const place = this.#statements.places.get(name);
    // Most keys come first, and for most rows nothing else is needed.
    if (place === 0 && this.#parts === null) return firstItemOf(this.list);
    return place === undefined ? undefined : this.#items[place];
  }
}

/** The number of characters shown; 0 if there is no row. */
export function textLength(image: Image | null): number {
  if (image === null) return 0;
  if (image instanceof RowImage) return image.list.length;
  let length = 0;
  for (const [, { shown }] of image) length += shown.length;
  return length;
}

/** The image of a record with exactly the entity's columns; null if its columns differ. */
export function imageOfRecord({ columns }: Entity, record: string): Image | null {
  const image = new Map<string, ImageCell>();
  let isOther = false;
  eachMember(record, 0, (name, begin) => {
    const end = endOfValue(record, begin);
    const column = columns[image.size];
    // The record's own address and its links follow the values.
    if (column === undefined || isOther) return end;
    if (name === recordProperty(column.name))
      image.set(column.name, { shown: record.slice(begin, end), kept: null });
    else isOther = true;
    return end;
  });
  return isOther || image.size < columns.length ? null : image;
}

/** The value shown for a column; null if the image lacks the column. */
export function shownIn(image: Image, { name }: Pick<Column, 'name'>): string | null {
  return (image instanceof RowImage ? image.shown(name) : image.get(name)?.shown) ?? null;
}

/** The values shown for several columns, `null` if missing. */
export function textsIn(image: Image, columns: readonly Pick<Column, 'name'>[]): string[] {
  return columns.map((column) => shownIn(image, column) ?? 'null');
}

/** Whether any shown or kept value differs. */
export function isOther(before: Image, after: Image): boolean {
  return [...before].some(([name, { shown, kept }]) => {
    const now = after.get(name);
    return now?.shown !== shown || now.kept !== kept;
  });
}

/** The text of a value in a record's address, null for NULL; undefined if it cannot be a key. */
export function addressText({ json, text }: Shown): string | null | undefined {
  if (json === null || typeof json === 'string') return json;
  if (typeof json === 'boolean' || isLosslessNumber(json)) return text;
  // Lists and objects as keys are addressed by their text.
  return text;
}

/** The same for a column of a row. The kept value tells a JSON null, which has an address, from NULL. */
export function addressIn(image: Image, { name, mode }: Pick<Column, 'name' | 'mode'>): string | null {
  const { shown, kept } = image.get(name) ?? { shown: 'null', kept: null };
  if (shown === 'null' && kept !== null && mode === 'json') return shown;
  return addressText(shownOf(shown)) ?? null;
}

/** Digits that are written in one way only. */
const isWholeNumber = /^(?:0|-?[1-9]\d*)$/;

/** The same text for equal keys: a number may have several spellings. */
export function keyText(shown: readonly string[]): string {
  const [first] = shown;
  // Most keys are a single number, and a set needs each several times.
  if (first !== undefined && shown.length === 1 && isWholeNumber.test(first)) return first;
  const texts = shown.map(canonical);
  const [only = ''] = texts;
  return texts.length === 1 && isWholeNumber.test(only) ? only : JSON.stringify(texts);
}

function canonical(text: string): string {
  if (isWholeNumber.test(text)) return text;
  if (!/^-?\d/.test(text)) return text.startsWith('"') ? JSON.stringify(JSON.parse(text)) : text;
  const decimal = decimalOf({ kind: 'number', text });
  return decimal === null ? text : plainDigits(decimal);
}

/** A row's key by column, as JSON texts. */
export function keyOf(entity: Entity, image: Image): ReadonlyMap<string, string> {
  return new Map(entity.key.map((column) => [column.name, shownIn(image, column) ?? 'null']));
}

/** A JSON object from raw members. */
export function objectText(members: Iterable<readonly [name: string, text: string]>): string {
  let text = '';
  for (const [name, value] of members) text += `${text === '' ? '{' : ','}${quotedName(name)}:${value}`;
  return text === '' ? '{}' : `${text}}`;
}

/** The columns of an entity's rows that the caller may see. */
export class ShownColumns {
  readonly #entity: Entity;
  readonly #columns: readonly Column[];
  /** The text before each value, if all columns are present. */
  readonly #labels: readonly string[];
  readonly #isWhole: boolean;

  constructor(entity: Entity, columns: readonly Column[] = entity.columns) {
    this.#entity = entity;
    this.#columns = columns;
    this.#labels = columns.map(({ name }, i) => `${i === 0 ? '{' : ','}${quotedName(name)}:`);
    this.#isWhole = columns.length === entity.columns.length;
  }

  /** A JSON object of the columns in the image. */
  text(image: Image): string {
    if (this.#isWhole && image instanceof RowImage && image.isOf(this.#entity)) {
      return image.objectText(this.#labels);
    }
    const members = this.#columns.flatMap((column) => {
      const shown = shownIn(image, column);
      return shown === null ? [] : [[column.name, shown] as const];
    });
    return objectText(members);
  }
}

/** Most names need no escape. */
function quotedName(name: string): string {
  return /^\w*$/.test(name) ? `"${name}"` : JSON.stringify(name);
}
