// What a dialect provides to the compiler: how its SQL spells what differs between engines.
import type { Expression, RawBuilder } from 'kysely';
import type { BucketName } from '../../contract/buckets.ts';
import type { SummaryName } from '../../contract/summaries.ts';
import type { Column, Entity, TableId } from '../../model/database.ts';
import type { Literal } from '../literals.ts';
import type { Pattern } from '../patterns.ts';
import type { ComputeSql, StoredColumn } from './computing.ts';
import type { Bound, TextSql, Value } from './fragments.ts';
import type { BoundSql, PartSql, Statement } from './statement.ts';
import type { WriteSql } from './write.ts';

export type { Bound, TextSql, Value } from './fragments.ts';

export type Comparison = '=' | '<' | '<=' | '>' | '>=';

/**
 * The purpose of a comparison: equality with a literal, order relative to a literal, or sorting and grouping, where an
 * index of the column should be used.
 */
export type Use = 'equality' | 'order' | 'sort';

/**
 * A literal in the form the engine compares. If the engine has no value for exactly this literal (a decimal between two
 * doubles), `side` tells whether the literal lies below (-1) or above (1) the bound value.
 */
export interface BoundLiteral extends Bound {
  readonly side: -1 | 0 | 1;
  /** For costly comparisons: values below the first bound are certainly less, from the second on certainly greater. */
  within?(places: readonly Value[]): readonly [Value, Value];
}

export function comparisonUse(comparison: Comparison): Use {
  return comparison === '=' ? 'equality' : 'order';
}

export interface SortOptions {
  readonly descending: boolean;
  readonly nullsFirst: boolean;
  /** False if the value is never NULL, so that an index can provide the order. */
  readonly nullable: boolean;
}

/**
 * How an address value finds a record:
 * - `whole`: the record shows this exact text; used if several values compare equal;
 * - `equal`: it may show another text that the engine considers equal, for example by collation;
 * - `referred`: as a foreign key finds its target. Such values are compared by the engine, and may be any text: a text
 *   that the engine cannot parse matches nothing.
 */
export type KeyMatch = 'whole' | 'equal' | 'referred';

export interface SqlDialect extends CompareSql, SummarySql, ExportSql, WriteSql {
  /** How computed fields are compiled. */
  readonly computing: ComputeSql;
  /** The finished expression in the engine's SQL, with its parameters in order. */
  compile(query: RawBuilder<unknown>): BoundSql;
  table(id: TableId): RawBuilder<unknown>;
  /** Concatenates constant texts (plain strings, bound or escaped) and computed texts, which must never be NULL. */
  concat(parts: readonly (string | TextSql)[]): TextSql;
  /** A constant text, bound or escaped. */
  text(value: string): TextSql;
  /** The place of a bound text. */
  textPlace(place: Value): Value;
  /** The exact JSON text of a value, as every answer shows it; `null` for NULL. */
  json(value: Expression<unknown>, column: Column): TextSql;
  /**
   * A JSON list of values, if the engine has something faster than concatenating their texts; null if there are too
   * many values.
   */
  jsonList?(cells: readonly { readonly own: Value; readonly column: Column }[]): TextSql | null;
  /** A faster form that cannot represent every value; the connection recognizes such a result. */
  usualJsonList?: NonNullable<SqlDialect['jsonList']>;
  /**
   * A value that the connection writes into a record. Present only if planning the text of a row takes the engine
   * longer than finding the row.
   */
  inParts?(value: Value, column: Column): PartSql;
  /** Whether one query per key is faster on this engine than one query for all keys. */
  readonly queriesKeysSeparately?: boolean;
  /** The value as written in a record's address, percent-encoded; meaningless for NULL. */
  urlText(value: Expression<unknown>, column: Column): TextSql;
  /**
   * The condition that a column has the value named by an address text; null if it is never true. Must be `equality` of
   * ./bound.ts wherever one bound value suffices, so that reads by key can be batched.
   */
  key(column: Column, text: string, match: KeyMatch): Bound<[value: Value]> | null;
  /** Whether a value is bytes; present only if values have types of their own, whatever the column declares. */
  isBytes?(value: Expression<unknown>): RawBuilder<boolean>;
  /** The same for numbers. */
  isNumber?(value: Expression<unknown>): RawBuilder<boolean>;
  /** The value, or NULL if hidden; present only if a CASE would lose the column's type information. */
  masked?(value: Value, isThere: RawBuilder<boolean>): Value;
  /**
   * Wraps an EXISTS so that the engine does not turn it into a join; present only if such joins lose or duplicate rows
   * when they contain outer joins to restricted rows.
   */
  preventJoin?(exists: RawBuilder<boolean>): RawBuilder<boolean>;
  /**
   * Conditions that are always true and let the engine be interrupted while it scans these tables; absent if it can be
   * interrupted at any time. `isNested`: the scan is repeated for each row of an outer query.
   */
  guard?(tables: readonly GuardedTable[], isNested: boolean): readonly RawBuilder<boolean>[];
  /** For engines that return many rows faster in slices: whether a read can resume after a row with such a key. */
  slicesBy?(key: readonly Column[]): boolean;
  /**
   * Whether rows sorted by such a column may be read in ranges of its values; present only if the engine sorts in the
   * memory of this process.
   */
  rangesBy?(column: Column): boolean;
  /** Whether limits are written into the SQL text rather than bound. */
  readonly writesLimit: boolean;
  /** `LIMIT`/`OFFSET` in the engine's spelling; null means no limit, or no offset. */
  page(limit: Value | null, offset: Value | null): RawBuilder<unknown>;
}

