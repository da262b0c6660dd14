// Many updates of one table that give the same columns: compared, written and looked at as texts of many rows. Whatever is
// unusual about one of them is left to the way of single changes, which tells what it is.
import { itemsOf } from '../../../contract/json-parts.ts';
import type { WriteTransaction } from '../../../dialects/writer.ts';
import type { Column, Entity } from '../../../model/database.ts';
import { TableChanges } from '../../../query/compile/change.ts';
import type { RowTemplate } from '../../../query/compile/row-template.ts';
import type { SqlDialect } from '../../../query/dialect/sql.ts';
import type { BoundSql } from '../../../query/dialect/statement.ts';
import type { AlikeSql } from '../../../query/dialect/write.ts';
import { type PlannedChange, referredColumns } from '../plan/planned.ts';
import { isRefusedTogether } from '../refusals/refused-change.ts';
import { RowImage } from '../rows/image.ts';
import { isSame, isUnchanged } from '../rows/same.ts';
import type { Applied } from './apply.ts';

/** Fewer are done as fast one by one. */
const fewest = 50;

/** Rows of one statement. */
const rowsTogether = 1_000;

/** Undoes what was written of updates that are not to be done in this way. */
const unusual = Symbol('unusual');

/** Whole numbers that a number of JavaScript tells apart, in the digits in which they are shown. */
const isExactNumber = /^(?:0|-?[1-9]\d{0,14})$/;

/** One of the updates. */
interface Update {
  readonly change: PlannedChange;
  /** Which one of its set it is. */
  readonly number: number;
  /** What is shown of its key, and what that is. */
  readonly keyText: string;
  readonly key: number;
}

/** In the order of their keys, in which the engine does them. */
interface Updates {
  readonly all: readonly Update[];
  /** The set has them in this order, too. */
  readonly areInOrder: boolean;
}

/** Updates of one statement, in the order of their keys. */
type Part = readonly Update[];

/** Texts of `TableChanges.readLines`: of each of them, a line for each row. */
type Lines = readonly (readonly string[])[];

/** The rows of a part before it is written. */
interface Rows {
  readonly before: Lines;
  /** What is shown of each row afterwards, where the values are shown as they were given. */
  readonly foreseen: readonly string[];
}

/** The statements, and what the engine takes in them. */
interface Words {
  readonly statements: TableChanges;
  /** Reads all columns. */
  readonly read: RowTemplate;
  readonly update: RowTemplate;
  /** Reads those that were given. */
  readonly look: RowTemplate;
  /** Asks whether anything acts when a row changes; null where nothing can. */
  readonly acting: BoundSql | null;
  readonly alike: AlikeSql;
}

/** All of them, as they were applied; null where they have to be applied one by one, and nothing is changed. */
export async function applyAlike(
  dialect: SqlDialect,
  transaction: WriteTransaction,
  changes: readonly PlannedChange[],
): Promise<readonly Applied[] | null> {
  const [first] = changes;
  if (first === undefined || changes.length < fewest || first.op !== 'update') return null;
  const { entity } = first;
  const columns = [...first.set.keys()];
  const words = wordsOf(dialect, entity, columns);
  const updates = words === null ? null : updatesOf(changes, entity, columns, words.alike);
  if (words === null || updates === null) return null;
  const work = new AlikeUpdates(transaction, entity, columns, words);
  try {
    return await transaction.attempt(() => work.apply(updates));
  } catch (error) {
    if (error === unusual || isRefusedTogether(error)) return null;
    throw error;
  }
}

/** Null where the engine has no words for it, or where more follows from a change than what it says. */
function wordsOf(dialect: SqlDialect, entity: Entity, columns: readonly Column[]): Words | null {
  const { alike, together } = dialect.changing;
  if (alike === undefined || together === undefined) return null;
  const referred = referredColumns(entity);
  const isGiven = (column: Column) => !referred.has(column) && !entity.key.includes(column);
  if (!columns.every(isGiven) || entity.columns.some(({ generated }) => generated)) return null;
  const statements = TableChanges.of(dialect, entity);
  const [read, look] = [statements.readLines(entity.columns), statements.readLines(columns)];
  const update = statements.updateAlike(columns);
  if (read === null || look === null || update === null) return null;
  return { statements, read, update, look, acting: together.actsLater(entity), alike };
}

