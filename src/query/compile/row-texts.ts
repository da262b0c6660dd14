// What statements show of a table's rows: the values of an answer, and what is kept of them besides.
import { type RawBuilder, sql } from 'kysely';
import type { Column, Entity } from '../../model/database.ts';
import type { SqlDialect, Value } from '../dialect/sql.ts';
import type { BulkInsertSql, KeptColumn } from '../dialect/write.ts';

export class RowTexts {
  readonly #dialect: SqlDialect;
  readonly #entity: Entity;
  /** The columns of which more is kept than is shown. */
  readonly #kept: readonly Column[];

  constructor(dialect: SqlDialect, entity: Entity, kept: readonly Column[]) {
    this.#dialect = dialect;
    this.#entity = entity;
    this.#kept = kept;
  }

  /** The kept values of rows inserted with these columns. */
  keptOf(given: readonly Column[]): readonly KeptColumn[] {
    const order = this.columns(given);
    return this.#kept.map((column) => ({
      column,
      value: own(column),
      kept: this.#keptValue(column),
      isGiven: given.includes(column),
      place: order.indexOf(column),
    }));
  }

  /** The displayed values of new rows, in the order of `rowColumns`, and their kept values. */
  ofNew(given: readonly Column[], together: BulkInsertSql): Value[] {
    const list = this.#list(this.columns(given));
    const kept = this.keptOf(given);
    return kept.length === 0 ? [list] : [list, together.kept.text(kept)];
  }

  /** All columns, starting with these. */
  columns(first: readonly Column[]): readonly Column[] {
    return [...first, ...this.#entity.columns.filter((column) => !first.includes(column))];
  }

  /** The displayed values, then the kept ones. */
  of(columns: readonly Column[]): Value[] {
    const kept = this.#kept.filter((column) => columns.includes(column));
    const values = kept.map((column) => this.#keptValue(column));
    const { keptAsOne } = this.#dialect.changing;
    const list = this.#list(columns);
    return keptAsOne === undefined || kept.length === 0 ? [list, ...values] : [list, keptAsOne.text(values)];
  }

  #list(columns: readonly Column[]): Value {
    const cells = columns.map((column) => ({ own: own(column), column }));
    const parts = cells.flatMap(({ own, column }, i) => [
      i === 0 ? '[' : ',',
      this.#dialect.json(own, column),
    ]);
    return this.#dialect.jsonList?.(cells) ?? this.#dialect.concat([...parts, ']']);
  }

  #keptValue(column: Column): RawBuilder<unknown> {
    return sql`${this.#dialect.kept(column, own(column)) ?? sql`null`}`;
  }
}

/** In a statement on a single table, a column name is unambiguous. */
export function own({ name }: Column): RawBuilder<unknown> {
  return sql.id(name);
}