/** A table of a statement, under its alias. */
export interface GuardedTable {
  readonly alias: string;
  readonly entity: Entity;
  /** Whether it joins at most one row to each row of the preceding tables. */
  readonly isSingle: boolean;
}

/** How an engine writes formats other than JSON. */
export interface ExportSql {
  /** A text as a JSON string, `null` for NULL. */
  quoted(text: Value): TextSql;
  /** Whether the displayed text consists of digits, letters and a few signs only, so that it never needs quotes. */
  isPlain(column: Column): boolean;
  /** Whether a text contains, or begins with, one of the characters. */
  hasAny(text: Value, characters: string, place: 'anywhere' | 'start'): RawBuilder<boolean>;
  /** Joins fields, none of them NULL, with a separator; present if the engine has something better than `concat`. */
  separated?(separator: string, fields: readonly TextSql[]): TextSql;
  /**
   * A separated value: nothing for NULL, quoted if empty or if it contains one of the special characters. Present only
   * if the engine can say this more briefly than the default.
   */
  field?(value: Value, column: Column, special: string): TextSql;
  /** Present only if the connection has a faster writer of separated values with the same output as `separatedRow`. */
  readonly copying?: CopySql;
}

export interface CopiedValue {
  readonly value: Value;
  readonly column: Column;
  /** The value is never NULL. */
  readonly isNeverNull?: boolean;
}

/** A writer of separated values outside SQL expressions. */
export interface CopySql {
  /** The columns to pass to it so that it writes the displayed texts of these values. */
  columns(values: readonly CopiedValue[], separator: string): Value[];
  /** Whether this column is passed as stored, so that nothing is computed after sorting. */
  isStored?(column: Column): boolean;
  /** A statement that returns the writer's output for these rows and columns; null if it is not possible. */
  statement(rows: Statement, separator: string, columns: readonly Column[]): Statement | null;
}

