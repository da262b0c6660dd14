// What a dialect provides for changes: how a value in its displayed form is written back to the engine.
import type { RawBuilder } from 'kysely';
import type { Column, Entity } from '../../model/database.ts';
import type { Bound, Value } from './fragments.ts';
import type { BoundSql } from './statement.ts';

/** A value in the form that answers show. */
export interface Shown {
  /** The JSON text as received. */
  readonly text: string;
  /** The same, parsed; numbers keep all their digits. */
  readonly json: unknown;
}

/** How values of a class of types are written. */
export interface Writing {
  /**
   * What to write for a displayed value, which is never null; null if it is not a value of the column. Whether the
   * engine takes it exactly is checked afterwards by reading what it stored.
   */
  write(shown: Shown, column: Column): Bound | null;
  /** Whether the bound value is the displayed text itself: the digits of a number, or a text without its quotes. */
  readonly isItsText: boolean;
  /**
   * A fast path of `write` for the most common values, since an import has millions of them. Takes JSON text, never
   * null. Returns undefined if `write` has to decide; null if there is no fast path.
   */
  readonly quick: ((json: string) => unknown) | null;
  /**
   * Matches JSON texts that a column stores and shows unchanged, apart from triggers and the like; null if a value has
   * to be read back after it is stored.
   */
  readonly asGiven: ((column: Column) => RegExp | null) | null;
  /** Distinguishes values with equal displayed forms; null if the displayed form is always enough. */
  readonly kept: ((value: Value, column: Column) => Value | null) | null;
  /** Restores the exact value from its displayed form and its kept text; neither is for NULL. */
  restore(shown: Shown, kept: string, column: Column): Bound | null;
}

export interface WriteSql {
  written(column: Column, shown: Shown): Bound | null;
  /** Null if the displayed form is enough to restore the value. */
  kept(column: Column, value: Value): Value | null;
  restored(column: Column, shown: Shown, kept: string): Bound | null;
  readonly changing: ChangeSql;
}

/** The parts of changing statements that differ between engines. */
export interface ChangeSql {
  /** Its columns of moments and bytes accept any text, so only this service rejects invalid ones. */
  readonly acceptsAnyText?: true;
  /** It shows and takes instants in UTC, without saying so. */
  readonly hidesOffsets?: true;
  /** Follows a SELECT to lock its rows until the end of the transaction. */
  readonly locking: RawBuilder<unknown>;
  /**
   * Locking takes the right to update, and reads show what was committed before each statement: rows that nobody else
   * can change are read without it.
   */
  readonly locksAsUpdate?: true;
  /** Precedes VALUES restored into columns that only the engine fills; absent if there are no such columns. */
  readonly overriding?: RawBuilder<unknown>;
  /**
   * The most new rows per statement; absent means one. Only for an engine that waits for each answer, and that on
   * failure undoes only the failed statement.
   */
  readonly rowsPerInsert?: number;
  /**
   * It refuses to delete a row that references itself, or another row that it would delete along, by a key without an
   * action, unless the reference is removed first.
   */
  readonly holdsOwnReferences?: true;
  /**
   * Asks for the name of the table's storage engine if that cannot roll back changes; no row if it can. Absent if all
   * tables can be rolled back.
   */
  withoutTransactions?(entity: Entity): BoundSql;
  /** Follows INSERT and UPDATE of a table that replaces rows or ends transactions on conflict, and prevents that. */
  readonly conflictClause?: RawBuilder<unknown>;
  /**
   * Asks whether the table has triggers or rules that may change other rows when its rows are written. Absent if they
   * never change other rows of the same table, and not every user can see them.
   */
  triggers?(entity: Entity): BoundSql;
  /**
   * The condition that a value is shown as this JSON, ignoring surrounding blanks. Only for engines that write
   * documents and lists differently in addresses; a table without a key has them there.
   */
  shownAs?(column: Column, json: string): Bound<[value: Value]>;
  /** Absent if no table inherits from another. */
  readonly inheritance?: InheritanceSql;
  /** A row of defaults; follows the table's name. */
  readonly defaults: RawBuilder<unknown>;
  /** Combines the kept values of a row into one text; absent if each is returned separately. */
  readonly keptAsOne?: {
    text(parts: readonly Value[]): Value;
    parts(text: string): readonly (string | null)[];
    joined(parts: readonly (string | null)[]): string;
  };
  /** Inserts many rows with one statement; absent if the engine cannot return what it inserted. */
  readonly bulkInsert?: BulkInsertSql;
  /** Updates many rows with one statement; absent if single updates are just as fast. */
  readonly bulkUpdate?: BulkUpdateSql;
  /** Whether INSERT returns columns of the new row; otherwise the expression for the number that the engine drew. */
  readonly generatedNumber: 'returning' | RawBuilder<unknown>;
}

