// Finds and locks the rows of a change set by their keys, within its transaction.
import type { ModeType } from '../../../contract/mode-types.ts';
import type { WriteTransaction, WrittenRow } from '../../../dialects/writer.ts';
import type { Column, Entity, ForeignKey } from '../../../model/database.ts';
import { TableChanges } from '../../../query/compile/change.ts';
import type { KeyTerm, RowsToRead } from '../../../query/compile/row-template.ts';
import { eitherOf, isNullCondition } from '../../../query/dialect/bound.ts';
import { shownOf } from '../../../query/dialect/shown.ts';
import type { SqlDialect } from '../../../query/dialect/sql.ts';
import type { BoundSql } from '../../../query/dialect/statement.ts';
import { addressText, type Image, keyText, RowImage, textsIn } from './image.ts';

/** Keys per statement. */
export const keysPerStatement = 500;

/** Most keys are integers, whose address is their digits. */
const isWholeNumber = /^-?\d+$/;

/** Integers with no other spelling except with a fraction or exponent. */
const isPlainNumber = /^(?:0|-?[1-9]\d*)$/;

/** Types whose values are lists, documents or composites. */
const isNested: ReadonlySet<ModeType> = new Set(['json', 'array', 'other']);

type KeyBound = NonNullable<KeyTerm['bound']>;

/** Several rows have the key, so it identifies none. */
export const severalRows = Symbol('several');

export type Found = Image | typeof severalRows | null;

/** JSON texts, in the order of the key. */
export type KeyTexts = readonly string[];

const nothing: Promise<readonly WrittenRow[]> = Promise.resolve([]);

/** A statement that reads the rows of some keys. */
export interface RowRead {
  readonly keys: readonly KeyTexts[];
  readonly which?: RowsToRead;
  /** Null if no row can have any of them. */
  readonly statement: BoundSql | null;
}

export class Rows {
  readonly #dialect: SqlDialect;
  readonly #transaction: WriteTransaction;

  constructor(dialect: SqlDialect, transaction: WriteTransaction) {
    this.#dialect = dialect;
    this.#transaction = transaction;
  }

  statements(entity: Entity): TableChanges {
    return TableChanges.of(this.#dialect, entity);
  }

  /** The row of each key, in their order. */
  async find(entity: Entity, keys: readonly KeyTexts[], which: RowsToRead = {}): Promise<Found[]> {
    const found: Found[] = [];
    const reads = this.reads(entity, keys, which);
    let reading = this.#ask(reads[0]);
    for (const [i, read] of reads.entries()) {
      const rows = await reading;
      // The engine finds the next rows while these are processed.
      reading = this.#ask(reads[i + 1]);
      found.push(...(await this.found(entity, read, rows)));
    }
    return found;
  }

  #ask(read: RowRead | undefined): Promise<readonly WrittenRow[]> {
    if (read === undefined || read.statement === null) return nothing;
    const rows = this.#transaction.rows(read.statement);
    // The next await reports the failure; until then it must not count as unhandled.
    rows.catch(() => {});
    return rows;
  }

  /** The statements that read the rows of these keys. */
  reads(entity: Entity, keys: readonly KeyTexts[], which: RowsToRead = {}): RowRead[] {
    const reads: RowRead[] = [];
    for (let from = 0; from < keys.length; from += keysPerStatement) {
      const some = keys.slice(from, from + keysPerStatement);
      const terms = this.#allTerms(entity, some);
      reads.push({
        keys: some,
        which,
        statement: terms.length === 0 ? null : this.statements(entity).read(terms, which),
      });
    }
    return reads;
  }

