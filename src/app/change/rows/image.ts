// A row at one moment: what is shown of each column, and what more is needed to write the same value again.
import { isLosslessNumber } from '../../../contract/json.ts';
import { eachItem, eachMember, endOfValue, firstItemOf, itemsOf } from '../../../contract/json-parts.ts';
import type { WrittenRow } from '../../../dialects/writer.ts';
import type { Column, Entity } from '../../../model/database.ts';
import type { TableChanges } from '../../../query/compile/change.ts';
import { recordProperty } from '../../../query/compile/records.ts';
import { shownOf } from '../../../query/dialect/shown.ts';
import type { Shown } from '../../../query/dialect/write.ts';
import { decimalOf, plainDigits } from '../../../query/literals.ts';

export interface ImageCell {
  /** JSON text. */
  readonly shown: string;
  /** Null where what is shown is enough. */
  readonly kept: string | null;
}

/** By the names of the columns. */
export interface Image extends Iterable<readonly [name: string, cell: ImageCell]> {
  get(name: string): ImageCell | undefined;
  has(name: string): boolean;
  keys(): Iterable<string>;
}

/** A row as `TableChanges.read` gives it: a set has thousands of them, of which a few columns are looked at. */
export class RowImage implements Image {
  readonly #statements: TableChanges;
  readonly #row: WrittenRow;
  #parts: readonly string[] | null = null;

  constructor(statements: TableChanges, row: WrittenRow) {
    this.#statements = statements;
    this.#row = row;
  }

  /** Many rows are written down as they came, and nobody looks into them. */
  get #items(): readonly string[] {
    this.#parts ??= itemsOf(this.list);
    return this.#parts;
  }

  /** What is shown of all columns, as the engine wrote it. */
  get list(): string {
    return this.#row[0] ?? '[]';
  }

  /** A JSON list of what is kept of all columns; nothing where nothing is. */
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

  /** A JSON object of all columns; `labels` stand before their values. */
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

  /** What is shown of a column. */
  shown(name: string): string | undefined {
    const place = this.#statements.places.get(name);
    // Most keys stand there, and of most rows nobody looks at anything else.
    if (place === 0 && this.#parts === null) return firstItemOf(this.list);
    return place === undefined ? undefined : this.#items[place];
  }
}

/** The row that a record shows, all of whose columns it has; null where these are others. */
export function imageOfRecord({ columns }: Entity, record: string): Image | null {
  const image = new Map<string, ImageCell>();
  let isOther = false;
  eachMember(record, 0, (name, begin) => {
    const end = endOfValue(record, begin);
    const column = columns[image.size];
    // Behind the values follow its own address and its links.
    if (column === undefined || isOther) return end;
    if (name === recordProperty(column.name))
      image.set(column.name, { shown: record.slice(begin, end), kept: null });
    else isOther = true;
    return end;
  });
  return isOther || image.size < columns.length ? null : image;
}

/** What is shown of a column; null where the image has no such column. */
export function shownIn(image: Image, { name }: Pick<Column, 'name'>): string | null {
  return (image instanceof RowImage ? image.shown(name) : image.get(name)?.shown) ?? null;
}

/** What is shown of several, `null` where there is nothing. */
export function textsIn(image: Image, columns: readonly Pick<Column, 'name'>[]): string[] {
  return columns.map((column) => shownIn(image, column) ?? 'null');
}

/** Whether a row shows or keeps something else than before. */
export function isOther(before: Image, after: Image): boolean {
  return [...before].some(([name, { shown, kept }]) => {
    const now = after.get(name);
    return now?.shown !== shown || now.kept !== kept;
  });
}

/** The text that a record's address has for a value, null for NULL; undefined for what is no value of a key. */
export function addressText({ json, text }: Shown): string | null | undefined {
  if (json === null || typeof json === 'string') return json;
  if (typeof json === 'boolean' || isLosslessNumber(json)) return text;
  // The keys of some are lists and objects, which are addressed by their text.
  return text;
}

/** The same of a row: what is kept tells the null of JSON, which has an address, from none. */
export function addressIn(image: Image, { name, mode }: Pick<Column, 'name' | 'mode'>): string | null {
  const { shown, kept } = image.get(name) ?? { shown: 'null', kept: null };
  if (shown === 'null' && kept !== null && mode === 'json') return shown;
  return addressText(shownOf(shown)) ?? null;
}

/** Digits that are written in one way only. */
const isWholeNumber = /^(?:0|-?[1-9]\d*)$/;

/** The same for values of a key that are the same: the digits of a number may be written in several ways. */
export function keyText(shown: readonly string[]): string {
  const [first] = shown;
  // Most keys are one number, and a set asks for each of them several times.
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

/** The key of a row, by column, as JSON text. */
export function keyOf(entity: Entity, image: Image): ReadonlyMap<string, string> {
  return new Map(entity.key.map((column) => [column.name, shownIn(image, column) ?? 'null']));
}

/** A JSON object of raw members. */
export function objectText(members: Iterable<readonly [name: string, text: string]>): string {
  let text = '';
  for (const [name, value] of members) text += `${text === '' ? '{' : ','}${quotedName(name)}:${value}`;
  return text === '' ? '{}' : `${text}}`;
}

/** The columns that somebody may see of the rows of an entity. */
export class ShownColumns {
  readonly #entity: Entity;
  readonly #columns: readonly Column[];
  /** What stands before the value of each, where all of them are there. */
  readonly #labels: readonly string[];
  readonly #isWhole: boolean;

  constructor(entity: Entity, columns: readonly Column[] = entity.columns) {
    this.#entity = entity;
    this.#columns = columns;
    this.#labels = columns.map(({ name }, i) => `${i === 0 ? '{' : ','}${quotedName(name)}:`);
    this.#isWhole = columns.length === entity.columns.length;
  }

  /** A JSON object of those that the image has. */
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
