// What a dialect provides for computed fields.
import type { RawBuilder } from 'kysely';

import type { SummaryName } from '../../contract/summaries.ts';
import type { Column, Entity } from '../../model/database.ts';
import type { EngineFunction } from '../computing/functions.ts';
import type { ResultType, ValueKind } from '../computing/kinds.ts';
import type { Literal } from '../literals.ts';
import type { Bound, Value } from './fragments.ts';

/** One function call, without the SQL of its arguments. */
export interface Call {
  /** The types of the arguments, in order. */
  readonly args: readonly ResultType[];
  readonly result: ResultType;
  /** A unit, or the kind that a CAST yields. */
  readonly keyword: string;
  /** Whether all arguments are columns or values of the request. */
  readonly isPlain: boolean;
  /** For each argument its column, or null if it is not one. */
  readonly stored: readonly (StoredColumn | null)[];
  /** Whether the arguments are nested so little that computing them twice is cheap. */
  readonly isShort: boolean;
}

/** A column of an entity. */
export interface StoredColumn {
  readonly entity: Entity;
  readonly column: Column;
}

/** A summary: a value that sorts like it, the type of that value, and its text. */
export interface Measured {
  readonly sort: Value;
  readonly column: Column;
  readonly text: Value;
  /** The value, if `sort` is a different one. */
  readonly number?: Value;
}

/** A number that is only counted and summed, and that may have a quicker equivalent. */
export interface Addend {
  /** A quicker value with the same sum, valid when `mayBeQuick` holds; null if there is none. */
  readonly quick: RawBuilder<unknown> | null;
  /** Whether the quick value is valid for all rows: evaluated once per statement. */
  readonly mayBeQuick: RawBuilder<boolean>;
  /** Marks the value as quick where allowed, so that summaries can tell; `always`: it is always quick. */
  marked(value: RawBuilder<unknown>, always: boolean): RawBuilder<unknown>;
}

export interface ComputeSql {
  /** The type of a computed value. */
  type(resultType: ResultType): Column;
  /** The type of a sum or average, if it differs from the type of a computed number. */
  sumType?(resultType: ResultType): Column;
  /** A column's value converted to a kind for computing; moments with an offset are converted to the zone. */
  operand(value: Value, column: Column, kind: ValueKind, zone: string): Value;
  /** Null if the literal is not a value of the kind. */
  literal(resultType: ResultType, literal: Literal): Bound | null;
  /** NULL of a kind. */
  nullOf(resultType: ResultType): Value;
  /** Converts a value to the common kind and scale of a choice. */
  convert(value: Value, resultType: ResultType): Value;
  /** NULL if the engine fails to compute the value, which must contain no subquery; absent if it never fails. */
  orNull?(value: Value): Value;
  /** The same for an expression over values that may be subqueries: only the expression itself is guarded. */
  orNullOf?(values: readonly Value[], make: (values: readonly Value[]) => Value): Value;
  /** The final value of a computed field. */
  result(value: Value, resultType: ResultType): RawBuilder<unknown>;
  /** The most digits before the point that a column's numbers have; null if unknown. */
  digits(column: Column): number | null;
  /** A number, or NULL if out of range. Written only once unless plain, so that nesting does not multiply the text. */
  bounded(value: Value, resultType: ResultType, isPlain: boolean): Value;
  /** A summary of related rows as a value. */
  measured(summary: SummaryName, parts: Measured): Value;
  /** The sum of numbers over a window. */
  sumOver(value: Value, window: Value): Value;
  /** Set if the engine confuses windows of one SELECT that sort or partition rows differently. */
  readonly confusesWindows?: true;
  /** The type of a list of related values. */
  readonly listType: Column;
  /** Aggregates JSON texts into such a list, ordered by a number; NULL if there are none. */
  aggregateList(json: Value, number: Value): Value;
  /** An empty list of that type. */
  readonly emptyList: Value;
  /** Whether a subquery in FROM may refer to tables before it. */
  readonly hasLateral: boolean;
  /** The form of a number that is only counted and summed, if the engine has a quicker one; else null. */
  addend?(value: Value, stored: StoredColumn | null): Addend | null;
  /** Set if the engine allows too few parameters to write a long computed field twice. */
  readonly limitsParameters?: true;
  /** Set if numbering rows takes longer than finding, for a few partitions, the value that their first rows reach. */
  readonly boundsPartitions?: true;
  /** Set if one subquery per row of a page is faster than one for all rows. */
  readonly looksUpMeasures?: true;
  /**
   * Hides from the engine that an index has the value in order; present if it would otherwise group by reading all rows
   * through the index, which takes longer than sorting.
   */
  unordered?(value: Value): RawBuilder<unknown>;
  /** Ends a subquery in FROM so that its columns are computed once, if the engine would repeat them at each mention. */
  readonly computeOnce: RawBuilder<unknown>;
  /** Precedes a named subquery so that it is evaluated once, if the engine has a keyword for that. */
  readonly namedQuery: RawBuilder<unknown>;
  readonly calls: Readonly<Record<EngineFunction, (args: readonly Value[], call: Call) => Value>>;
}