/** Null where they are not alike, or two of them are about one row. */
function updatesOf(
  changes: readonly PlannedChange[],
  entity: Entity,
  columns: readonly Column[],
  alike: AlikeSql,
): Updates | null {
  const updates: Update[] = [];
  for (const change of changes) {
    const given = change.key?.[0];
    const keyText = given === undefined || given.kind === 'reference' ? '' : given.text;
    if (change.op !== 'update' || change.entity !== entity || !isExactNumber.test(keyText)) return null;
    if (change.set.size !== columns.length) return null;
    for (const column of columns) if (!isTaken(change, column, alike)) return null;
    updates.push({ change, number: updates.length, keyText, key: Number(keyText) });
  }
  const isInOrder = (one: Update, i: number) => i === 0 || one.key > (updates[i - 1]?.key ?? 0);
  if (updates.every(isInOrder)) return { all: updates, areInOrder: true };
  updates.sort((a, b) => a.key - b.key);
  return updates.every(isInOrder) ? { all: updates, areInOrder: false } : null;
}

function isTaken({ set }: PlannedChange, column: Column, alike: AlikeSql): boolean {
  const given = set.get(column);
  if (given === undefined || given.kind !== 'shown') return false;
  return given.text === 'null' ? column.nullable : alike.takes(column, given.text);
}

class AlikeUpdates {
  readonly #transaction: WriteTransaction;
  readonly #entity: Entity;
  readonly #columns: readonly Column[];
  readonly #words: Words;
  /** Where the key and the given columns stand in a row. */
  readonly #keyPlace: number;
  readonly #places: readonly number[];
  /** Most rows have the same type in each column: what was kept last, before and of the given columns, and what that makes. */
  #kept = { before: '', given: '', after: '' };

  constructor(transaction: WriteTransaction, entity: Entity, columns: readonly Column[], words: Words) {
    this.#transaction = transaction;
    this.#entity = entity;
    this.#columns = columns;
    this.#words = words;
    const placeOf = ({ name }: Column) => words.statements.places.get(name) ?? -1;
    this.#keyPlace = entity.key.map(placeOf)[0] ?? -1;
    this.#places = columns.map(placeOf);
  }

