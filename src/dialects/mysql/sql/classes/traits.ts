// The traits of a type class of MySQL and MariaDB; class-with.ts makes the rows of the table of types from them. Many
// classes share most traits.
import { type RawBuilder, sql } from 'kysely';
import type { Column } from '../../../../model/database.ts';
import { placeAt } from '../../../../query/dialect/bound.ts';
import type { Bound, BoundLiteral, KeyMatch, TextSql, Use, Value } from '../../../../query/dialect/sql.ts';
import type { Writing } from '../../../../query/dialect/write.ts';
import type { Literal } from '../../../../query/literals.ts';

export type Sql = RawBuilder<unknown>;

/** Whether a value of the column is the one that an address names. */
export type KeyCondition = Bound<[value: Value]>;

export interface Traits extends Reading, Addressing, Comparing, Sorting, Summarising, Exporting, Writing {}

interface Reading {
  /** The text that an answer shows, in any collation; NULL for NULL. */
  text(value: Value, column: Column): Sql;
  /** The JSON of the value, `null` for NULL. */
  json(value: Value, column: Column): TextSql;
}

interface Addressing {
  /** The characters of the text that need encoding in an address: none, these, or any. */
  readonly reserved: '' | ':' | '+/=' | 'any';
  /**
   * The engine would take "abc" for the number 0, so each text is parsed before it is bound; null if it is not a value
   * of the type.
   */
  key(text: string, column: Column, match: KeyMatch): KeyCondition | null;
}

interface Comparing {
  /** Types with the same family are comparable. */
  readonly family: string;
  comparable(value: Value, column: Column, use: Use): Value;
  literal(given: Literal, column: Column, use: Use): BoundLiteral | null;
}

interface Sorting {
  /** Whether the engine sorts by the whole value. */
  sortsWhole(column: Column): boolean;
  /** A sort value as JSON text, and back. */
  cursorText(value: Value): TextSql;
  cursorValue(text: string, column: Column): Bound;
}

interface Summarising {
  /** How values are summed; null if they cannot be. */
  readonly sum: Adding | null;
  /**
   * What minimum and maximum are computed of: the values themselves, their numbers, their texts, or the positions of
   * members.
   */
  readonly extreme: 'value' | 'number' | 'text' | 'member';
  /** What represents the values of a group, which may be equal but different. */
  readonly shared: 'value' | 'number' | 'text';
}

export type Adding =
  | { readonly as: 'double' }
  | { readonly as: 'decimal'; number(value: Value): Value; digits(column: Column): Digits };

/** The digits of decimals: all of them, and those after the point. */
export interface Digits {
  readonly precision: number;
  readonly scale: number;
  /** The digits before the point, if fewer than there is room for. */
  readonly whole?: number;
}

interface Exporting {
  /** Whether the text consists of digits, letters and few signs, so that it never needs quotes in a file. */
  readonly isPlain: boolean;
  /** The text for a line written by the service. In plain texts the line writer puts the `T` into moments. */
  line(value: Value, column: Column): Value;
}

/** The JSON of short texts that are JSON already. */
export function bareJson(text: Sql): TextSql {
  return sql<string>`ifnull(${text}, 'null')`;
}

/** The JSON of short texts that need no escaping. */
export function quotedJson(text: Value): TextSql {
  return sql<string>`ifnull(concat('"', ${text}, '"'), 'null')`;
}

/**
 * Checks the value itself for NULL if the text may be long: a text that exceeds the engine's packet size is NULL too,
 * and must make the whole row NULL, which is rejected, rather than pass as a null value.
 */
export function unlessNull(value: Value, json: Value): TextSql {
  return sql<string>`case when ${value} is null then 'null' else ${json} end`;
}

export function escapedJson(value: Value, text: Value): TextSql {
  return unlessNull(value, sql`json_quote(${text})`);
}

/** The value equals another one, given in this form. */
export function equalTo(text: string, words: (place: Value) => Value): KeyCondition {
  return {
    form: 'value',
    values: [text],
    sql: (places, value) => sql`${value} = ${words(placeAt(places, 0))}`,
  };
}

/** The displayed value is this text. */
export function shownAs(text: string, shown: (value: Value) => Value): KeyCondition {
  return {
    form: 'shown',
    values: [Buffer.from(text)],
    sql: ([place], value) => sql`cast(${shown(value)} as binary) = ${place}`,
  };
}

/** Both conditions. */
export function both(one: KeyCondition, other: KeyCondition): KeyCondition {
  return {
    form: `${one.form} and ${other.form}`,
    values: [...one.values, ...other.values],
    sql(places, value) {
      const first = one.sql(places.slice(0, one.values.length), value);
      return sql`(${first} and ${other.sql(places.slice(one.values.length), value)})`;
    },
  };
}
