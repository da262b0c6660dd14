// What engines share in writing: the text of a plain value, and classes that are never written.
import { sql } from 'kysely';
import { isLosslessNumber } from '../../contract/json.ts';
import { exact } from '../../query/dialect/bound.ts';
import type { Bound, Value } from '../../query/dialect/sql.ts';
import type { Shown, Writing } from '../../query/dialect/write.ts';

/** The digits of a number, a text without its quotes, true or false; null for lists and objects. */
export function plainText({ json, text }: Shown): string | null {
  if (typeof json === 'string') return json;
  return isNumber(json) || typeof json === 'boolean' ? text : null;
}

/** The digits of a number; null for everything else. */
export function digitsOf({ json, text }: Shown): string | null {
  return isNumber(json) ? text : null;
}

function isNumber(json: unknown): boolean {
  return typeof json === 'number' || isLosslessNumber(json);
}

function byItsText(shown: Shown): Bound | null {
  const text = plainText(shown);
  return text === null ? null : exact(text);
}

/** The value itself is JSON. */
export const itsJson: Writing['write'] = ({ text }): Bound => exact(text);

/** The bytes that are shown as base64; null if the text is not base64. */
export function bytesIn({ json }: Shown): Buffer | null {
  if (typeof json !== 'string') return null;
  const bytes = Buffer.from(json, 'base64');
  return bytes.toString('base64') === json ? bytes : null;
}

export const itsBytes: Writing['write'] = (shown) => {
  const bytes = bytesIn(shown);
  return bytes === null ? null : exact(bytes);
};

/** The displayed form is enough to restore the value. */
export function shownIsEnough(write: Writing['write']): Writing {
  return {
    write,
    isItsText: false,
    quick: null,
    asGiven: null,
    kept: null,
    restore: (shown, _kept, column) => write(shown, column),
  };
}

/** The engine parses the text as a value of the column's type, and shows it in a form that restores the same value. */
export const itsText: Writing = { ...shownIsEnough(byItsText), isItsText: true, quick: quickText };

/** A text without its quotes, the digits of a number; undefined for lists and objects. */
export function quickText(json: string): string | undefined {
  if (json[0] === '[' || json[0] === '{') return undefined;
  if (json[0] !== '"') return json;
  return json.includes('\\') ? String(JSON.parse(json)) : json.slice(1, -1);
}

/** Numbers with this many digits are exact as JavaScript numbers. */
const maxExactDigits = 15;

/** A number with few digits; undefined for everything else. */
export function quickNumber(json: string): number | undefined {
  if (json.length > maxExactDigits || json === '-0') return undefined;
  const number = json[0] === '"' ? Number.NaN : Number(json);
  return Number.isNaN(number) ? undefined : number;
}

/** The kept text is one that the engine parses as exactly this value. */
export function keptAs(
  write: Writing['write'],
  kept: NonNullable<Writing['kept']>,
  words?: (place: Value) => Value,
): Writing {
  return {
    write,
    isItsText: false,
    quick: null,
    asGiven: null,
    kept,
    restore: (_shown, text) => exact(text, words, 'kept'),
  };
}

/** JSON, where only the JSON null needs to be kept, because it is displayed like NULL. */
export function nullIsKept(isJsonNull: (value: Value) => Value): Writing {
  return {
    write: itsJson,
    isItsText: false,
    quick: null,
    asGiven: null,
    kept: (value) => sql`case when ${isJsonNull(value)} then 'null' end`,
    restore: (shown, _kept, column) => itsJson(shown, column),
  };
}

/** For engines that are never written to. */
export const readOnlyWriting: Writing = shownIsEnough(() => null);
