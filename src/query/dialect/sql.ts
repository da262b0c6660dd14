// The words that a dialect lends to the compiler: how its SQL spells what the engines spell differently.
import type { Expression, RawBuilder } from 'kysely';
import type { BucketName } from '../../contract/buckets.ts';
import type { SummaryName } from '../../contract/summaries.ts';
import type { Column, Entity, TableId } from '../../model/database.ts';
import type { Literal } from '../literals.ts';
import type { Pattern } from '../patterns.ts';
import type { ComputeSql } from './computing.ts';
import type { BoundSql, PartSql, Statement } from './statement.ts';
import type { Bound, TextSql, Value } from './words.ts';
import type { WriteSql } from './write.ts';

export type { Bound, TextSql, Value } from './words.ts';

export type Comparison = '=' | '<' | '<=' | '>' | '>=';

/**
 * What a value is compared for: to be equal to a literal, to lie below or above one, or to be sorted and grouped
 * with its like, where an index of the column should serve.
 */
export type Use = 'equality' | 'order' | 'sort';

/**
 * A literal as the engine compares it. Where the engine has no value for exactly this literal (a decimal
 * between two doubles), `side` tells whether the literal lies below (-1) or above (1) the value it stands for.
 */
export interface BoundLiteral extends Bound {
  readonly side: -1 | 0 | 1;
  /** Where comparing is costly: stored values below the first are less, from the second on greater, for certain. */
  within?(places: readonly Value[]): readonly [Value, Value];
}

export function comparisonUse(comparison: Comparison): Use {
  return comparison === '=' ? 'equality' : 'order';
}

export interface SortOptions {
  readonly descending: boolean;
  readonly nullsFirst: boolean;
  /** False where the value cannot be NULL, so that an index can serve the order. */
  readonly nullable: boolean;
}

/**
 * How the value of an address finds a record:
 * - `whole`: what is found shows this very text, where several equal each other;
 * - `equal`: it may show another text that equals this one to the engine, as by a collation;
 * - `referred`: as a foreign key finds what it refers to. The engine compares such values, and may be given any text:
 *   one that it cannot read is none of them.
 */
export type KeyMatch = 'whole' | 'equal' | 'referred';

export interface SqlDialect extends CompareSql, SummarySql, ExportSql, WriteSql {
  /** How computed fields are worked out. */
  readonly computing: ComputeSql;
  /** Engine's spelling of the finished expression, with its parameters in order. */
  compile(query: RawBuilder<unknown>): BoundSql;
  table(id: TableId): RawBuilder<unknown>;
  /** Joins texts, constant ones (plain strings, bound or escaped) and computed ones that are never NULL. */
  concat(parts: readonly (string | TextSql)[]): TextSql;
  /** A constant text, bound or escaped. */
  text(value: string): TextSql;
  /** The place of a text that is bound. */
  textPlace(place: Value): Value;
  /** The JSON text of a value, `null` for NULL: exact, and what every answer shows. */
  json(value: Expression<unknown>, column: Column): TextSql;
  /**
   * A JSON list of values, where the engine writes one better than their texts put together; null where there are too
   * many for it.
   */
  jsonList?(cells: readonly { readonly own: Value; readonly column: Column }[]): TextSql | null;
  /**
   * A value for the connection to write into a record. Only where it takes the engine longer to plan the text of a row
   * than to find the row.
   */
  inParts?(value: Value, column: Column): PartSql;
  /** Whether the engine finds the rows of several keys sooner by a query for each than by one for all of them. */
  readonly findsApart?: boolean;
  /** The value as it stands in a record's address, percent-encoded; meaningless for NULL. */
  urlText(value: Expression<unknown>, column: Column): TextSql;
  /**
   * The condition that a value of the column is the one that an address text names; null when it can never be true.
   * `equality` of ./bound.ts wherever a single value says it, so that reads by key can be asked for together.
   */
  key(column: Column, text: string, match: KeyMatch): Bound<[value: Value]> | null;
  /** Only where values have types of their own, whatever the column declares: true for bytes. */
  isBytes?(value: Expression<unknown>): RawBuilder<boolean>;
  /** The same for numbers. */
  isNumber?(value: Expression<unknown>): RawBuilder<boolean>;
  /** The value where it is there, else NULL; only where a CASE would lose what the engine knows of a column's type. */
  masked?(value: Value, isThere: RawBuilder<boolean>): Value;
  /**
   * The same EXISTS in words that keep the engine from turning it into a join; only where it loses or doubles rows
   * when there are outer joins to restricted rows within.
   */
  notJoined?(exists: RawBuilder<boolean>): RawBuilder<boolean>;
  /**
   * Conditions that are always true and let the engine be stopped while it looks at rows of the tables; absent
   * where it can be stopped at any time. `isNested`: all of it happens again for each row of a query around it.
   */
  guard?(tables: readonly GuardedTable[], isNested: boolean): readonly RawBuilder<boolean>[];
  /** Only where the engine hands many rows over better in slices: whether it can go on after a row with such a key. */
  slicesBy?(key: readonly Column[]): boolean;
  /**
   * Only where the engine sorts in the memory of the service: whether rows that are sorted by such a column may be had range
   * by range of its values.
   */
  rangesBy?(column: Column): boolean;
  /** Whether a limit stands in the text of a statement; else it is bound. */
  readonly writesLimit: boolean;
  /** `LIMIT`/`OFFSET`, in the engine's spelling; null means all rows, and from the first on. */
  page(limit: Value | null, offset: Value | null): RawBuilder<unknown>;
}

