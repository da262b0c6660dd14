// What SQLite is given to store. Its values have types of their own, which what is shown does not always tell.
import { sql } from 'kysely';
import { exact } from '../../../../query/dialect/bound.ts';
import { chained } from '../../../../query/dialect/chain.ts';
import type { Bound, Value } from '../../../../query/dialect/sql.ts';
import type { ChangeSql, Shown, Writing } from '../../../../query/dialect/write.ts';
import { bytesIn, digitsOf, quickText } from '../../../base/writing.ts';

type Stored = bigint | number | string | Buffer;

/** The likeliest value that is shown like this in a column of a class; null where none is. */
type ReadShown = (shown: Shown) => Stored | null;

export function writing(read: ReadShown, quick: Writing['quick'] = null): Writing {
  return {
    write: (shown) => bound(read(shown)),
    isItsText: false,
    quick,
    asGiven: null,
    kept: keptType,
    restore: (shown, kept) =>
      kept.startsWith(bytesOfText)
        ? exact(
            Buffer.from(kept.slice(bytesOfText.length), 'hex'),
            (place) => sql`cast(${place} as text)`,
            'text',
          )
        : bound(ofType(shown, kept)),
  };
}

/** Before the bytes of a text that may not be UTF-8, so that what is shown would not bring it back. */
const bytesOfText = 'text ';

function keptType(value: Value): Value {
  const isPlain = sql`octet_length(${value}) = length(${value}) and ${value} not glob '*[^ -~]*'`;
  const isOdd = sql`typeof(${value}) = 'text' and not (${isPlain})`;
  return sql`iif(${isOdd}, ${sql.lit(bytesOfText)} || hex(${value}), nullif(typeof(${value}), 'null'))`;
}

/** Names of types and hexadecimal digits, which have no commas; several texts of a row take longer to fetch than one. */
export const keptAsOne: NonNullable<ChangeSql['keptAsOne']> = {
  text: (parts) =>
    chained(
      parts.map((part) => sql`ifnull(${part}, '')`),
      sql` || ',' || `,
    ),
  parts: (text) => text.split(',').map((part) => (part === '' ? null : part)),
  joined: (parts) => parts.map((part) => part ?? '').join(),
};

/** The same, of a text that was given by the service. */
export function keptOfText(text: string): string {
  return /^[ -~]*$/.test(text) ? 'text' : `${bytesOfText}${Buffer.from(text).toString('hex').toUpperCase()}`;
}

function bound(value: Stored | null): Bound | null {
  return value === null ? null : exact(value);
}

/** A number as one, a truth value as 1 or 0, and a text as itself. */
export const ownValue: ReadShown = ({ json, text }) => {
  if (typeof json === 'string') return json;
  if (typeof json === 'boolean') return json ? 1n : 0n;
  const digits = digitsOf({ json, text });
  return digits === null ? null : numberOf(digits);
};

/** A text; what a number becomes depends on the column. */
export const quickTextOnly: Writing['quick'] = (json) => (json[0] === '"' ? quickText(json) : undefined);

const infinities: Readonly<Record<string, number>> = {
  Infinity: Number.POSITIVE_INFINITY,
  '-Infinity': Number.NEGATIVE_INFINITY,
};

/** The same where infinities are numbers and no texts. */
export const numberValue: ReadShown = (shown) =>
  (typeof shown.json === 'string' ? infinities[shown.json] : undefined) ?? ownValue(shown);

/** A whole number, which is all that the engine takes for the number of a row: of others it does not tell where they stand. */
export const rowNumber: ReadShown = (shown) => {
  const value = digitsOf(shown) === null ? null : ownValue(shown);
  return typeof value === 'bigint' || Number.isSafeInteger(value) ? value : null;
};

/** The same where what can be bytes is bytes. */
export const bytesValue: ReadShown = (shown) => bytesIn(shown) ?? ownValue(shown);

/** By the name that the engine has for the type. */
function ofType(shown: Shown, type: string): Stored | null {
  if (type === 'blob') return bytesIn(shown);
  if (type === 'text') return typeof shown.json === 'string' ? shown.json : null;
  const number = numberValue(shown);
  if (type === 'real') return number === null ? null : Number(number);
  return number;
}

/** An integer that the engine has room for; else the nearest real number. */
function numberOf(digits: string): bigint | number {
  if (!/^-?\d+$/.test(digits)) return Number(digits);
  const whole = BigInt(digits);
  return BigInt.asIntN(64, whole) === whole ? whole : Number(digits);
}
