// Sums and averages with more digits than an engine number can hold, as texts of digits. Each number has exactly one
// form, so equal numbers have equal forms.

import { type Decimal, decimalOf, isInteger, plainDigits } from '../../../../query/literals.ts';
import { numberOf, type SqliteNumber, unitsAt, unitsOf } from './numbers.ts';

/** An engine number if that holds all digits exactly; otherwise the digits. */
export type AddedNumber = SqliteNumber | string;

/** A double preserves a decimal of this many digits, and the engine writes it with the same digits. */
const certainDigits = 15;

/** Null if the text is not a number, or beyond the range of any engine. */
export function addedNumber(text: string): AddedNumber | null {
  // The decimal point counts as one of the characters.
  if (text.length <= certainDigits && !/[^\d.-]/.test(text)) {
    const number = Number(text);
    return Number.isInteger(number) ? BigInt(number) : number;
  }
  const decimal = decimalOf({ kind: 'text', text });
  return decimal === null || Math.abs(decimal.exponent) > 60 ? null : formOf(decimal);
}

function formOf(decimal: Decimal): AddedNumber {
  const digits = plainDigits(decimal);
  const number = numberOf(digits);
  if (typeof number === 'bigint') return number;
  return !isInteger(decimal) && decimal.digits.length <= certainDigits ? number : digits;
}

/** The nearest double. */
export function nearest(value: unknown): number | null {
  return typeof value === 'string' || typeof value === 'bigint' || typeof value === 'number'
    ? Number(value)
    : null;
}

/** The difference from the nearest double, taken at its shortest digits. */
export function beyondNearest(value: unknown): number | null {
  const exact = decimalIn(value);
  const near = exact && decimalOf({ kind: 'number', text: String(Number(plainDigits(exact))) });
  if (exact === null || near === null) return null;
  const [own, other] = [unitsOf(exact), unitsOf(near)];
  const scale = Math.max(own.scale, other.scale);
  return Number(unitsAt(own, scale) - unitsAt(other, scale)) / 10 ** scale;
}

function decimalIn(value: unknown): Decimal | null {
  return value === null ? null : decimalOf({ kind: 'number', text: String(value) });
}

/** A text that sorts like the number: its sign, the position of its first digit, and its digits. */
export function sortKey(value: unknown): string | null {
  const decimal = decimalIn(value);
  if (decimal === null) return null;
  const { negative, digits, exponent } = decimal;
  if (digits === '0') return '1';
  const place = digits.length + exponent;
  if (!negative) return `2${placeText(place)}${digits}`;
  // The smaller number sorts first, even if it continues after the same digits.
  const complement = [...digits].map((digit) => 9 - Number(digit)).join('');
  return `0${placeText(-place)}${complement}~`;
}

const middlePlace = 50_000;
const placeText = (place: number) => String(place + middlePlace);

/** The number with this key. */
export function numberOfKey(key: unknown): AddedNumber | null {
  if (typeof key !== 'string') return null;
  if (key === '1') return 0n;
  const isNegative = key.startsWith('0');
  const place = Number(key.slice(1, 6)) - middlePlace;
  const written = key.slice(6);
  const digits = isNegative ? [...written.slice(0, -1)].map((digit) => 9 - Number(digit)).join('') : written;
  return formOf({
    negative: isNegative,
    digits,
    exponent: (isNegative ? -place : place) - digits.length,
  });
}
