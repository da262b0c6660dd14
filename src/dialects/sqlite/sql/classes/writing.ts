// The values that SQLite stores. They have their own types, which the displayed form does not always reveal.
import { sql } from 'kysely';
import { exact } from '../../../../query/dialect/bound.ts';
import { chained } from '../../../../query/dialect/chain.ts';
import type { Bound, Value } from '../../../../query/dialect/sql.ts';
import type { ChangeSql, Shown, Writing } from '../../../../query/dialect/write.ts';
import { bytesIn, digitsOf, quickText } from '../../../base/writing.ts';

type Stored = bigint | number | string | Buffer;

/** The most likely value with this displayed form in a column of the class; null if there is none. */
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

/** Marks the bytes of a text that may not be valid UTF-8, which its displayed form would not restore. */
const bytesOfText = 'text ';

function keptType(value: Value): Value {
  const isPlain = sql`octet_length(${value}) = length(${value}) and ${value} not glob '*[^ -~]*'`;
  const isOdd = sql`typeof(${value}) = 'text' and not (${isPlain})`;
  return sql`iif(${isOdd}, ${sql.lit(bytesOfText)} || hex(${value}), nullif(typeof(${value}), 'null'))`;
}

/** Type names and hexadecimal digits contain no commas; fetching several texts per row takes longer than one. */
export const keptAsOne: NonNullable<ChangeSql['keptAsOne']> = {
  text: (parts) =>
    chained(
      parts.map((part) => sql`ifnull(${part}, '')`),
      sql` || ',' || `,
    ),
  parts: (text) => text.split(',').map((part) => (part === '' ? null : part)),
  joined: (parts) => parts.map((part) => part ?? '').join(),
};

/** The kept text for a text that the service itself provided. */
export function keptOfText(text: string): string {
  return /^[ -~]*$/.test(text) ? 'text' : `${bytesOfText}${Buffer.from(text).toString('hex').toUpperCase()}`;
}

function bound(value: Stored | null): Bound | null {
  return value === null ? null : exact(value);
}

/** A number as a number, a truth value as 1 or 0, a text as itself. */
export const ownValue: ReadShown = ({ json, text }) => {
  if (typeof json === 'string') return json;
  if (typeof json === 'boolean') return json ? 1n : 0n;
  const digits = digitsOf({ json, text });
  return digits === null ? null : numberOf(digits);
};

/** Texts only; what becomes of a number depends on the column. */
export const quickTextOnly: Writing['quick'] = (json) => (json[0] === '"' ? quickText(json) : undefined);

const infinities: Readonly<Record<string, number>> = {
  Infinity: Number.POSITIVE_INFINITY,
  '-Infinity': Number.NEGATIVE_INFINITY,
};

/** The same for classes where infinities are numbers rather than texts. */
export const numberValue: ReadShown = (shown) =>
  (typeof shown.json === 'string' ? infinities[shown.json] : undefined) ?? ownValue(shown);

/** A whole number: the engine accepts nothing else as a row id, and its error for other values names no column. */
export const rowNumber: ReadShown = (shown) => {
  const value = digitsOf(shown) === null ? null : ownValue(shown);
  return typeof value === 'bigint' || Number.isSafeInteger(value) ? value : null;
};

/** The same for classes where valid base64 is bytes. */
export const bytesValue: ReadShown = (shown) => bytesIn(shown) ?? ownValue(shown);

/** By the engine's name for the type. */
function ofType(shown: Shown, type: string): Stored | null {
  if (type === 'blob') return bytesIn(shown);
  if (type === 'text') return typeof shown.json === 'string' ? shown.json : null;
  const number = numberValue(shown);
  if (type === 'real') return number === null ? null : Number(number);
  return number;
}

/** An integer if it fits into 64 bits; otherwise the nearest real number. */
function numberOf(digits: string): bigint | number {
  if (!/^-?\d+$/.test(digits)) return Number(digits);
  const whole = BigInt(digits);
  return BigInt.asIntN(64, whole) === whole ? whole : Number(digits);
}