/** A table of a statement, under its alias. */
export interface GuardedTable {
  readonly alias: string;
  readonly entity: Entity;
  /** Whether it adds at most one row to each row of the tables before it. */
  readonly isSingle: boolean;
}

/** How an engine writes what is not JSON. */
export interface ExportSql {
  /** A text as a JSON string, `null` for NULL. */
  quoted(text: Value): TextSql;
  /** Whether what `shown` gives for the column is of digits, letters and few signs, and so never needs quotes. */
  isPlain(column: Column): boolean;
  /** Whether a text holds, or begins with, one of the characters. */
  hasAny(text: Value, characters: string, place: 'anywhere' | 'start'): RawBuilder<boolean>;
  /** Fields, none of them NULL, with a separator between each two; where the engine has a better word than `concat`. */
  separated?(separator: string, fields: readonly TextSql[]): TextSql;
  /**
   * A value between separators: nothing for NULL, in quotes where it is empty or holds one of the characters, if
   * there are any. Only where the engine says it in fewer words than these are.
   */
  field?(value: Value, column: Column, special: string): TextSql;
  /** Only where the connection has a faster writer of separated values, which writes what `separatedRow` does. */
  readonly copying?: CopySql;
}

export interface CopiedValue {
  readonly value: Value;
  readonly column: Column;
  /** The value is NULL in no row. */
  readonly isNeverNull?: boolean;
}

/** A writer of separated values outside of the expressions of SQL. */
export interface CopySql {
  /** The columns that it has to be given so that it writes the texts that an answer shows for these values. */
  columns(values: readonly CopiedValue[], separator: string): Value[];
  /** Whether it is given this column as it is stored, so that there is nothing to be made once the rows are sorted. */
  isStored?(column: Column): boolean;
  /** The statement that has these rows, made of these columns, written by it; null where it cannot. */
  statement(rows: Statement, separator: string, columns: readonly Column[]): Statement | null;
}

