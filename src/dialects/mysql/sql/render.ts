// How MySQL and MariaDB render a value exactly, by the class of its type.
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Column } from '../../../model/database.ts';
import type { TextSql } from '../../../query/dialect/sql.ts';
import { type StorageClass, storageOf, typeArguments } from './types.ts';

type Value = Expression<unknown>;
type Sql = RawBuilder<unknown>;

interface Rendering {
  /** The value's own text; NULL for NULL. */
  readonly text: (value: Value, column: Column) => Sql;
  /** What makes JSON of the text: nothing, quotes, or quotes and escapes. */
  readonly json: 'bare' | 'quoted' | 'escaped';
  /** Which characters of the text a URL cannot hold: none, these ones, or any. */
  readonly reserved: '' | ':' | '+/=' | 'any';
}

const number = (text: Rendering['text']): Rendering => ({ text, json: 'bare', reserved: '' });

const renderings: Record<StorageClass, Rendering> = {
  integer: number(unfilled),
  boolean: number((value) => sql`case ${value} when 0 then 'false' when 1 then 'true' else ${value} end`),
  bit: number((value) => sql`case ${value} + 0 when 0 then 'false' when 1 then 'true' end`),
  bits: {
    text: (value, column) =>
      sql`lpad(bin(${value} + 0), ${sql.lit(typeArguments(column.nativeType)[0] ?? 1)}, '0')`,
    json: 'quoted',
    reserved: '',
  },
  year: number((value) => sql`(${value} + 0)`),
  decimal: number(unfilled),
  double: number((value, column) => signed(value, unfilled(value, column))),
  float: number((value) => signed(value, shortestFloat(value))),
  text: { text: (value, column) => utf8(value, column), json: 'escaped', reserved: 'any' },
  jsontext: { text: (value) => sql`convert(${value} using utf8mb4)`, json: 'escaped', reserved: 'any' },
  json: { text: (value) => sql`cast(${value} as char)`, json: 'bare', reserved: 'any' },
  date: { text: (value) => sql`cast(${value} as char)`, json: 'quoted', reserved: '' },
  datetime: {
    text: (value) => sql`insert(${value}, 11, 1, 'T')`,
    json: 'quoted',
    reserved: ':',
  },
  time: { text: (value) => sql`cast(${value} as char)`, json: 'quoted', reserved: ':' },
  // The engine breaks base64 into lines.
  binary: {
    text: (value) => sql`replace(to_base64(${value}), ${sql.lit('\n')}, '')`,
    json: 'quoted',
    reserved: '+/=',
  },
  geometry: {
    text: (value) => sql`convert(st_astext(${value}) using utf8mb4)`,
    json: 'escaped',
    reserved: 'any',
  },
  uuid: { text: (value) => sql`cast(${value} as char)`, json: 'quoted', reserved: '' },
  other: { text: (value) => sql`cast(${value} as char)`, json: 'escaped', reserved: 'any' },
};

/**
 * NULL is asked for by name where the text has no small bound: a text that outgrows the engine's packet is NULL
 * too, and must make the whole row NULL, which is refused, rather than pass as a null value.
 */
export function json(value: Value, column: Column): TextSql {
  const { kind } = storageOf(column.storage);
  const { text, json } = renderings[kind];
  if (kind === 'jsontext') return nestedJson(value);
  const own = text(value, column);
  if (json === 'bare' && kind !== 'json') return sql<string>`ifnull(${own}, 'null')`;
  if (json === 'quoted' && kind !== 'binary') return quotedOrNull(own);
  const finished = json === 'bare' ? own : json === 'quoted' ? sql`concat('"', ${own}, '"')` : quoted(own);
  return sql<string>`case when ${value} is null then 'null' else ${finished} end`;
}

/** For texts with a small bound, which need no escapes. */
export function quotedOrNull(text: Value): TextSql {
  return sql<string>`ifnull(concat('"', ${text}, '"'), 'null')`;
}

function quoted(text: Sql): Sql {
  return sql`json_quote(${text})`;
}

/** The text of a value, exactly as an answer shows it; NULL for NULL. */
export function plainText(value: Value, column: Column): Sql {
  return renderings[storageOf(column.storage).kind].text(value, column);
}