/** Tables that show the rows of those that inherit from them. */
export interface InheritanceSql {
  /** Precedes the name of a table, for its own rows alone. */
  readonly only: RawBuilder<unknown>;
  /** The schema and the name of the table that a row of `table` is in. */
  home(table: RawBuilder<unknown>): readonly Value[];
}

/** A column of which more is kept than is displayed. */
export interface KeptColumn {
  readonly column: Column;
  readonly value: Value;
  readonly kept: Value;
  /** Whether it was given; otherwise the engine chose its value. */
  readonly isGiven: boolean;
  /** Its index in the list of displayed values. */
  readonly place: number;
}

/** The kept values of new rows. */
export interface KeptValuesOfNewRows {
  /** A text for each row, without line breaks, from which its list can be made. */
  text(columns: readonly KeptColumn[]): Value;
  /** A JSON list of kept values for each line of such texts; `shown` has the lines of displayed values. */
  lists(columns: readonly KeptColumn[], texts: string, shown: string): string;
}

/** How an engine updates the same columns of many rows with one statement. */
export interface BulkUpdateSql {
  /** Whether the engine reads this JSON text as the same value that `write` would bind. */
  accepts(column: Column, json: string): boolean;
  /** Follows the table's name. `rows` is a JSON list with one list for each row: its key, then the columns' values. */
  update(entity: Entity, key: Column, columns: readonly Column[], rows: Value): RawBuilder<unknown>;
  /** Asks whether the order of the updates matters, because the values have to be unique. */
  dependsOnOrder(entity: Entity, columns: readonly Column[]): BoundSql;
}

/** How an engine shows rows with known keys. */
export interface RowsByKey {
  /** Whether it can find rows by such a key, and returns them in key order. */
  isFor(key: readonly Column[]): boolean;
  /** One row with these texts, which have a line for each row found. `keys`: a JSON list of integers. */
  show(table: RawBuilder<unknown>, key: Value, keys: Value, texts: readonly Value[]): RawBuilder<unknown>;
}

/** How an engine inserts many rows with one statement, and shows them as stored. */
export interface BulkInsertSql {
  /** The most rows for this number of columns; 0 if not even one row can be inserted this way. */
  maxRows(columns: number): number;
  /** The source of the rows, following the column names; null if a column cannot be passed this way. */
  source(columns: readonly Column[], rows: number, place: () => Value): RawBuilder<unknown> | null;
  /**
   * The values to bind. Each row's values are JSON texts in column order. Null if one of them is not a value of its
   * column, or needs its own SQL.
   */
  parameters(columns: readonly Column[], rows: readonly (readonly string[])[]): readonly unknown[] | null;
  /** Inserts the rows and returns these texts of each, free of line breaks: one row each, or as lines of one row. */
  showing(insert: RawBuilder<unknown>, texts: readonly Value[]): RawBuilder<unknown>;
  readonly kept: KeptValuesOfNewRows;
  /** Shows inserted rows with a separate statement; absent if RETURNING is just as fast. */
  readonly byKey?: RowsByKey;
  /** Asks for anything that may change a new row after it was shown; null if nothing can. */
  laterChanges(entity: Entity): BoundSql | null;
  /** Rows that need not be read back because they are stored as given; absent if the engine cannot tell. */
  readonly asGiven?: VerbatimRows;
}

/** What an engine guarantees for rows whose columns are all given. */
export interface VerbatimRows {
  /** The class's `asGiven` for a column. */
  form(column: Column): RegExp | null;
  /** Returns a row if nothing about the table changes new rows; asked once the table can no longer be altered. */
  holds(entity: Entity, columns: readonly Column[]): BoundSql;
}
