// The words that a dialect lends to computed fields.
import type { RawBuilder } from 'kysely';

import type { SummaryName } from '../../contract/summaries.ts';
import type { Column, Entity } from '../../model/database.ts';
import type { EngineFunction } from '../computing/functions.ts';
import type { ValueKind, Yield } from '../computing/kinds.ts';
import type { Literal } from '../literals.ts';
import type { Bound, Value } from './words.ts';

/** One call of a function, beside the values of its arguments. */
export interface Call {
  /** What the arguments are, in their order. */
  readonly args: readonly Yield[];
  readonly result: Yield;
  /** The unit, or the kind that a CAST makes. */
  readonly word: string;
  /** Whether all arguments are columns or values of the request. */
  readonly isPlain: boolean;
  /** The columns that arguments are, in their order; null for all else. */
  readonly stored: readonly (StoredColumn | null)[];
  /** Whether little nests in the arguments, so that to work them out twice costs little. */
  readonly isShort: boolean;
}

/** A column of an entity. */
export interface StoredColumn {
  readonly entity: Entity;
  readonly column: Column;
}

/** A summary: what sorts it and of which type that is, and its text. */
export interface Measured {
  readonly sort: Value;
  readonly column: Column;
  readonly text: Value;
  /** The value, where `sort` is another one. */
  readonly number?: Value;
}

/** A number that is only counted and added up, of which something may be known that makes it quicker. */
export interface Addend {
  /** One that is had sooner and has the same sum, where it may stand for it; null where there is no other. */
  readonly quick: RawBuilder<unknown> | null;
  /** Whether that is known of all rows: the engine asks once for a statement. */
  readonly mayBeQuick: RawBuilder<boolean>;
  /** A value that is the quick one wherever that may be, so that summaries know; `always`: it is no other. */
  marked(value: RawBuilder<unknown>, always: boolean): RawBuilder<unknown>;
}

export interface ComputeSql {
  /** The type of a computed value. */
  type(yielded: Yield): Column;
  /** The type of a sum or an average of related rows or of a group, where that is not the one of a computed number. */
  added?(yielded: Yield): Column;
  /** A column's value as a value of the kind that is computed with; moments with an offset are taken in the zone. */
  operand(value: Value, column: Column, kind: ValueKind, zone: string): Value;
  /** Null where the literal is no value of the kind. */
  literal(yielded: Yield, literal: Literal): Bound | null;
  /** NULL of a kind. */
  nothing(yielded: Yield): Value;
  /** A value as one of those that a choice may have, which are all of one kind and scale. */
  outcome(value: Value, yielded: Yield): Value;
  /** NULL where the engine refuses to work a value out, of which no part is a query; absent where it never refuses. */
  orNull?(value: Value): Value;
  /** The same of what is made of values that may be queries: only the making is tried. */
  orNullOf?(values: readonly Value[], make: (values: readonly Value[]) => Value): Value;
  /** What a computed field is in the end. */
  result(value: Value, yielded: Yield): RawBuilder<unknown>;
  /** Digits that numbers of a column have before the point at most; null where nobody knows. */
  digits(column: Column): number | null;
  /** A number, or NULL where it is out of range; written once unless it is plain, so that what nests does not multiply. */
  bounded(value: Value, yielded: Yield, isPlain: boolean): Value;
  /** A summary of related rows as a value. */
  measured(summary: SummaryName, parts: Measured): Value;
  /** The sum of numbers over a window. */
  sumOver(value: Value, window: Value): Value;
  /** The type of a list of related values. */
  readonly list: Column;
  /** An aggregate: the JSON texts as a list of that type, in the order of a number; NULL where there are none. */
  listed(json: Value, number: Value): Value;
  /** A list of that type with nothing in it. */
  readonly emptyList: Value;
  /** Whether a query in FROM may look at what stands before it. */
  readonly hasLateral: boolean;
  /** A number that is only counted and added up, where the engine can do so sooner; null where it cannot. */
  addend?(value: Value, stored: StoredColumn | null): Addend | null;
  /** Present where so few values can be bound to a statement that long computed fields may not be written twice. */
  readonly bindsFew?: true;
  /** Present where a query for each row of a page has a measure sooner than one for all of them. */
  readonly looksUpMeasures?: true;
  /**
   * A value of which the engine does not see that an index has it in order; present where it would read all rows by the
   * index in order to group them, which takes longer than to sort them.
   */
  unordered?(value: Value): RawBuilder<unknown>;
  /** Ends a query in FROM whose columns are worked out once, where the engine would repeat them wherever they are named. */
  readonly workedOut: RawBuilder<unknown>;
  /** Stands before a query with a name, so that it runs once, if the engine has a word for that. */
  readonly namedQuery: RawBuilder<unknown>;
  readonly calls: Readonly<Record<EngineFunction, (args: readonly Value[], call: Call) => Value>>;
}
