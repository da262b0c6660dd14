// Makes many new rows of a table by few statements, each of which shows what it has made, and sees that this is what was given.
import { itemsOf } from '../../contract/json-parts.ts';
import type { WriteTransaction } from '../../dialects/writer.ts';
import type { Column, Entity } from '../../model/database.ts';
import { type RowTemplate, TableChanges } from '../../query/compile/change.ts';
import type { BoundSql, SqlDialect } from '../../query/dialect/sql.ts';
import type { KeptColumn, NewRowsSql } from '../../query/dialect/write.ts';
import { isSame } from './same.ts';

/** New rows, as the engine shows them. */
export interface MadeRows {
  readonly entity: Entity;
  readonly rows: number;
  /** In the order of the lists. */
  readonly columns: readonly Column[];
  /** A line for each row: a JSON list of what is shown. */
  readonly shown: string;
  readonly keptColumns: readonly Column[];
  /** A line for each row: a JSON list of what more is kept of those columns. Empty where there are none. */
  readonly kept: string;
}

/** JSON texts, in the order of the columns that are given. */
export type WholeRow = readonly string[];

/** A statement, and the rows that it is to make. */
interface Part {
  readonly rows: readonly WholeRow[];
  readonly statement: BoundSql;
  /** What the engine shows of them, where it writes each value as it was given. */
  readonly expected: string;
}

/** Rows that can be made together, with all that can be worked out before. */
export interface ReadyRows {
  readonly rows: number;
  readonly parts: readonly Part[];
}

export class NewRows {
  readonly #transaction: WriteTransaction;
  readonly #entity: Entity;
  readonly #given: readonly Column[];
  readonly #together: NewRowsSql;
  readonly #statements: TableChanges;
  readonly #columns: readonly Column[];
  readonly #kept: readonly KeptColumn[];
  readonly #templates = new Map<number, RowTemplate | null>();

  private constructor(
    dialect: SqlDialect,
    transaction: WriteTransaction,
    entity: Entity,
    given: readonly Column[],
    together: NewRowsSql,
  ) {
    this.#transaction = transaction;
    this.#entity = entity;
    this.#given = given;
    this.#together = together;
    this.#statements = TableChanges.of(dialect, entity);
    this.#columns = this.#statements.rowColumns(given);
    this.#kept = this.#statements.keptOf(given);
  }

  /** Null where the engine cannot show new rows, or something may change them after they were shown. */
  static async open(
    dialect: SqlDialect,
    transaction: WriteTransaction,
    entity: Entity,
  ): Promise<((given: readonly Column[]) => NewRows | null) | null> {
    const { together } = dialect.changing;
    if (together === undefined || !transaction.showsNewRows) return null;
    const later = together.actsLater(entity);
    if (later !== null && (await transaction.rows(later)).length > 0) return null;
    return (given) =>
      given.length === 0 || together.mostRows(given.length) < 1
        ? null
        : new NewRows(dialect, transaction, entity, given, together);
  }

  /** Null where a value cannot be written in this way, or not at all. */
  ready(rows: readonly WholeRow[]): ReadyRows | null {
    if (!rows.every((row) => this.#isWhole(row))) return null;
    const most = this.#together.mostRows(this.#given.length);
    const parts: Part[] = [];
    for (let from = 0; from < rows.length; from += most) {
      const some = rows.length <= most ? rows : rows.slice(from, from + most);
      const parameters = this.#together.parameters(this.#given, some);
      const template = this.#template(some.length);
      if (parameters === null || template === null) return null;
      parts.push({
        rows: some,
        statement: { sql: template.sql, parameters: template.parameters(parameters) },
        expected: some.map(listOf).join('\n'),
      });
    }
    return { rows: rows.length, parts };
  }

  /**
   * All of them; a Refused or null where the engine refuses one or makes something else of it, and the attempt has to be
   * undone. `meanwhile` is called while the engine is at work.
   */
  async make({ rows, parts }: ReadyRows, meanwhile: () => void): Promise<MadeRows | null> {
    const shown: string[] = [];
    const kept: string[] = [];
    for (const part of parts) {
      const made = this.#transaction.lines(part.statement);
      meanwhile();
      const [lines = '', more = ''] = await made;
      if (!this.#areAsGiven(part, lines)) return null;
      shown.push(lines);
      if (this.#kept.length > 0) kept.push(this.#together.kept.lists(this.#kept, more, lines));
    }
    return {
      entity: this.#entity,
      rows,
      columns: this.#columns,
      shown: shown.join('\n'),
      keptColumns: this.#statements.keptColumns,
      kept: kept.join('\n'),
    };
  }

  /** No value is missing that the column may need. */
  #isWhole(row: WholeRow): boolean {
    for (let i = 0; i < this.#given.length; i++) {
      if (row[i] === 'null' && this.#given[i]?.nullable === false) return false;
    }
    return true;
  }

  #template(rows: number): RowTemplate | null {
    const known = this.#templates.get(rows);
    if (known !== undefined) return known;
    const template = this.#statements.insertAll(this.#given, rows);
    this.#templates.set(rows, template);
    return template;
  }

  /** Most values are shown in the digits that were given, so that one look at all rows is enough. */
  #areAsGiven({ rows, expected }: Part, lines: string): boolean {
    if (this.#given.length === this.#columns.length && lines === expected) return true;
    const told = lines.split('\n');
    return told.length === rows.length && rows.every((row, i) => this.#isAsGiven(row, told[i] ?? '[]'));
  }

  #isAsGiven(row: WholeRow, line: string): boolean {
    const expected = `[${row.join()}`;
    const next = line[expected.length];
    if ((next === ',' || next === ']') && line.startsWith(expected)) return true;
    const items = itemsOf(line);
    return this.#given.every((column, i) => isSame(row[i] ?? 'null', items[i] ?? 'null', column));
  }
}

function listOf(row: WholeRow): string {
  return `[${row.join()}]`;
}
