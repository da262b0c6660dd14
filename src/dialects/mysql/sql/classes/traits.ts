// What sets the classes of types of MySQL and MariaDB apart: from its traits each row of the table of types is made, in
// class-with.ts. Many classes share most of them.
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
  /** The text that an answer shows, in whatever collation it has; NULL for NULL. */
  text(value: Value, column: Column): Sql;
  /** The JSON of the value, `null` for NULL. */
  json(value: Value, column: Column): TextSql;
}

interface Addressing {
  /** Which characters of the text an address cannot hold: none, these ones, or any. */
  readonly reserved: '' | ':' | '+/=' | 'any';
  /**
   * The engine would take "abc" for the number 0, so each text is read before it is bound; null where it is no value of
   * the type.
   */
  key(text: string, column: Column, match: KeyMatch): KeyCondition | null;
}

interface Comparing {
  /** Values of types with the same one compare with each other. */
  readonly family: string;
  comparable(value: Value, column: Column, use: Use): Value;
  literal(given: Literal, column: Column, use: Use): BoundLiteral | null;
}

interface Sorting {
  /** Whether the engine looks at the whole of a value when it sorts. */
  sortsWhole(column: Column): boolean;
  /** A sort value as JSON text, and from that the value again. */
  cursorText(value: Value): TextSql;
  cursorValue(text: string, column: Column): Bound;
}

interface Summarising {
  /** How values are added up; null where they are not. */
  readonly sum: Adding | null;
  /**
   * What stands for several values, of which it is the least or the greatest: the values themselves, the numbers that
   * they are, their texts, or the places that they have among the members of the type.
   */
  readonly extreme: 'value' | 'number' | 'text' | 'member';
  /** What stands for the values of a group, which may differ and equal each other. */
  readonly shared: 'value' | 'number' | 'text';
}

export type Adding =
  | { readonly as: 'double' }
  | { readonly as: 'decimal'; number(value: Value): Value; digits(column: Column): Digits };

/** Of decimals: how many there are, and how many of these behind the point. */
export interface Digits {
  readonly precision: number;
  readonly scale: number;
  /** How many digits there are before the point, where these are fewer than there is room for. */
  readonly whole?: number;
}

interface Exporting {
  /** Whether the text is of digits, letters and few signs, so that it never needs quotes in a file. */
  readonly isPlain: boolean;
  /** The text for a line that the service itself writes: whoever writes a plain one puts the `T` into moments. */
  line(value: Value, column: Column): Value;
}

/** JSON of texts with a small bound that are JSON already. */
export function bareJson(text: Sql): TextSql {
  return sql<string>`ifnull(${text}, 'null')`;
}

/** JSON of texts with a small bound that need no escapes. */
export function quotedJson(text: Value): TextSql {
  return sql<string>`ifnull(concat('"', ${text}, '"'), 'null')`;
}

/**
 * Where the text has no small bound NULL is asked for by name: a text that outgrows the engine's packet is NULL too, and
 * must make the whole row NULL, which is refused, rather than pass as a null value.
 */
export function unlessNull(value: Value, json: Value): TextSql {
  return sql<string>`case when ${value} is null then 'null' else ${json} end`;
}

export function escapedJson(value: Value, text: Value): TextSql {
  return unlessNull(value, sql`json_quote(${text})`);
}

/** The value equals another one in these words. */
export function equalTo(text: string, words: (place: Value) => Value): KeyCondition {
  return {
    form: 'value',
    values: [text],
    sql: (places, value) => sql`${value} = ${words(placeAt(places, 0))}`,
  };
}

/** The value is shown as this text. */
export function shownAs(text: string, shown: (value: Value) => Value): KeyCondition {
  return {
    form: 'shown',
    values: [Buffer.from(text)],
    sql: ([place], value) => sql`cast(${shown(value)} as binary) = ${place}`,
  };
}

/** Both of them. */
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
