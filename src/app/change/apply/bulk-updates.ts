// Bulk updates of one table that set the same columns: compared, written and read back as text of many rows. If one of
// them is unusual, all are left to the single-row path, which reports the details.
import { itemsOf } from '../../../contract/json-parts.ts';
import type { WriteTransaction } from '../../../dialects/writer.ts';
import type { Column, Entity } from '../../../model/database.ts';
import { TableChanges } from '../../../query/compile/change.ts';
import type { RowTemplate } from '../../../query/compile/row-template.ts';
import type { SqlDialect } from '../../../query/dialect/sql.ts';
import type { BoundSql } from '../../../query/dialect/statement.ts';
import type { BulkUpdateSql } from '../../../query/dialect/write.ts';
import { type PlannedChange, referredColumns } from '../plan/planned.ts';
import { isBulkRefusal } from '../refusals/refused-change.ts';
import { RowImage } from '../rows/image.ts';
import { isSame, isUnchanged } from '../rows/same.ts';
import type { Applied } from './apply.ts';

/** Fewer updates are as fast one by one. */
const minUpdates = 50;

/** Rows per statement. */
const rowsPerStatement = 1_000;

/** Rolls back updates that cannot be applied this way. */
const rollbackMarker = Symbol('unusual');

/** Integers that are exact in a JavaScript number, in the spelling in which they are shown. */
const isExactNumber = /^(?:0|-?[1-9]\d{0,14})$/;

/** One of the updates. */
interface Update {
  readonly change: PlannedChange;
  /** Its index in the set. */
  readonly number: number;
  /** The key as shown, and as a number. */
  readonly keyText: string;
  readonly key: number;
}

/** In the order of their keys, in which the engine processes them. */
interface Updates {
  readonly all: readonly Update[];
  /** Whether the set has the same order. */
  readonly areInOrder: boolean;
}

/** The updates of one statement, in the order of their keys. */
type Part = readonly Update[];

/** The texts of `TableChanges.readLines`: each has a line per row. */
type Lines = readonly (readonly string[])[];

/** The rows of a part before it is written. */
interface Rows {
  readonly before: Lines;
  /** The expected text of each row afterwards, if values are shown as given. */
  readonly predicted: readonly string[];
}

/** The statements and the engine's words for them. */
interface UpdateStatements {
  readonly statements: TableChanges;
  /** Reads all columns. */
  readonly read: RowTemplate;
  readonly update: RowTemplate;
  /** Reads the given columns. */
  readonly reread: RowTemplate;
  /** Asks whether triggers act on the table; null if none can. */
  readonly triggerQuery: BoundSql | null;
  readonly bulkUpdate: BulkUpdateSql;
}

/** All applied updates; null if they must be applied one by one, and then nothing has changed. */
export async function applyBulkUpdates(
  dialect: SqlDialect,
  transaction: WriteTransaction,
  changes: readonly PlannedChange[],
): Promise<readonly Applied[] | null> {
  const [first] = changes;
  if (first === undefined || changes.length < minUpdates || first.op !== 'update') return null;
  const { entity } = first;
  const columns = [...first.set.keys()];
  const words = statementsFor(dialect, entity, columns);
  const updates = words === null ? null : updatesOf(changes, entity, columns, words.bulkUpdate);
  if (words === null || updates === null) return null;
  const work = new BulkUpdates(transaction, entity, columns, words);
  try {
    return await transaction.attempt(() => work.apply(updates));
  } catch (error) {
    if (error === rollbackMarker || isBulkRefusal(error)) return null;
    throw error;
  }
}

/** Null if the engine does not support it, or if the changes may have consequences. */
function statementsFor(
  dialect: SqlDialect,
  entity: Entity,
  columns: readonly Column[],
): UpdateStatements | null {
  const { bulkUpdate, bulkInsert } = dialect.changing;
  if (bulkUpdate === undefined || bulkInsert === undefined) return null;
  const referred = referredColumns(entity);
  const isGiven = (column: Column) => !referred.has(column) && !entity.key.includes(column);
  if (!columns.every(isGiven) || entity.columns.some(({ generated }) => generated)) return null;
  const statements = TableChanges.of(dialect, entity);
  const [read, reread] = [statements.readLines(entity.columns), statements.readLines(columns)];
  const update = statements.bulkUpdate(columns);
  if (read === null || reread === null || update === null) return null;
  return {
    statements,
    read,
    update,
    reread,
    triggerQuery: bulkInsert.laterChanges(entity),
    bulkUpdate,
  };
}

