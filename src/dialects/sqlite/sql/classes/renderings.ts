// How SQLite renders a value exactly. Each value has its own type, whatever the column declares, so the expressions
// check it. The most common case of a class is checked first, with a comparison if possible: NULL compares with
// nothing, numbers sort before texts, and texts before bytes. A unary plus keeps the engine from converting each
// compared text to a number.
import { sql } from 'kysely';
import type { TextSql, Value } from '../../../../query/dialect/sql.ts';

export interface Rendering {
  /** A value that json_quote and json_array turn into this value's JSON. */
  quotable(value: Value): Value;
  /** The same for usual values: bytes and infinities become an impossible number. */
  usual(value: Value): Value;
  /** The JSON of the value. */
  json(value: Value): TextSql;
  /** The text that an answer shows; NULL for NULL. */
  text(value: Value): Value;
  /** The value between separators, quoted if empty or if it contains one of the special characters. */
  field(value: Value, special: string): TextSql;
}

export const isBytes = (value: Value) => sql`+${value} >= x''`;
/** Infinite, or not a number at all. */
const isNoFiniteNumber = (value: Value) => sql`+${value} >= 9e999 or +${value} <= -9e999`;
const isBytesOrInfinite = (value: Value) => sql`${isBytes(value)} or +${value} = 9e999 or +${value} = -9e999`;

const base64 = (value: Value) => sql`joinery_base64(${value})`;
const infinity = (value: Value) => sql`iif(${value} > 0, 'Infinity', '-Infinity')`;

/** Values without a JSON form are written as text: bytes and infinities. Other reals must not be passed here. */
const inWords = (value: Value) =>
  sql`case typeof(${value}) when 'blob' then ${base64(value)} when 'real' then ${infinity(value)} else ${value} end`;

/** Most texts are not empty; some collations consider blanks empty. */
function textField(value: Value, special: string, otherwise: Value): TextSql {
  const holds = [...special].map((character) => sql`instr(${value}, ${sql.lit(character)})`);
  const quoted = sql`'"' || replace(${value}, '"', '""') || '"'`;
  const inQuotes = holds.length === 0 ? sql`` : sql`when ${sql.join(holds, sql` or `)} then ${quoted} `;
  const bytes = sql`ifnull(nullif(${base64(value)}, ''), '""')`;
  const filled = sql`case when ${isBytes(value)} then ${bytes} ${inQuotes}else ${value} end`;
  return sql<string>`case when +${value} > '' collate binary then ${filled} when +${value} = '' collate binary then '""' else ${otherwise} end`;
}

const emptyIfNull = (value: Value) => sql<string>`ifnull(${value}, '')`;
const orNull = (value: Value) => sql<string>`ifnull(${value}, 'null')`;
const asText = (value: Value) => sql`cast(${value} as text)`;
const itself = (value: Value) => value;

/** The engine writes infinities as a number that nothing else is written as. It takes some bytes for its own JSON. */
const unlessBytes = (value: Value) => sql`iif(${isBytes(value)}, 9e999, ${value})`;

/** Never NULL in its table, only when an outer join finds no row. */
export const rowId: Rendering = {
  quotable: itself,
  usual: itself,
  json: orNull,
  text: asText,
  field: emptyIfNull,
};

/** The engine writes finite numbers with the same digits in JSON and text. */
export const number: Rendering = {
  quotable: (value) => sql`iif(${isNoFiniteNumber(value)}, ${inWords(value)}, ${value})`,
  usual: unlessBytes,
  json: (value) =>
    sql<string>`iif(${isNoFiniteNumber(value)}, json_quote(${inWords(value)}), ${orNull(value)})`,
  text: (value) => sql`iif(${isNoFiniteNumber(value)}, ${inWords(value)}, ${asText(value)})`,
  field: (value, special) =>
    sql<string>`iif(${isNoFiniteNumber(value)}, ${textField(value, special, infinity(value))}, ${emptyIfNull(value)})`,
};

/** The engine writes some fractions with spurious digits, which the text of a computed one must not show. */
export const calculated: Rendering = {
  ...number,
  text: (value) => sql`ifnull(joinery_fraction(${value}), ${number.text(value)})`,
};

/** Only the integers 0 and 1 are truth values; anything else is a number or a text. */
export const truth: Rendering = {
  quotable: (value) => truthOf(value, [sql`json('false')`, sql`json('true')`, value], number.quotable(value)),
  usual: (value) => truthOf(value, [sql`json('false')`, sql`json('true')`, value], unlessBytes(value)),
  json: (value) => truthOf(value, [sql`'false'`, sql`'true'`, value], number.json(value)),
  text: (value) => truthOf(value, [sql`'false'`, sql`'true'`, asText(value)], number.text(value)),
  field: (value, special) => truthOf(value, [sql`'false'`, sql`'true'`, value], number.field(value, special)),
};

function truthOf(
  value: Value,
  [no, yes, another]: readonly [no: Value, yes: Value, another: Value],
  other: Value,
): TextSql {
  return sql<string>`case when typeof(${value}) = 'integer' then case ${value} when 0 then ${no} when 1 then ${yes} else ${another} end else ${other} end`;
}

/** A text column stores numbers as texts. */
const shownText = (value: Value) => sql`iif(${isBytes(value)}, ${base64(value)}, ${value})`;

export const text: Rendering = {
  quotable: shownText,
  usual: unlessBytes,
  json: (value) => sql<string>`json_quote(${shownText(value)})`,
  text: shownText,
  field: (value, special) => textField(value, special, emptyIfNull(value)),
};

/** A text that is already JSON. */
export const list: Rendering = {
  quotable: (value) => sql`json(${value})`,
  usual: (value) => sql`json(${value})`,
  json: orNull,
  text: (value) => value,
  field: text.field,
};

const mixedQuotable = (value: Value) => sql`iif(${isBytesOrInfinite(value)}, ${inWords(value)}, ${value})`;

export const mixed: Rendering = {
  quotable: mixedQuotable,
  usual: unlessBytes,
  json: (value) => sql<string>`json_quote(${mixedQuotable(value)})`,
  text: (value) => sql`iif(${isBytesOrInfinite(value)}, ${inWords(value)}, ${asText(value)})`,
  field: (value, special) =>
    textField(
      value,
      special,
      sql`iif(${isNoFiniteNumber(value)}, ${infinity(value)}, ${emptyIfNull(value)})`,
    ),
};

/** The same where bytes are usual. */
export const bytes: Rendering = { ...mixed, usual: mixedQuotable };