  /** Matches a statement's keys with the rows it returned. */
  async found(entity: Entity, { keys, which }: RowRead, rows: readonly WrittenRow[]): Promise<Found[]> {
    const statements = this.statements(entity);
    const byKey = new Map<string, Found>();
    for (const row of rows) {
      const image = new RowImage(statements, row);
      const text = ownKey(entity, image);
      byKey.set(text, byKey.has(text) ? severalRows : image);
    }
    const missing: KeyTexts[] = [];
    const found = keys.map((key) => {
      const one = byKey.get(keyText(key)) ?? null;
      if (one === null) missing.push(key);
      return one;
    });
    if (missing.length === 0 || byKey.size === 0) return found;
    // Some columns treat several texts as one value, so a row may be found under another spelling.
    const isEachNamed = new Set(found.filter((one) => one !== null)).size >= byKey.size;
    if (isEachNamed && !(await this.#areThere(entity, missing, which))) return found;
    const again: Found[] = [];
    for (const [i, one] of found.entries()) {
      again.push(one ?? only(await this.#readWhere(entity, this.#allTerms(entity, [keys[i] ?? []]), which)));
    }
    return again;
  }

  /** Whether keys that no row shows still match rows, which other keys of the set may have found. */
  async #areThere(entity: Entity, keys: readonly KeyTexts[], which?: RowsToRead): Promise<boolean> {
    const isOwn = (text: string, i: number) => entity.key[i]?.mode === 'integer' && isPlainNumber.test(text);
    const odd = keys.filter((key) => !key.every(isOwn));
    return odd.length > 0 && (await this.#readWhere(entity, this.#allTerms(entity, odd), which)).length > 0;
  }

  /** The keys of those of the rows that are not in a table that inherits from this one. */
  async ownKeys(entity: Entity, images: readonly Image[]): Promise<ReadonlySet<string>> {
    const own = new Set<string>();
    for (let from = 0; from < images.length; from += keysPerStatement) {
      const some = images.slice(from, from + keysPerStatement).map((image) => keyTexts(entity, image));
      for (const image of await this.#readWhere(entity, this.#allTerms(entity, some), { areOwn: true }))
        own.add(ownKey(entity, image));
    }
    return own;
  }

  /** The schema and the name of the table that a row is in. */
  async homeOf(entity: Entity, image: Image): Promise<WrittenRow> {
    const terms = this.terms(entity, keyTexts(entity, image));
    const statement = terms === null ? null : this.statements(entity).home(terms);
    const [home = []] = statement === null ? [] : await this.#transaction.rows(statement);
    return home;
  }

  /** The rows whose foreign key refers to one of these. A foreign key is not inherited. */
  async referring(entity: Entity, key: ForeignKey, parents: readonly Image[]): Promise<Image[]> {
    const found: Image[] = [];
    for (let from = 0; from < parents.length; from += keysPerStatement) {
      const terms = parents.slice(from, from + keysPerStatement).flatMap((parent) => {
        const one = key.columns.flatMap((column, i) => {
          const text = addressText(shownOf(parent.get(key.targetColumns[i]?.name ?? '')?.shown ?? 'null'));
          const bound = typeof text === 'string' ? this.#dialect.key(column, text, 'referred') : null;
          return bound === null ? [] : [{ column, bound }];
        });
        return one.length === key.columns.length ? [one] : [];
      });
      found.push(...(await this.#readWhere(entity, terms, { areOwn: true })));
    }
    return found;
  }

  /** Those of the rows whose referenced row is missing. A reference that contains NULL refers to no row. */
  async dangling(target: Entity, key: ForeignKey, images: readonly Image[]): Promise<Image[]> {
    const named = new Map<string, { readonly terms: KeyTerm[]; readonly images: Image[] }>();
    for (const image of images) {
      const text = keyText(textsIn(image, key.columns));
      const terms = named.has(text) ? [] : this.#referredTerms(key, image);
      if (terms !== null) named.set(text, named.get(text) ?? { terms, images: [] });
      named.get(text)?.images.push(image);
    }
    const all = [...named];
    const missing: Image[] = [];
    for (let from = 0; from < all.length; from += keysPerStatement) {
      const some = all.slice(from, from + keysPerStatement);
      const found = await this.#readWhere(
        target,
        some.map(([, { terms }]) => terms),
      );
      const there = new Set(found.map((image) => keyText(textsIn(image, key.targetColumns))));
      for (const [text, { terms, images: own }] of some) {
        // The engine may consider differently spelled values equal.
        const isThere = there.has(text) || (await this.#readWhere(target, [terms])).length > 0;
        if (!isThere) missing.push(...own);
      }
    }
    return missing;
  }

  /** The condition for the referenced row; null if there is no reference. */
  #referredTerms(key: ForeignKey, image: Image): KeyTerm[] | null {
    const terms: KeyTerm[] = [];
    for (const [i, column] of key.targetColumns.entries()) {
      const text = addressText(shownOf(image.get(key.columns[i]?.name ?? '')?.shown ?? 'null'));
      const bound = typeof text === 'string' ? this.#dialect.key(column, text, 'referred') : null;
      if (bound === null) return null;
      terms.push({ column, bound });
    }
    return terms;
  }

  /** The condition for a key; null if no row can have it. */
  terms(entity: Entity, key: KeyTexts): KeyTerm[] | null {
    const match = entity.keyKind === 'all' ? 'whole' : 'equal';
    const terms: KeyTerm[] = [];
    for (const [i, column] of entity.key.entries()) {
      const shown = key[i] ?? 'null';
      const text = isWholeNumber.test(shown) ? shown : addressText(shownOf(shown));
      if (text === undefined) return null;
      const bound = text === null ? null : this.#dialect.key(column, text, match);
      if (text !== null && bound === null) return null;
      terms.push({ column, bound: this.#asShown(entity, column, shown, bound) });
    }
    return terms;
  }

  /**
   * In a table without a key, a shown value may differ from its address: a document that is a string is shown in
   * quotes, and a JSON null is shown like NULL. If rows match either form, the key is ambiguous.
   */
  #asShown({ keyKind }: Entity, column: Column, shown: string, bound: KeyBound | null): KeyBound | null {
    const { shownAs } = this.#dialect.changing;
    if (keyKind !== 'all' || shownAs === undefined || !isNested.has(column.mode)) return bound;
    if (bound === null && column.mode !== 'json') return null;
    return eitherOf(bound ?? isNullCondition, shownAs(column, shown.trim()));
  }

  /** Without keys that no row can have. */
  #allTerms(entity: Entity, keys: readonly KeyTexts[]): (readonly KeyTerm[])[] {
    return keys.flatMap((key) => {
      const one = this.terms(entity, key);
      return one === null ? [] : [one];
    });
  }

  async #readWhere(
    entity: Entity,
    terms: readonly (readonly KeyTerm[])[],
    which: RowsToRead = {},
  ): Promise<Image[]> {
    if (terms.length === 0) return [];
    const statements = this.statements(entity);
    const rows = await this.#transaction.rows(statements.read(terms, which));
    return rows.map((row) => new RowImage(statements, row));
  }
}

function only([first, ...more]: readonly Image[]): Found {
  return more.length > 0 ? severalRows : (first ?? null);
}

export function ownKey(entity: Entity, image: Image): string {
  return keyText(keyTexts(entity, image));
}

/** Unique across tables. */
export function rowId(entity: Entity, image: Image): string {
  return `${entity.name}\0${ownKey(entity, image)}`;
}

export function keyTexts(entity: Entity, image: Image): KeyTexts {
  return textsIn(image, entity.key);
}

/** A row of a table without a key; rows equal to it are interchangeable. */
export function sameRow(entity: Entity, key: KeyTexts): Image {
  return new Map(entity.key.map(({ name }, i) => [name, { shown: key[i] ?? 'null', kept: null }]));
}

const isNumber = /^-?\d+$/;

/** Numbers by size, which is the engine's order for most keys. */
export function compareKeys(a: string, b: string): number {
  if (a.length !== b.length && isNumber.test(a) && isNumber.test(b)) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}
