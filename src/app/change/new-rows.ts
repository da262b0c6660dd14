// Makes many new rows of a table by few statements, each of which shows what it has made, and sees that this is what was given.
import { itemsOf } from '../../contract/json-parts.ts';
import { Refused, type WriteTransaction } from '../../dialects/writer.ts';
import type { Column, Entity } from '../../model/database.ts';
import { type RowTemplate, TableChanges } from '../../query/compile/change.ts';
import type { BoundSql, SqlDialect } from '../../query/dialect/sql.ts';
import type { NewRowsSql } from '../../query/dialect/write.ts';
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

/** JSON texts, in the order of the columns that are given; undefined where the column is left to its default. */
export type RowTexts = readonly (string | undefined)[];

type WholeRow = readonly string[];

/** A statement, and the rows that it is to make. */
interface Ready {
  readonly rows: readonly WholeRow[];
  readonly statement: BoundSql;
}

/** Undoes the attempt: the rows have to be made one by one, which tells what is wrong with which of them. */
const notAsGiven = Symbol('not as given');

export class NewRows {
  readonly #transaction: WriteTransaction;
  readonly #entity: Entity;
  readonly #given: readonly Column[];
  readonly #together: NewRowsSql;
  readonly #statements: TableChanges;
  readonly #columns: readonly Column[];
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
    this.#statements = new TableChanges(dialect, entity);
    this.#columns = this.#statements.rowColumns(given);
  }

  /** Null where the engine cannot show new rows, or something may change them after they were shown. */
  static async open(
    dialect: SqlDialect,
    transaction: WriteTransaction,
    entity: Entity,
    given: readonly Column[],
  ): Promise<NewRows | null> {
    const { together } = dialect.changing;
    if (together === undefined || !transaction.showsNewRows || together.mostRows(given.length) < 1)
      return null;
    const later = together.actsLater(entity);
    if (later !== null && (await transaction.rows(later)).length > 0) return null;
    return new NewRows(dialect, transaction, entity, given, together);
  }

  /** All of them, or null and none where the engine refuses one or makes something else of it. */
  async make(rows: readonly RowTexts[]): Promise<MadeRows | null> {
    const ready = this.#ready(rows);
    if (ready === null) return null;
    const shown: string[] = [];
    const kept: string[] = [];
    try {
      await this.#transaction.attempt(async () => {
        for (const { rows: some, statement } of ready) {
          const [lines = '', more = ''] = await this.#transaction.lines(statement);
          if (!this.#areAsGiven(some, lines)) throw notAsGiven;
          shown.push(lines);
          kept.push(more);
        }
      });
    } catch (error) {
      if (error === notAsGiven || error instanceof Refused) return null;
      throw error;
    }
    return {
      entity: this.#entity,
      rows: rows.length,
      columns: this.#columns,
      shown: shown.join('\n'),
      keptColumns: this.#statements.keptColumns,
      kept: kept.join('\n'),
    };
  }

  /** Null where a value cannot be written in this way, or not at all. */
  #ready(rows: readonly RowTexts[]): Ready[] | null {
    const whole = rows.filter((row): row is WholeRow => this.#isWhole(row));
    if (whole.length < rows.length) return null;
    const most = this.#together.mostRows(this.#given.length);
    const ready: Ready[] = [];
    for (let from = 0; from < whole.length; from += most) {
      const some = whole.length <= most ? whole : whole.slice(from, from + most);
      const parameters = this.#together.parameters(this.#given, some);
      const template = this.#template(some.length);
      if (parameters === null || template === null) return null;
      ready.push({
        rows: some,
        statement: { sql: template.sql, parameters: template.parameters(parameters) },
      });
    }
    return ready;
  }

  /** No value is missing that the column may need. */
  #isWhole(row: RowTexts): boolean {
    for (const [i, { nullable }] of this.#given.entries()) {
      const text = row[i];
      if (text === undefined || (text === 'null' && !nullable)) return false;
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
  #areAsGiven(rows: readonly WholeRow[], lines: string): boolean {
    if (this.#given.length === this.#columns.length && lines === rows.map(listOf).join('\n')) return true;
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
