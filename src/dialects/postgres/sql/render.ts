// How PostgreSQL renders a value exactly. `to_json` asks the value's own type, so that a column whose type has
// just been changed still gives valid JSON.
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Column } from '../../../model/database.ts';
import { equality, placeAt } from '../../../query/dialect/bound.ts';
import type { Bound, TextSql } from '../../../query/dialect/sql.ts';
import { readings } from './literals.ts';
import { isStorage, type Storage } from './types.ts';

type Value = Expression<unknown>;
type Render = (value: Value) => TextSql;

export function storageOf(column: Column): Storage {
  if (!isStorage(column.storage)) throw new Error(`"${column.storage}" is no storage of PostgreSQL`);
  return column.storage;
}

export function json(value: Value, column: Column): TextSql {
  const render = jsonOf[storageOf(column)] ?? ownJson;
  return sql<string>`coalesce(${render(value)}, 'null')`;
}

const ownJson: Render = (value) => sql`to_json(${value})::text`;

/** The engine breaks base64 into lines. */
const base64: Render = (value) => sql`translate(encode(${value}, 'base64'), E'\\n', '')`;

/** A line break in JSON text stands between values only: within a string it would be escaped. */
export const oneLine: Render = (json) => sql`translate(${json}, E'\\n\\r', '  ')`;
const ownLine: Render = (value) => oneLine(ownJson(value));

/** Cheaper than `to_json`. Only integers have this operator, so a column of another type by now is noticed. */
const integer: Render = (value) => sql`(${value} | 0)::text`;

/**
 * The engine's own text differs from that of JSON in one space, but for the years before Christ. Only moments have
 * this comparison, so a column of another type by now is noticed.
 */
function momentText(value: Value, own: Render, otherwise: Render): TextSql {
  const text = own(sql`replace(${value}::text, ' ', 'T')`);
  return sql<string>`case when ${value} >= timestamp '0001-01-01' then ${text} else ${otherwise(value)} end`;
}

const inQuotes: Render = (text) => sql`'"' || ${text} || '"'`;
const asItIs: Render = (text) => sql`${text}`;

const jsonOf: Partial<Record<Storage, Render>> = {
  int2: integer,
  int4: integer,
  int8: integer,
  boolean: (value) => sql`case ${value} when true then 'true' when false then 'false' end`,
  oid: (value) => sql`to_json(${value}::int8)::text`,
  bytea: (value) => sql`'"' || ${base64(value)} || '"'`,
  timestamp: (value) => momentText(value, inQuotes, ownJson),
  json: ownLine,
  opaque: (value) => sql`to_json(${value}::text)::text`,
  'array of oid': (value) => sql`to_json(${value}::int8[])::text`,
  'array of json': ownLine,
  'array of opaque': (value) => sql`to_json(${value}::text[])::text`,
  // Hexadecimal text holds no quotes: every second piece is an element, what is between keeps its shape.
  'array of bytea': (value) => sql`(
    select string_agg(case when n % 2 = 0 then '"' || ${base64(sql`decode(substr(piece, 4), 'hex')`)} || '"' else piece end, '' order by n)
    from unnest(string_to_array(to_json(${value})::text, '"')) with ordinality as pieces (piece, n)
    having count(*) > 0)`,
};

/** The text that addresses a value, before it is percent-encoded. */
const ownText: Render = (value) => sql`(to_json(${value}) #>> '{}')`;
const castText: Render = (value) => sql`${value}::text`;

const keyTextOf: Partial<Record<Storage, Render>> = {
  // The text of these is the same in JSON, and need not go through it.
  int2: castText,
  int4: castText,
  int8: castText,
  oid: castText,
  numeric: castText,
  float4: castText,
  float8: castText,
  boolean: castText,
  uuid: castText,
  timestamp: (value) => momentText(value, asItIs, ownText),
  text: castText,
  char: castText,
  json: castText,
  jsonb: castText,
  opaque: castText,
  array: ownJson,
  'array of oid': ownJson,
  'array of bytea': ownJson,
  'array of json': ownJson,
  'array of opaque': castText,
};

/** The text that an answer shows, without the quotes of JSON; NULL for NULL. */
export function shown(value: Value, column: Column): TextSql {
  const storage = storageOf(column);
  if (storage === 'bytea') return base64(value);
  // A cast would take the spaces away with which the engine fills it up.
  if (storage === 'char') return ownText(value);
  return column.mode === 'array'
    ? (jsonOf[storage] ?? ownJson)(value)
    : (keyTextOf[storage] ?? ownText)(value);
}

/** Types whose text holds few characters, or none, that an address must encode. */
const addressOf: Partial<Record<Storage, Render>> = {
  int2: castText,
  int4: castText,
  int8: castText,
  oid: castText,
  numeric: castText,
  boolean: castText,
  uuid: castText,
  float4: (value) => encodeOnly(castText(value), '+'),
  float8: (value) => encodeOnly(castText(value), '+'),
  bytea: (value) => encodeOnly(base64(value), '+/='),
  date: (value) => encodeOnly(castText(value), ' '),
  time: (value) => encodeOnly(castText(value), ':'),
  timestamp: (value) => encodeOnly(ownText(value), ': '),
  timestamptz: (value) => encodeOnly(ownText(value), ':+ '),
};

export function urlText(value: Value, column: Column): TextSql {
  const storage = storageOf(column);
  const address = addressOf[storage];
  const encoded = address ? address(value) : encodeAll((keyTextOf[storage] ?? ownText)(value));
  return sql<string>`coalesce(${encoded}, '')`;
}

function encodeOnly(text: TextSql, characters: string): TextSql {
  return [...characters].reduce(
    (encoded, character) =>
      sql<string>`replace(${encoded}, ${sql.lit(character)}, ${sql.lit(encodeURIComponent(character))})`,
    text,
  );
}

/** Everything but the unreserved characters; most keys have none to encode and are only looked at. */
function encodeAll(text: TextSql): TextSql {
  return sql<string>`case when ${text} collate "C" ~ '^[A-Za-z0-9_.~-]*$' then ${text} else (
    select string_agg(coalesce(run[1], regexp_replace(upper(encode(convert_to(run[2], 'UTF8'), 'hex')), '(..)', '%\\1', 'g')), '' order by n)
    from regexp_matches(${text} collate "C", '([A-Za-z0-9_.~-]+)|([^A-Za-z0-9_.~-]+)', 'g') with ordinality as runs (run, n)) end`;
}

/** The parameter has no type of its own, so it takes the column's, and the column's index serves. */
export function key(column: Column, text: string): Bound<[value: Value]> | null {
  if (text.includes('\0')) return null; // No text of the engine holds one.
  const storage = storageOf(column);
  const reading = readings[storage];
  if (reading !== undefined) {
    const value = reading(text);
    return value === null ? null : equality(value);
  }
  if (storage === 'enum') return exactKey(text, (value, place) => enumEquals(value, column, place));
  return exactKey(text, (value, place) => sql`${(keyTextOf[storage] ?? ownText)(value)} = ${place}`);
}

function exactKey(
  text: string,
  words: (value: Value, place: Value) => RawBuilder<unknown>,
): Bound<[value: Value]> {
  return { form: 'text', values: [text], sql: (places, value) => words(value, placeAt(places, 0)) };
}

/** Finds the label first, since an unknown one would be an error; the engine itself has quoted the type's name. */
function enumEquals(value: Value, column: Column, text: Value): RawBuilder<boolean> {
  const labels = sql`unnest(enum_range(null::${sql.raw(column.nativeType)}))`;
  return sql<boolean>`${value} = (select label from ${labels} as labels (label) where label::text = ${text})`;
}