  /**
   * The engine does one statement after the other: all rows are read before the first is written, and all are written before
   * the first is looked at. While it does, those of which it has told are compared.
   */
  async apply({ all: updates, areInOrder }: Updates): Promise<readonly Applied[]> {
    const { read, look, acting, alike } = this.#words;
    const parts: Part[] = [];
    for (let from = 0; from < updates.length; from += rowsTogether) {
      parts.push(updates.slice(from, from + rowsTogether));
    }
    const order = areInOrder ? null : alike.heedsOrder(this.#entity, this.#columns);
    const found = [acting, order].map((asked) =>
      asked === null ? [] : quietly(this.#transaction.rows(asked)),
    );
    const readings = parts.map((part) => quietly(this.#lines(read, part)));
    for (const inTheWay of found) if ((await inTheWay).length > 0) throw unusual;
    const rows = await this.#written(parts, readings);
    const looks = parts.map((part) => quietly(this.#lines(look, part)));
    const applied = new Array<Applied>(updates.length);
    for (const [i, part] of parts.entries()) {
      const now = (await looks[i]) ?? [];
      for (const [j, update] of part.entries()) {
        applied[update.number] = this.#applied(update, j, rows[i], now);
      }
    }
    return applied;
  }

  /** Writes each part once its rows are known to be as expected; answers these. */
  async #written(parts: readonly Part[], readings: readonly Promise<Lines>[]): Promise<readonly Rows[]> {
    const found: Rows[] = [];
    const writings: Promise<readonly number[]>[] = [];
    const { sql, parameters } = this.#words.update;
    for (const [i, part] of parts.entries()) {
      const before = (await readings[i]) ?? [];
      const [shown = []] = before;
      const foreseen: string[] = [];
      let given = '';
      for (const [j, { change, keyText }] of part.entries()) {
        const items = itemsOf(shown[j] ?? '[]');
        if (items[this.#keyPlace] !== keyText) throw unusual;
        this.#checkExpected(change, items);
        given += `${j === 0 ? '[' : ','}[${keyText},${this.#replace(change, items)}]`;
        foreseen.push(`[${items.join()}]`);
      }
      writings.push(quietly(this.#transaction.run(sql, [parameters([`${given}]`])])));
      found.push({ before, foreseen });
    }
    for (const [i, writing] of writings.entries()) {
      const [count] = await writing;
      if (count !== parts[i]?.length) throw unusual;
    }
    return found;
  }

  async #lines({ sql, parameters }: RowTemplate, part: Part): Promise<Lines> {
    const keys = part.map(({ keyText }) => keyText).join();
    const texts = await this.#transaction.lines({ sql, parameters: parameters([`[${keys}]`]) });
    const lines = texts.map((text) => text.split('\n'));
    if (lines.some(({ length }) => length !== part.length)) throw unusual;
    return lines;
  }

  #checkExpected({ expect }: PlannedChange, items: readonly string[]): void {
    for (const [column, expected] of expect) {
      const place = this.#words.statements.places.get(column.name) ?? -1;
      if (!isSame(expected, items[place] ?? 'null', column)) throw unusual;
    }
  }

  /** Puts the values into their places among what is shown of the row; answers these values. */
  #replace(change: PlannedChange, items: string[]): string {
    let given = '';
    for (const [i, column] of this.#columns.entries()) {
      const [place, text] = [this.#places[i] ?? -1, textOf(change, column)];
      // What is as it was stays as it was.
      if (isUnchanged(items[place] ?? 'null', text, column, change.keepsWords)) throw unusual;
      items[place] = text;
      given += i === 0 ? text : `,${text}`;
    }
    return given;
  }

  /** What has become of a row, in which all that was given is there. */
  #applied({ change }: Update, at: number, rows: Rows | undefined, now: Lines): Applied {
    const { statements } = this.#words;
    const [shown = '[]', kept = ''] = [rows?.before[0]?.[at], rows?.before[1]?.[at]];
    const after = this.#after(change, shown, rows?.foreseen[at] ?? '[]', now[0]?.[at] ?? '[]');
    return {
      op: 'update',
      entity: this.#entity,
      before: new RowImage(statements, [shown, kept]),
      after: new RowImage(statements, [after, this.#keptAfter(kept, now[1]?.[at] ?? '')]),
      cause: change.cause ?? 'named',
    };
  }

  /** What is shown of the row: most values are shown as they were given. */
  #after(change: PlannedChange, before: string, foreseen: string, stored: string): string {
    const given = this.#columns.map((column) => textOf(change, column));
    if (stored === `[${given.join()}]`) return foreseen;
    const texts = itemsOf(stored);
    const items = itemsOf(before);
    for (const [i, column] of this.#columns.entries()) {
      const text = texts[i] ?? 'null';
      if (!isSame(given[i] ?? 'null', text, column)) throw unusual;
      items[this.#places[i] ?? -1] = text;
    }
    return `[${items.join()}]`;
  }

  #keptAfter(before: string, given: string): string {
    if (this.#kept.before !== before || this.#kept.given !== given) {
      const after = this.#words.statements.kept.replaced(before, this.#columns, given);
      this.#kept = { before, given, after };
    }
    return this.#kept.after;
  }
}

function textOf({ set }: PlannedChange, column: Column): string {
  const given = set.get(column);
  return given?.kind === 'shown' ? given.text : 'null';
}

/** Whoever waits for it is told; until then nobody is surprised. */
function quietly<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}