/** Null if the changes are not similar, or two of them concern one row. */
function updatesOf(
  changes: readonly PlannedChange[],
  entity: Entity,
  columns: readonly Column[],
  bulkUpdate: BulkUpdateSql,
): Updates | null {
  const updates: Update[] = [];
  for (const change of changes) {
    const given = change.key?.[0];
    const keyText = given === undefined || given.kind === 'reference' ? '' : given.text;
    if (change.op !== 'update' || change.entity !== entity || !isExactNumber.test(keyText)) return null;
    if (change.set.size !== columns.length) return null;
    for (const column of columns) if (!isAccepted(change, column, bulkUpdate)) return null;
    updates.push({ change, number: updates.length, keyText, key: Number(keyText) });
  }
  const isInOrder = (one: Update, i: number) => i === 0 || one.key > (updates[i - 1]?.key ?? 0);
  if (updates.every(isInOrder)) return { all: updates, areInOrder: true };
  updates.sort((a, b) => a.key - b.key);
  return updates.every(isInOrder) ? { all: updates, areInOrder: false } : null;
}

function isAccepted({ set }: PlannedChange, column: Column, bulkUpdate: BulkUpdateSql): boolean {
  const given = set.get(column);
  if (given === undefined || given.kind !== 'shown') return false;
  return given.text === 'null' ? column.nullable : bulkUpdate.accepts(column, given.text);
}

class BulkUpdates {
  readonly #transaction: WriteTransaction;
  readonly #entity: Entity;
  readonly #columns: readonly Column[];
  readonly #statements: UpdateStatements;
  /** The positions of the key and the given columns in a row. */
  readonly #keyPlace: number;
  readonly #places: readonly number[];
  /** Cache of the last row's kept values, before, given and combined: most rows have the same types. */
  #kept = { before: '', given: '', after: '' };

  constructor(
    transaction: WriteTransaction,
    entity: Entity,
    columns: readonly Column[],
    words: UpdateStatements,
  ) {
    this.#transaction = transaction;
    this.#entity = entity;
    this.#columns = columns;
    this.#statements = words;
    const placeOf = ({ name }: Column) => words.statements.places.get(name) ?? -1;
    this.#keyPlace = entity.key.map(placeOf)[0] ?? -1;
    this.#places = columns.map(placeOf);
  }

