// Inserts many rows with few statements, reads them back, and checks that they have the given values.
import { itemsOf } from '../../../contract/json-parts.ts';
import type { WriteTransaction } from '../../../dialects/writer.ts';
import type { Column, Entity } from '../../../model/database.ts';
import { TableChanges } from '../../../query/compile/change.ts';
import type { RowTemplate } from '../../../query/compile/row-template.ts';
import type { SqlDialect } from '../../../query/dialect/sql.ts';
import type { BoundSql } from '../../../query/dialect/statement.ts';
import type { BulkInsertSql, KeptColumn } from '../../../query/dialect/write.ts';
import { isSameSoon } from './same-thread.ts';

/** New rows as the engine shows them. */
export interface InsertedRows {
  readonly entity: Entity;
  readonly rows: number;
  /** In the order of the lists. */
  readonly columns: readonly Column[];
  /** A line per row: a JSON list of the values shown. */
  readonly shown: string;
  readonly keptColumns: readonly Column[];
  /** A line per row: a JSON list of the kept values of those columns; empty if there are none. Slow to compute. */
  readonly kept: () => string;
}

/** JSON texts, in the order of the given columns. */
export type CompleteRow = readonly string[];

/** A statement and the rows it inserts. */
interface Part {
  readonly rows: readonly CompleteRow[];
  readonly insert: BoundSql;
  /** How they are read back: by a separate statement, by INSERT itself, or not at all, if they are stored as given. */
  readonly show: BoundSql | 'insert' | 'nothing';
  /** What the engine shows if it stores every value as given. */
  readonly expected: string;
}

/** Rows that can be inserted together, fully prepared. */
export interface PreparedRows {
  readonly rows: number;
  readonly parts: readonly Part[];
}

export class NewRows {
  readonly #transaction: WriteTransaction;
  readonly #entity: Entity;
  readonly #given: readonly Column[];
  readonly #together: BulkInsertSql;
  readonly #statements: TableChanges;
  readonly #columns: readonly Column[];
  readonly #kept: readonly KeptColumn[];
  /** Reads rows back by key; null if INSERT returns them. */
  readonly #show: RowTemplate | null;
  readonly #keyPlace: number;
  /** Patterns of values that are stored as given; null if rows must be read back, or while that is unknown. */
  #forms: readonly RegExp[] | null = null;
  /** The number of bulk inserts so far. */
  #inserts = 0;
  /** The positions of the columns that must not be null; a primary key is null at most once. */
  readonly #needed: readonly number[];
  /** By whether they return rows, and the number of rows. */
  readonly #templates = new Map<string, RowTemplate | null>();