/** How an engine compares, matches and sorts. */
export interface CompareSql {
  /** The text of an integer that is not NULL, such as a count. */
  integerText(value: Value): TextSql;
  /** The value in the form in which it compares for the use. */
  comparable(value: Value, column: Column, use: Use): Value;
  /** The literal as a value to compare `comparable` with; null when it is no value of the column's type. */
  literal(column: Column, literal: Literal, use: Use): BoundLiteral | null;
  /** Whether a value, in the form that compares for equality, is one of these; there is at least one. */
  oneOf(literals: readonly BoundLiteral[]): Bound<[value: Value]>;
  /** Whether the type of the column has an offset from UTC, so that its values are instants. */
  isZoned(column: Column): boolean;
  /** A moment as a clock in the zone shows it, where not its type but each value tells whether it has an offset. */
  onClock?(value: Value, zone: string): Value;
  /** Whether there is no value, where the engine's own IS NULL says something else about values of the column. */
  isNull?(value: Value, column: Column): RawBuilder<boolean>;
  /** Whether values of the two columns can be compared with each other. */
  comparesWith(a: Column, b: Column): boolean;
  /** A column's value in the form that compares with another column's. */
  comparableWith(value: Value, column: Column, other: Column): Value;
  /** The text that an answer shows for the value, NULL for NULL. */
  shown(value: Value, column: Column): Value;
  /** The same as a search for a pattern looks into it, where more is known of an entity's column than of any text. */
  searched?(value: Value, column: Column, entity: Entity): Value;
  /** The text with case taken away; folded texts compare by code point. */
  fold(text: Value): Value;
  /** Compares two texts by code point, whatever their columns' collations. */
  compareText(a: Value, comparison: Comparison, b: Value): RawBuilder<boolean>;
  /** Whether a text has the form of a given pattern; with `ignoreCase` the pattern is folded already. */
  pattern(pattern: Pattern, ignoreCase: boolean): Bound<[text: Value]>;
  /** The same for a pattern that is itself a value, with `%`, `_` and backslash; both texts as they are. */
  matchesPattern(text: Value, pattern: Value): RawBuilder<boolean>;
  /** Whether a text holds another one at the given place, by code point. */
  holds(text: Value, part: Value, place: 'anywhere' | 'start' | 'end'): RawBuilder<boolean>;
  /** What sorts values that `comparable` takes for equal in an order; null where it takes none for equal that differ. */
  finer?(value: Value, column: Column): Value | null;
  /** One term of an ORDER BY. */
  sort(value: Value, options: SortOptions): RawBuilder<unknown>;
  /** Whether the engine sorts by the whole of a value; else a comparison may find a row on the other side of another. */
  sortsWhole(column: Column): boolean;
  /** A sort value as JSON text from which `cursorValue` makes exactly the same value again. */
  cursorText(value: Value, column: Column): TextSql;
  cursorValue(column: Column, text: string): Bound;
  /**
   * Whether rows are better counted in the statement that sorts them: by a window, than to look at them a second time,
   * or by an index, than to be asked a second time.
   */
  readonly countsWhileSorting: boolean;
  /** Whether the engine itself sorts and cuts one table before it joins others to it. */
  readonly joinsAfterSort: boolean;
  /** Whether it sorts keys so much sooner than rows that a sorted page pays for finding its rows by their keys. */
  readonly sortsKeysSooner?: true;
  /** Whether it writes the rows of a join down before it sorts them, with all values that are shown. */
  readonly writesJoinsDown?: true;
  /**
   * When the engine makes the texts of rows before it sorts them; it sorts the bare values where they come from a query
   * of their own. `long`: where there are many of them, and no index has them in order.
   */
  readonly sortsWhatIsShown: 'never' | 'long' | 'always';
  /** Whether an index serves `(a, b) > (x, y)`; else it serves the same in single comparisons. */
  readonly comparesRows: boolean;
}

/** One summary of a column, as aggregates over the rows of a group or of the whole result. */
export interface SummaryParts {
  /** The JSON text of the summary, `null` where there is nothing to summarise. */
  readonly json: TextSql;
  /** The text of the summary, NULL where there is nothing to summarise. */
  readonly text: Value;
  /** A value that sorts as the summary does. */
  readonly sort: Value;
  /** The type of `sort`, for cursors. */
  readonly column: Column;
  /** The value of the summary, where `sort` is another one. */
  readonly number?: Value;
}

/** A column to group by. */
export interface GroupParts {
  readonly by: Value;
  /** What stands for the group's value, as an aggregate or in terms of `by`; `json` and `text` render it. */
  readonly shown: Value;
  json(shown: Value): TextSql;
  text(shown: Value): Value;
  /** The type of `by`, for cursors. */
  readonly column: Column;
}

/** How an engine summarises and groups. */
export interface SummarySql {
  /** Whether the values can be added up. */
  summable(column: Column): boolean;
  summary(name: SummaryName, value: Value, column: Column): SummaryParts;
  /** `zone`: in which moments with an offset have their periods. */
  group(value: Value, column: Column, bucket: BucketName | null, zone: string): GroupParts;
  /** Hidden columns that tell the rows of an entity without a key apart; null where there are none. */
  rowIdentity(entity: Entity): readonly Column[] | null;
}
