// A row of SQLite's table of types, and what most rows share.
import { sql } from 'kysely';
import { exact } from '../../../../query/dialect/bound.ts';
import type { Bound, TextSql, Value } from '../../../../query/dialect/sql.ts';
import type { TypeClass } from '../../../base/type-class.ts';
import { once } from '../once.ts';
import { group } from '../summarise.ts';
import type { Rendering } from './renderings.ts';
import { ownValue, quickTextOnly, writing } from './writing.ts';

export interface SqliteClass extends TypeClass {
  /** A value that json_quote and json_array turn into this value's JSON. */
  quotable(value: Value): Value;
  /** The same for usual values: bytes and infinities become an impossible number. */
  usual(value: Value): Value;
  /** The value between separators, quoted if empty or if it contains one of the special characters. */
  field(value: Value, special: string): TextSql;
  /** Whether values are integers, apart from exceptions that were stored all the same. */
  readonly isWhole: boolean;
  /** Whether values are texts, apart from bytes that were stored all the same. */
  readonly isText: boolean;
}

/** The family that compares with everything: a column without a declared type holds anything. */
export const anything = 'anything';

/** Defaults that follow from how a value is rendered. */
export function written(rendering: Rendering): Omit<SqliteClass, 'key' | 'family' | 'literal'> {
  return {
    ...rendering,
    text: (value) => once(value, rendering.text),
    ...writing(ownValue, quickTextOnly),
    address: (value) => sql<string>`iif(typeof(${value}) = 'integer', ${value}, joinery_url(${value}))`,
    comparable: (value) => value,
    sortsWhole: () => true,
    cursorText,
    cursorValue,
    add: null,
    extreme(name, value, column) {
      const found = sql`${sql.raw(name)}(${value})`;
      return { json: rendering.json(found), text: rendering.text(found), sort: found, column };
    },
    group: (value, column) => group(rendering, value, column),
    period: null,
    isPlain: false,
    isWhole: false,
    isText: false,
  };
}

/**
 * A text is written as hexadecimal bytes: quote() would stop at a NUL, and invalid UTF-8 would not be preserved. Every
 * row of a page is written, so looking for these cases first would take longer.
 */
function cursorText(value: Value): TextSql {
  return sql<string>`case typeof(${value}) when 'null' then 'null' when 'text' then '"T' || hex(${value}) || '"' else json_quote(quote(${value})) end`;
}

function cursorValue(text: string): Bound {
  // The sign removes the type's affinity, which would turn numbers in a column without a type into texts.
  const asText = (place: Value) => sql`+cast(${place} as text)`;
  if (text.startsWith('S')) return exact(text.slice(1), asText, 'text');
  if (text.startsWith('T')) return exact(Buffer.from(text.slice(1), 'hex'), asText, 'text');
  return exact(unquoted(text));
}

/** Parses a literal written by SQLite's quote(). */
function unquoted(literal: string): bigint | number | Buffer {
  if (literal.startsWith('X')) return Buffer.from(literal.slice(2, -1), 'hex');
  if (/^-?\d+$/.test(literal)) return BigInt(literal);
  return Number(literal.replace('e+999', 'e999'));
}