  private constructor(
    dialect: SqlDialect,
    transaction: WriteTransaction,
    entity: Entity,
    given: readonly Column[],
    together: BulkInsertSql,
  ) {
    this.#transaction = transaction;
    this.#entity = entity;
    this.#given = given;
    this.#together = together;
    this.#statements = TableChanges.of(dialect, entity);
    this.#columns = this.#statements.rowColumns(given);
    this.#kept = this.#statements.keptOf(given);
    this.#show = this.#statements.showInserted(given);
    const [key] = entity.key;
    this.#keyPlace = key === undefined ? -1 : given.indexOf(key);
    const isPrimary = new Set(entity.keyKind === 'primary' ? entity.key : []);
    this.#needed = given.flatMap((column, place) =>
      column.nullable && !isPrimary.has(column) ? [] : [place],
    );
  }

  /**
   * Null if the engine cannot show new rows, or if something may change them afterwards, or if rows of other tables may
   * have their keys.
   */
  static async open(
    dialect: SqlDialect,
    transaction: WriteTransaction,
    entity: Entity,
  ): Promise<((given: readonly Column[]) => NewRows | null) | null> {
    const { bulkInsert } = dialect.changing;
    if (bulkInsert === undefined || !transaction.showsNewRows || entity.hasHeirs === true) return null;
    const later = bulkInsert.laterChanges(entity);
    if (later !== null && (await transaction.rows(later)).length > 0) return null;
    return (given) =>
      given.length === 0 || bulkInsert.maxRows(given.length) < 1 || mayLackKey(entity, given)
        ? null
        : new NewRows(dialect, transaction, entity, given, bulkInsert);
  }

  /** Null if a value cannot be written this way, or at all. */
  prepare(rows: readonly CompleteRow[]): PreparedRows | null {
    if (!rows.every((row) => this.#isComplete(row))) return null;
    const most = this.#together.maxRows(this.#given.length);
    const parts: Part[] = [];
    for (let from = 0; from < rows.length; from += most) {
      const some = rows.length <= most ? rows : rows.slice(from, from + most);
      const parameters = this.#together.parameters(this.#given, some);
      const show = this.#showing(some);
      const template = this.#template(some.length, show === 'insert');
      if (parameters === null || template === null) return null;
      const insert = { sql: template.sql, parameters: template.parameters(parameters) };
      parts.push({ rows: some, insert, show, expected: listsOf(some) });
    }
    return { rows: rows.length, parts };
  }

  /**
   * Inserts all rows; throws a Refused, or returns null, if the engine refuses or alters one, and the attempt must be
   * rolled back. `meanwhile` is called at least once while the engine works.
   */
  async insert({ rows, parts }: PreparedRows, meanwhile: () => void): Promise<InsertedRows | null> {
    const shown: string[] = [];
    const kept: [shown: string, more: string][] = [];
    await this.#transaction.flush();
    if (this.#inserts === 1) await this.#learn();
    for (const part of parts) {
      const made = this.#lines(part);
      meanwhile();
      const [lines, more] = await made;
      if (lines == null || !(await this.#areAsGiven(part, lines))) return null;
      shown.push(lines);
      if (this.#kept.length > 0) kept.push([lines, more ?? '']);
    }
    this.#inserts++;
    return {
      entity: this.#entity,
      rows,
      columns: this.#columns,
      shown: shown.join('\n'),
      keptColumns: this.#statements.keptColumns,
      kept: () => kept.map(([lines, more]) => this.#together.kept.lists(this.#kept, more, lines)).join('\n'),
    };
  }

  /** For later statements. Once rows are inserted, the table cannot be altered until the transaction ends. */
  async #learn(): Promise<void> {
    const { asGiven } = this.#together;
    if (asGiven === undefined) return;
    const { columns } = this.#entity;
    const forms = this.#given.map((column) => asGiven.form(column)).filter((form) => form !== null);
    // The engine chooses values that are not given, and some values need more stored than shown.
    if (forms.length < columns.length || this.#kept.length > 0) return;
    const found = await this.#transaction.rows(asGiven.holds(this.#entity, columns));
    if (found.length > 0) this.#forms = forms;
  }

  async #lines({ rows, insert, show, expected }: Part): Promise<readonly (string | null)[]> {
    if (show === 'insert') return this.#transaction.lines(insert);
    if (show === 'nothing') {
      const [made] = await this.#transaction.run(insert.sql, [insert.parameters]);
      return [made === rows.length ? expected : null];
    }
    const steps = [insert, show].map(({ sql, parameters }) => ({ sql, lists: [parameters] }));
    const [, shown] = await this.#transaction.runBatch(steps);
    return shown?.rows[0] ?? [];
  }

  /** INSERT must return the rows if the engine would order them differently or cannot find them by number. */
  #showing(rows: readonly CompleteRow[]): Part['show'] {
    if (rows.every((row) => this.#isStoredAsGiven(row))) return 'nothing';
    if (this.#show === null) return 'insert';
    let keys = '';
    let last = Number.NEGATIVE_INFINITY;
    for (const row of rows) {
      const text = row[this.#keyPlace] ?? '';
      if (!isExactNumber.test(text) || Number(text) <= last) return 'insert';
      last = Number(text);
      keys += `${keys === '' ? '' : ','}${text}`;
    }
    return { sql: this.#show.sql, parameters: this.#show.parameters([`[${keys}]`]) };
  }

  #isStoredAsGiven(row: CompleteRow): boolean {
    const forms = this.#forms;
    return forms?.every((form, i) => row[i] === 'null' || form.test(row[i] ?? '')) === true;
  }

  /** Whether no required value is missing. */
  #isComplete(row: CompleteRow): boolean {
    for (const place of this.#needed) if (row[place] === 'null') return false;
    return true;
  }

  #template(rows: number, isShown: boolean): RowTemplate | null {
    const name = `${isShown} ${rows}`;
    const known = this.#templates.get(name);
    if (known !== undefined) return known;
    const template = this.#statements.insertAll(this.#given, rows, isShown);
    this.#templates.set(name, template);
    return template;
  }

  /** Most values are shown with the given digits, so comparing all rows at once is usually enough. */
  async #areAsGiven({ rows, expected }: Part, lines: string): Promise<boolean> {
    if (this.#given.length === this.#columns.length && lines === expected) return true;
    const storedLines = lines.split('\n');
    if (storedLines.length !== rows.length) return false;
    for (const [i, row] of rows.entries()) {
      const line = storedLines[i] ?? '[]';
      if (!isGivenLine(row, line) && !(await this.#isAsGiven(row, line))) return false;
    }
    return true;
  }

  async #isAsGiven(row: CompleteRow, line: string): Promise<boolean> {
    const items = itemsOf(line);
    for (const [i, column] of this.#given.entries()) {
      if (!(await isSameSoon(row[i] ?? 'null', items[i] ?? 'null', column))) return false;
    }
    return true;
  }
}

/** Whether new rows may have a primary key of null, which SQLite allows. */
function mayLackKey({ key, keyKind }: Entity, given: readonly Column[]): boolean {
  const isLeftNull = (column: Column) =>
    column.nullable && column.default === null && !given.includes(column);
  return keyKind === 'primary' && key.some(isLeftNull);
}

/** Whether a line begins with the values exactly as they were given. */
function isGivenLine(row: CompleteRow, line: string): boolean {
  const expected = `[${row.join()}`;
  const next = line[expected.length];
  return (next === ',' || next === ']') && line.startsWith(expected);
}

/** Integers that are exact in a JavaScript number. */
const isExactNumber = /^-?\d{1,15}$/;

/** One line per row. Array.join would take several times as long for short lists. */
function listsOf(rows: readonly CompleteRow[]): string {
  let text = '';
  for (const row of rows) {
    let list = text === '' ? '[' : '\n[';
    for (let i = 0; i < row.length; i++) list += i === 0 ? row[i] : `,${row[i]}`;
    text += `${list}]`;
  }
  return text;
}
