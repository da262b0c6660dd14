// The words that a dialect lends to changes: how a value as answers show it becomes one of the engine again.
import type { RawBuilder } from 'kysely';
import type { Column, Entity } from '../../model/database.ts';
import type { BoundSql } from './statement.ts';
import type { Bound, Value } from './words.ts';

/** A value as an answer shows it. */
export interface Shown {
  /** The JSON text, as it came. */
  readonly text: string;
  /** The same, read; numbers have all their digits. */
  readonly json: unknown;
}

/** What an engine's table of types says about writing, for each class of types. */
export interface Writing {
  /**
   * What is written for a value that is shown like this, which is never null; null where no value is. Whether the engine
   * takes it exactly is seen by looking at what it has stored.
   */
  write(shown: Shown, column: Column): Bound | null;
  /** What is bound is the text of what is shown, in no words: the digits of a number, a text without its quotes. */
  readonly isItsText: boolean;
  /**
   * What `write` binds for the commonest values, at a fraction of the price: an import has millions of them. The argument is
   * JSON text, never null. Undefined where `write` has to be asked; null where it always has to be.
   */
  readonly quick: ((json: string) => unknown) | null;
  /**
   * The JSON texts that a column stores, and shows, as they stand, unless a trigger or the like changes them; null where a
   * value has to be looked at once it is stored.
   */
  readonly asGiven: ((column: Column) => RegExp | null) | null;
  /** Tells values apart that are shown alike; null where there are none, in the class or the column: what is shown is enough. */
  readonly kept: ((value: Value, column: Column) => Value | null) | null;
  /** Exactly the value that was shown like this and kept like that; neither is of NULL. */
  restore(shown: Shown, kept: string, column: Column): Bound | null;
}

export interface WriteSql {
  written(column: Column, shown: Shown): Bound | null;
  /** Null where what is shown is enough to write the same value again. */
  kept(column: Column, value: Value): Value | null;
  restored(column: Column, shown: Shown, kept: string): Bound | null;
  readonly changing: ChangeSql;
}

/** The statements that change rows, as far as engines differ in them. */
export interface ChangeSql {
  /** Its columns of moments take any text, so that nobody but us tells what is none. */
  readonly keepsAnyText?: true;
  /** Behind a SELECT whose rows nobody else may change until the end of the transaction. */
  readonly locking: RawBuilder<unknown>;
  /** Before VALUES that are restored into columns whose values the engine alone gives; absent where there are none such. */
  readonly overriding?: RawBuilder<unknown>;
  /**
   * How many new rows one statement makes; absent: one. Only for an engine that waits for each answer, and that undoes a
   * statement which it refuses and nothing else.
   */
  readonly rowsTogether?: number;
  /** Behind INSERT and UPDATE of a table that replaces rows, or ends transactions: it is not to. Absent where no table does. */
  readonly refusing?: RawBuilder<unknown>;
  /**
   * Asks whether the table has triggers or rules, which may change other rows when its own are written. Absent where they never
   * change other rows of the same table, and not everybody is told of them.
   */
  triggers?(entity: Entity): BoundSql;
  /**
   * The condition that a value is shown as this JSON, blanks around it aside. Only for an engine whose documents and lists have other
   * words in an address; a table without a key has them there.
   */
  shownAs?(column: Column, json: string): Bound<[value: Value]>;
  /** A row of defaults, behind the name of the table. */
  readonly defaults: RawBuilder<unknown>;
  /** What is kept of a row, put together as one text; absent where each part of it comes by itself. */
  readonly keptAsOne?: {
    text(parts: readonly Value[]): Value;
    parts(text: string): readonly (string | null)[];
    joined(parts: readonly (string | null)[]): string;
  };
  /** Many new rows by one statement; absent where the engine has none that shows what it has made. */
  readonly together?: NewRowsSql;
  /** Many changed rows by one statement; absent where single ones take no longer. */
  readonly alike?: AlikeSql;
  /** Whether INSERT can give columns of the new row back; else the engine tells the number that it drew, in this way. */
  readonly drawn: 'returning' | RawBuilder<unknown>;
}

/** A column of which more is kept than is shown. */
export interface KeptColumn {
  readonly column: Column;
  readonly value: Value;
  readonly kept: Value;
  /** Whether it was given. The engine has chosen the others. */
  readonly isGiven: boolean;
  /** Where the list of what is shown has it. */
  readonly place: number;
}

/** What is kept of new rows. */
export interface KeptOfNewRows {
  /** A text of each row, without line breaks, from which its list can be made. */
  text(columns: readonly KeptColumn[]): Value;
  /** A JSON list of what is kept for each line of such texts; `shown` has the lines of what is shown. */
  lists(columns: readonly KeptColumn[], texts: string, shown: string): string;
}

/** How an engine gives many rows other values in the same columns, by one statement. */
export interface AlikeSql {
  /** Whether the value that `write` would bind is the one that the engine itself reads from this JSON text. */
  takes(column: Column, json: string): boolean;
  /** Behind the name of the table. `rows` is a JSON list with a list for each row: its key, and then the values of the columns. */
  update(entity: Entity, key: Column, columns: readonly Column[], rows: Value): RawBuilder<unknown>;
  /** Asks whether it matters in which order rows get such values, since no two of them may have the same. */
  heedsOrder(entity: Entity, columns: readonly Column[]): BoundSql;
}

/** How an engine shows rows whose keys are known. */
export interface RowsByKey {
  /** Whether it can find rows by such a key, and gives them in its order. */
  isFor(key: readonly Column[]): boolean;
  /** One row with these texts, which have a line for each of the rows. `keys`: a JSON list of whole numbers. */
  show(table: RawBuilder<unknown>, key: Value, keys: Value, texts: readonly Value[]): RawBuilder<unknown>;
}

/** How an engine makes many rows by one statement, and shows them as it has made them. */
export interface NewRowsSql {
  /** Of so many columns; 0 where not even one row can be made in this way. */
  mostRows(columns: number): number;
  /** Where the rows come from, behind the names of their columns; null where one of them cannot be given in this way. */
  source(columns: readonly Column[], rows: number, place: () => Value): RawBuilder<unknown> | null;
  /**
   * What belongs into the places. The values of each row come in the order of the columns, as JSON texts. Null where one of
   * them is no value of its column, or needs words of its own.
   */
  parameters(columns: readonly Column[], rows: readonly (readonly string[])[]): readonly unknown[] | null;
  /** Makes the rows and gives these texts of each, which have no line breaks: a row each, or as many lines of one row. */
  showing(insert: RawBuilder<unknown>, texts: readonly Value[]): RawBuilder<unknown>;
  readonly kept: KeptOfNewRows;
  /** Rows that were made, shown by a statement of its own; absent where what INSERT shows takes no longer. */
  readonly byKey?: RowsByKey;
  /** Asks for what may change a new row after it was shown; null where nothing can. */
  actsLater(entity: Entity): BoundSql | null;
  /** Rows that need not be shown, being stored as they are given; absent where that cannot be told. */
  readonly asGiven?: RowsAsGiven;
}

/** What an engine promises of rows whose columns are all given. */
export interface RowsAsGiven {
  /** What the table of types says of a column. */
  form(column: Column): RegExp | null;
  /** Gives a row where nothing about the table changes a new row; asked when nobody can alter the table any more. */
  holds(entity: Entity, columns: readonly Column[]): BoundSql;
}