export function urlText(value: Value, column: Column): TextSql {
  const { text, reserved } = renderings[storageOf(column.storage).kind];
  const own = text(value, column);
  if (reserved === 'any') return sql<string>`ifnull(${percentEncoded(own)}, '')`;
  const encoded = [...reserved].reduce<Sql>(
    (inner, character) => sql`replace(${inner}, ${sql.lit(character)}, ${sql.lit(escapeOf(character))})`,
    own,
  );
  return sql<string>`ifnull(${encoded}, '')`;
}

/** ZEROFILL pads the text with zeros that JSON does not allow; a sum has no such attribute. */
function unfilled(value: Value, column: Column): Sql {
  return /zerofill/i.test(column.nativeType) ? sql`(${value} + 0)` : sql`${value}`;
}

/** The engine writes the negative zero without its sign. */
function signed(value: Value, text: Sql): Sql {
  return sql`case when ${value} = 0 then if(atan2(${value}, -1) < 0, '-0', '0') else ${text} end`;
}

/**
 * The engine shows a FLOAT with six digits, though it holds up to nine. The shortest text that gives the same
 * FLOAT when it is read back is right; the double that equals the value is the last resort.
 */
function shortestFloat(value: Value): Sql {
  const digits = (count: number) =>
    sql`concat(round(cast(${value} as double), ${sql.lit(count - 1)} - floor(log10(abs(${value})))))`;
  const candidates = [sql`concat(cast(${value} as float))`, digits(7), digits(8), digits(9)];
  const branches = candidates.map((text) => sql`when cast(${text} as float) = ${value} then ${text}`);
  return sql`case ${sql.join(branches, sql` `)} else cast(${value} as double) end`;
}

function utf8(value: Value, column: Column): Sql {
  const { collation } = storageOf(column.storage);
  return collation?.startsWith('utf8mb4_') ? sql`${value}` : sql`convert(${value} using utf8mb4)`;
}

// MariaDB's JSON_VALID lets two things pass that are no JSON: an escape of any character, and a number that
// ends in a point. The second is looked for outside of strings only.
const foreignEscape = String.raw`(?<!\\)(?:\\\\)*\\[^"\\/bfnrtu]`;
const bareFraction = String.raw`^(?>"(?>[^"\\]+|\\.)*"|[^"0-9]+|[0-9]+(?!\.)|[0-9]+\.(?=[0-9]))*+[0-9]+\.(?![0-9])`;

/**
 * A check can be switched off, so a text that is no JSON is shown as a text: one cell must not break an answer.
 * A line break in JSON stands between values only, so it may become a space and every row is one line.
 */
function nestedJson(value: Value): TextSql {
  const text = sql`convert(${value} using utf8mb4)`;
  const oneLine = sql`replace(replace(${text}, ${sql.lit('\n')}, ' '), ${sql.lit('\r')}, ' ')`;
  const exact = sql`${text} collate utf8mb4_bin`;
  return sql<string>`case when ${value} is null then 'null' when json_valid(${value}) and ${exact} not regexp ${sql.lit(foreignEscape)} and ${exact} not regexp ${sql.lit(bareFraction)} then ${oneLine} else ${quoted(text)} end`;
}

function escapeOf(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

const unreserved = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~'];
const takeBack = sql.raw('replace('.repeat(unreserved.length));
const takenBack = sql.raw(
  unreserved.map((character) => `, '${escapeOf(character)}', '${character}')`).join(''),
);

// The one place where the two engines' SQL differs: each has its own way to name what a pattern has matched,
// and skips the comment that is meant for the other.
const everyByteEscaped = sql.raw(String.raw`/*M!100000 '%\\1'*/ /*!80000 '%$1'*/`);

/** Encodes every byte, then takes back what a URL may hold: an escape never begins inside another one. */
function percentEncoded(text: Sql): Sql {
  const encoded = sql`${takeBack}regexp_replace(hex(${text}), '(..)', ${everyByteEscaped})${takenBack}`;
  return sql`case when ${text} collate utf8mb4_bin not regexp '[^A-Za-z0-9._~-]' then ${text} else ${encoded} end`;
}
