// How SQLite renders a value exactly. Its values have types of their own, whatever the column declares, so
// each expression asks the value.
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Column } from '../../../model/database.ts';
import { equality } from '../../../query/dialect/bound.ts';
import type { Bound, TextSql } from '../../../query/dialect/sql.ts';
import { realKey } from './functions.ts';

type Value = Expression<unknown>;

/** The engine allows 1,000 arguments to a function. */
export const argumentsPerCall = 1_000;

/** The function fills one buffer, where a chain of `||` would copy the text once per part; and it goes on after a NUL. */
export function concat(parts: readonly (string | TextSql)[]): TextSql {
  if (parts.length > argumentsPerCall) {
    const half = Math.ceil(parts.length / 2);
    return concat([concat(parts.slice(0, half)), concat(parts.slice(half))]);
  }
  return sql<string>`concat(${sql.join(parts)})`;
}

/** json_quote writes every digit of a number; only infinities and bytes are beyond it. */
export function json(value: Value, column: Column): TextSql {
  // Never NULL in its table, but where an outer join found no partner.
  if (column.storage === 'rowid') return sql<string>`ifnull(${value}, 'null')`;
  const integer =
    column.storage === 'boolean'
      ? sql`case ${value} when 0 then 'false' when 1 then 'true' else ${value} end`
      : value;
  return byType<string>(value, column, {
    integer,
    text: sql`json_quote(${value})`,
    null: sql`'null'`,
    real: real(value),
    blob: sql`'"' || joinery_base64(${value}) || '"'`,
  });
}

/** The classes that values of a column are likely to have, those first that most have. */
function likely({ storage }: Column): readonly ValueClass[] {
  if (storage === 'text' || storage === 'moment') return ['text', 'null', 'integer', 'real'];
  if (storage === 'real' || storage === 'numeric') return ['real', 'integer', 'null', 'text'];
  return ['integer', 'null', 'text', 'real'];
}

type ValueClass = 'integer' | 'text' | 'null' | 'real';

/** One of several expressions, as the value itself says; each question costs something, so the likely ones come first. */
export function byType<T>(
  value: Value,
  column: Column,
  { blob, ...others }: Readonly<Record<ValueClass | 'blob', Value>>,
): RawBuilder<T> {
  const branches = likely(column).map((name) => sql`when ${sql.lit(name)} then ${others[name]} `);
  return sql<T>`case typeof(${value}) ${sql.join(branches, sql``)}else ${blob} end`;
}

function real(value: Value): RawBuilder<unknown> {
  return sql`case ${value} when 9e999 then '"Infinity"' when -9e999 then '"-Infinity"' else json_quote(${value}) end`;
}

export function urlText(value: Value, column: Column): TextSql {
  if (column.storage === 'rowid') return sql<string>`${value}`;
  return sql<string>`iif(typeof(${value}) = 'integer', ${value}, joinery_url(${value}))`;
}

const booleans: Readonly<Record<string, bigint>> = { true: 1n, false: 0n };

type KeyValue = string | bigint | number | Buffer;

export function key(column: Column, text: string): Bound<[value: Value]> {
  const values = keyValues(column, text);
  if (values.length === 1) return equality(values[0]);
  return {
    form: `in ${values.length}`,
    values,
    sql: (places, value) => sql`${value} in (${sql.join(places)})`,
  };
}

/** The column's affinity converts the text; without an affinity each possible type is tried. */
function keyValues(column: Column, text: string): KeyValue[] {
  if (column.storage === 'boolean') {
    const bool = Object.hasOwn(booleans, text) ? booleans[text] : undefined;
    if (bool !== undefined) return [bool];
  }
  const candidates: KeyValue[] = [text];
  const isInteger = /^-?\d+$/.test(text);
  if (column.storage === 'blob' && isInteger && BigInt.asIntN(64, BigInt(text)) === BigInt(text)) {
    candidates.push(BigInt(text));
  } else if (column.storage !== 'text' && !isInteger && realKey(Number(text)) === text) {
    // The engine itself reads no infinity from a text, and not every digit of a long fraction.
    candidates.push(Number(text));
  }
  if (column.storage === 'blob' || !isInteger) {
    const bytes = Buffer.from(text, 'base64');
    if (bytes.toString('base64') === text) candidates.push(bytes);
  }
  return candidates;
}