  /**
   * The statements are pipelined: all reads are sent before the first write, and all writes before the first row is
   * read back. Rows are compared while the engine works.
   */
  async apply({ all: updates, areInOrder }: Updates): Promise<readonly Applied[]> {
    const { read, reread, triggerQuery, bulkUpdate } = this.#statements;
    const parts: Part[] = [];
    for (let from = 0; from < updates.length; from += rowsPerStatement) {
      parts.push(updates.slice(from, from + rowsPerStatement));
    }
    const order = areInOrder ? null : bulkUpdate.dependsOnOrder(this.#entity, this.#columns);
    const hindrances = [triggerQuery, order].map((asked) =>
      asked === null ? [] : reportedLater(this.#transaction.rows(asked)),
    );
    const readings = parts.map((part) => reportedLater(this.#lines(read, part)));
    for (const hindrance of hindrances) if ((await hindrance).length > 0) throw rollbackMarker;
    const rows = await this.#written(parts, readings);
    const rereads = parts.map((part) => reportedLater(this.#lines(reread, part)));
    const applied = new Array<Applied>(updates.length);
    for (const [i, part] of parts.entries()) {
      const now = (await rereads[i]) ?? [];
      for (const [j, update] of part.entries()) {
        applied[update.number] = this.#applied(update, j, rows[i], now);
      }
    }
    return applied;
  }

  /** Writes each part once its rows are known to be as expected; returns these rows. */
  async #written(parts: readonly Part[], readings: readonly Promise<Lines>[]): Promise<readonly Rows[]> {
    const found: Rows[] = [];
    const writings: Promise<readonly number[]>[] = [];
    const { sql, parameters } = this.#statements.update;
    for (const [i, part] of parts.entries()) {
      const before = (await readings[i]) ?? [];
      const [shown = []] = before;
      const predicted: string[] = [];
      let given = '';
      for (const [j, { change, keyText }] of part.entries()) {
        const items = itemsOf(shown[j] ?? '[]');
        if (items[this.#keyPlace] !== keyText) throw rollbackMarker;
        this.#checkExpected(change, items);
        given += `${j === 0 ? '[' : ','}[${keyText},${this.#replace(change, items)}]`;
        predicted.push(`[${items.join()}]`);
      }
      writings.push(reportedLater(this.#transaction.run(sql, [parameters([`${given}]`])])));
      found.push({ before, predicted });
    }
    for (const [i, writing] of writings.entries()) {
      const [count] = await writing;
      if (count !== parts[i]?.length) throw rollbackMarker;
    }
    return found;
  }

  async #lines({ sql, parameters }: RowTemplate, part: Part): Promise<Lines> {
    const keys = part.map(({ keyText }) => keyText).join();
    const texts = await this.#transaction.lines({ sql, parameters: parameters([`[${keys}]`]) });
    const lines = texts.map((text) => text.split('\n'));
    if (lines.some(({ length }) => length !== part.length)) throw rollbackMarker;
    return lines;
  }

  #checkExpected({ expect }: PlannedChange, items: readonly string[]): void {
    for (const [column, expected] of expect) {
      const place = this.#statements.statements.places.get(column.name) ?? -1;
      if (!isSame(expected, items[place] ?? 'null', column)) throw rollbackMarker;
    }
  }

  /** Puts the values into their positions among the row's shown values, and returns these values. */
  #replace(change: PlannedChange, items: string[]): string {
    let given = '';
    for (const [i, column] of this.#columns.entries()) {
      const [place, text] = [this.#places[i] ?? -1, textOf(change, column)];
      // Unchanged values must not be written.
      if (isUnchanged(items[place] ?? 'null', text, column, change.keepsSpelling)) throw rollbackMarker;
      items[place] = text;
      given += i === 0 ? text : `,${text}`;
    }
    return given;
  }

  /** The result for a row that has all given values. */
  #applied({ change }: Update, at: number, rows: Rows | undefined, now: Lines): Applied {
    const { statements } = this.#statements;
    const [shown = '[]', kept = ''] = [rows?.before[0]?.[at], rows?.before[1]?.[at]];
    const after = this.#after(change, shown, rows?.predicted[at] ?? '[]', now[0]?.[at] ?? '[]');
    return {
      op: 'update',
      entity: this.#entity,
      before: new RowImage(statements, [shown, kept]),
      after: new RowImage(statements, [after, this.#keptAfter(kept, now[1]?.[at] ?? '')]),
      cause: change.cause ?? 'named',
    };
  }

  /** The row's shown values afterwards: most are shown as given. */
  #after(change: PlannedChange, before: string, predicted: string, stored: string): string {
    const given = this.#columns.map((column) => textOf(change, column));
    if (stored === `[${given.join()}]`) return predicted;
    const texts = itemsOf(stored);
    const items = itemsOf(before);
    for (const [i, column] of this.#columns.entries()) {
      const text = texts[i] ?? 'null';
      if (!isSame(given[i] ?? 'null', text, column)) throw rollbackMarker;
      items[this.#places[i] ?? -1] = text;
    }
    return `[${items.join()}]`;
  }

  #keptAfter(before: string, given: string): string {
    if (this.#kept.before !== before || this.#kept.given !== given) {
      const after = this.#statements.statements.kept.replaced(before, this.#columns, given);
      this.#kept = { before, given, after };
    }
    return this.#kept.after;
  }
}

function textOf({ set }: PlannedChange, column: Column): string {
  const given = set.get(column);
  return given?.kind === 'shown' ? given.text : 'null';
}

/** The next await reports the failure; until then it must not count as unhandled. */
function reportedLater<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}
