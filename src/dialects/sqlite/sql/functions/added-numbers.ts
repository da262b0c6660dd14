// Sums and averages with more digits than a number of the engine has: those are texts of their digits. Each number has one
// form only, so that two are equal where their forms are.

import { type Decimal, decimalOf, isWhole, plainDigits } from '../../../../query/literals.ts';
import { numberOf, type SqliteNumber, unitsAt, unitsOf } from './numbers.ts';

/** A number of the engine where that has all digits for certain, else the digits. */
export type AddedNumber = SqliteNumber | string;

/** A decimal of so many digits survives in a double, and the engine writes it with these. */
const certainDigits = 15;

/** Null for what is no number, and for what no engine has. */
export function addedNumber(text: string): AddedNumber | null {
  // The point is one of the characters.
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
  return !isWhole(decimal) && decimal.digits.length <= certainDigits ? number : digits;
}

/** The double that is nearest to it. */
export function nearest(value: unknown): number | null {
  return typeof value === 'string' || typeof value === 'bigint' || typeof value === 'number'
    ? Number(value)
    : null;
}

/** By how much it is more than the double nearest to it, which has the digits that tell it from its neighbours. */
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

/** A text that sorts as the number does: its sign, the place of its first digit, and its digits. */
export function sortKey(value: unknown): string | null {
  const decimal = decimalIn(value);
  if (decimal === null) return null;
  const { negative, digits, exponent } = decimal;
  if (digits === '0') return '1';
  const place = digits.length + exponent;
  if (!negative) return `2${placeText(place)}${digits}`;
  // What is less comes first, also where it goes on after the same digits.
  const complement = [...digits].map((digit) => 9 - Number(digit)).join('');
  return `0${placeText(-place)}${complement}~`;
}

const middlePlace = 50_000;
const placeText = (place: number) => String(place + middlePlace);

/** The number that has the key. */
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