/** How an engine compares, matches and sorts. */
export interface CompareSql {
  /** The text of an integer that is never NULL, such as a count. */
  integerText(value: Value): TextSql;
  /** The value in the form that is compared for this use. */
  comparable(value: Value, column: Column, use: Use): Value;
  /** The literal as a value to compare with `comparable`; null if it is not a value of the column's type. */
  literal(column: Column, literal: Literal, use: Use): BoundLiteral | null;
  /** Whether a value, in its form for equality, is one of these literals; there is at least one. */
  oneOf(literals: readonly BoundLiteral[]): Bound<[value: Value]>;
  /** Whether the column's type has an offset from UTC, so that its values are instants. */
  isZoned(column: Column): boolean;
  /** A moment on the clock of the zone; present if each value, not its type, tells whether it has an offset. */
  onClock?(value: Value, zone: string): Value;
  /** Whether there is no value; present if IS NULL does not tell this for some columns. */
  isNull?(value: Value, column: Column): RawBuilder<boolean>;
  /** Whether values of the two columns are comparable. */
  isComparableWith(a: Column, b: Column): boolean;
  /** A column's value in the form that is compared with another column. */
  comparableWith(value: Value, column: Column, other: Column): Value;
  /** The text that answers show for the value; NULL for NULL. */
  shown(value: Value, column: Column): Value;
  /** The same for a pattern search in an entity's column, where the engine may know more than about any text. */
  searched?(value: Value, column: Column, entity: Entity): Value;
  /** The case-folded text; folded texts are compared by code point. */
  fold(text: Value): Value;
  /** Compares two texts by code point, ignoring their columns' collations. */
  compareText(a: Value, comparison: Comparison, b: Value): RawBuilder<boolean>;
  /** Whether a text matches a pattern; with `ignoreCase` the pattern is already folded. */
  pattern(pattern: Pattern, ignoreCase: boolean): Bound<[text: Value]>;
  /** The same for a pattern that is itself a value, with `%`, `_` and backslash; neither text is folded. */
  matchesPattern(text: Value, pattern: Value): RawBuilder<boolean>;
  /** Whether a text contains another at the given place, by code point. */
  containsText(text: Value, part: Value, place: 'anywhere' | 'start' | 'end'): RawBuilder<boolean>;
  /** A tie-breaker for values that `comparable` considers equal when sorting; null if it distinguishes all values. */
  tieBreaker?(value: Value, column: Column): Value | null;
  /** One term of an ORDER BY. */
  sort(value: Value, options: SortOptions): RawBuilder<unknown>;
  /** Whether the engine sorts by the whole value; otherwise a comparison may contradict the order of rows. */
  sortsWhole(column: Column): boolean;
  /** A sort value as JSON text, from which `cursorValue` restores exactly the same value. */
  cursorText(value: Value, column: Column): TextSql;
  cursorValue(column: Column, text: string): Bound;
  /**
   * Whether the statement that sorts rows should also count them, to avoid a second scan: by a window, or as a named
   * query. If an index has the number, it avoids a second statement.
   */
  readonly countsWhileSorting: 'window' | 'named' | false;
  /** Whether the engine sorts and limits one table before it joins others. */
  readonly joinsAfterSort: boolean;
  /** Whether sorting keys is so much faster than sorting rows that it pays to fetch a sorted page's rows by key. */
  readonly sortsKeysFaster?: true;
  /** Whether it materializes the rows of a join, with all values shown, before sorting them. */
  readonly materializesJoins?: true;
  /**
   * Whether the engine builds the texts of rows before sorting; it sorts the plain values if they come from a subquery.
   * `long`: only for many rows that no index has in order.
   */
  readonly textsBeforeSort: 'never' | 'long' | 'always';
  /** Whether an index is used for `(a, b) > (x, y)`; otherwise it is used for the equivalent single comparisons. */
  readonly comparesRows: boolean;
}

/** One summary of a column, as aggregates over a group or over the whole result. */
export interface SummaryParts {
  /** The JSON text of the summary; `null` if there is nothing to summarise. */
  readonly json: TextSql;
  /** The text of the summary; NULL if there is nothing to summarise. */
  readonly text: Value;
  /** A value that sorts like the summary. */
  readonly sort: Value;
  /** The type of `sort`, for cursors. */
  readonly column: Column;
  /** The value of the summary, if `sort` is a different one. */
  readonly number?: Value;
}

/** A column to group by. */
export interface GroupParts {
  readonly by: Value;
  /** The group's value, as an aggregate or in terms of `by`; `json` and `text` render it. */
  readonly shown: Value;
  json(shown: Value): TextSql;
  text(shown: Value): Value;
  /** The type of `by`, for cursors. */
  readonly column: Column;
}

/** How an engine summarises and groups. */
export interface SummarySql {
  /** Whether the column's values can be summed. */
  summable(column: Column): boolean;
  summary(name: SummaryName, value: Value, column: Column): SummaryParts;
  /** `zone`: decides into which period moments with an offset fall; `stored`: the table's column, if it is one. */
  group(
    value: Value,
    column: Column,
    bucket: BucketName | null,
    zone: string,
    stored: StoredColumn | null,
  ): GroupParts;
  /** Hidden columns that identify the rows of an entity without a key; null if there are none. */
  rowIdentity(entity: Entity): readonly Column[] | null;
}
