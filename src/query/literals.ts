// Literals of a query: what a text or number means as a value of a type, without losing a digit.

import type { Scalar } from '../contract/grid.ts';
import { isLosslessNumber } from '../contract/json.ts';

/** A literal of the body; numbers are kept as digits. */
export type Literal =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'boolean'; readonly text: 'true' | 'false' };

export function literalOf(value: Exclude<Scalar, null>): Literal {
  if (typeof value === 'string') return { kind: 'text', text: value };
  if (typeof value === 'boolean') return { kind: 'boolean', text: value ? 'true' : 'false' };
  return { kind: 'number', text: isLosslessNumber(value) ? value.value : String(value) };
}

/** A decimal: sign, digits without leading zeros, and a power of ten to multiply them by. */
export interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

/** Larger exponents cannot be written out, and no column holds such numbers. */
const maxExponent = 5_000;
/** No column holds more digits, and computing with more would block the event loop. */
const maxDigits = 100_000;

export function decimalOf(literal: Literal): Decimal | null {
  if (literal.kind === 'boolean') return null;
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,9}))?$/.exec(literal.text.trim());
  if (match === null) return null;
  const [, sign, whole = '', fraction = '', power = '0'] = match;
  if (whole === '' && fraction === '') return null;
  const significant = `${whole}${fraction}`.replace(/^0+/, '');
  const digits = withoutZeros(significant);
  if (digits.length > maxDigits) return null;
  if (digits === '') return { negative: false, digits: '0', exponent: 0 };
  const exponent = Number(power) - fraction.length + (significant.length - digits.length);
  if (Math.abs(exponent) > maxExponent) return null;
  return { negative: sign === '-', digits, exponent };
}

/** Strips trailing zeros. A regular expression would backtrack at each run of zeros inside the number. */
export function withoutZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

export function isInteger(decimal: Decimal): boolean {
  return decimal.exponent >= 0;
}

/** The decimal in plain digits, without an exponent. */
export function plainDigits({ negative, digits, exponent }: Decimal): string {
  const sign = negative ? '-' : '';
  if (exponent >= 0) return `${sign}${digits}${'0'.repeat(exponent)}`;
  const padded = digits.padStart(1 - exponent, '0');
  return `${sign}${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
}

export function compareDecimals(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const exponent = Math.min(a.exponent, b.exponent);
  const scaled = (d: Decimal) =>
    BigInt(`${d.negative ? '-' : ''}${d.digits}`) * 10n ** BigInt(d.exponent - exponent);
  const [x, y] = [scaled(a), scaled(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

/** The number of units of the scale at or below the decimal, and whether the decimal lies above them. */
export function floorTo(
  { negative, digits, exponent }: Decimal,
  scale: number,
): { readonly floor: bigint; readonly above: boolean } {
  const units = BigInt(`${negative ? '-' : ''}${digits}`);
  const shift = exponent + scale;
  if (shift >= 0) return { floor: units * 10n ** BigInt(shift), above: false };
  const divisor = 10n ** BigInt(-shift);
  const quotient = units / divisor;
  const exact = quotient * divisor === units;
  return { floor: exact || !negative ? quotient : quotient - 1n, above: !exact };
}

/** The most digits needed to tell a float from its neighbours. */
const floatDigits = { double: 17, single: 9 } as const;

/** The float nearest to a decimal, and on which side of it the decimal lies as a person reads both. */
export function nearestFloat(
  decimal: Decimal,
  precision: 'double' | 'single',
): { readonly value: number; readonly side: -1 | 0 | 1 } {
  const exact = Number(plainDigits(decimal));
  const value = precision === 'double' ? exact : Math.fround(exact);
  const sign = decimal.negative ? -1 : 1;
  if (!Number.isFinite(value)) {
    const largest = precision === 'double' ? Number.MAX_VALUE : 3.4028234663852886e38;
    return { value: sign * largest, side: sign };
  }
  if (value === 0 && decimal.digits !== '0') return { value, side: sign };
  if (Number.isInteger(value) && !isInteger(decimal)) {
    const whole = decimalOf({ kind: 'number', text: BigInt(value).toString() });
    return { value, side: whole === null ? 0 : compareDecimals(decimal, whole) };
  }
  if (decimal.digits.length <= floatDigits[precision]) return { value, side: 0 };
  const shown = decimalOf({ kind: 'number', text: String(value) });
  return { value, side: shown === null ? 0 : compareDecimals(decimal, shown) };
}

/** A date, a time of day, or both, with the offset from UTC if the text has one. */
export interface Moment {
  readonly date: string | null;
  /** `HH:MM:SS`, optionally with a fraction that does not end in 0; null for a date alone. */
  readonly time: string | null;
  readonly offsetMinutes: number | null;
}

const momentSyntax =
  /^(?:(\d{4})-(\d{2})-(\d{2}))?(?:(^|[T ])(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

export function momentOf(text: string): Moment | null {
  const match = momentSyntax.exec(text.trim());
  if (match === null) return null;
  const [, year, month = '', day = '', gap, hour, minute = '', second = '00', fraction = '', zone] = match;
  if (year === undefined && hour === undefined) return null;
  if (year !== undefined && hour !== undefined && gap === '') return null;
  if (year === undefined && gap !== '') return null;
  if (year !== undefined && !isCalendarDate(Number(year), Number(month), Number(day))) return null;
  if (Number(hour ?? 0) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const trimmed = withoutZeros(fraction);
  return {
    date: year === undefined ? null : `${year}-${month}-${day}`,
    time: hour === undefined ? null : `${hour}:${minute}:${second}${trimmed === '' ? '' : `.${trimmed}`}`,
    offsetMinutes: zone === undefined ? null : offsetOf(zone),
  };
}

function isCalendarDate(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day <= days;
}

function offsetOf(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return zone.startsWith('-') ? -minutes : minutes;
}

/** Date and time of day in UTC; a moment without an offset is kept as is. */
export function wallClock(moment: Moment): { readonly date: string; readonly time: string } | null {
  if (moment.date === null) return null;
  const time = moment.time ?? '00:00:00';
  if (!moment.offsetMinutes) return { date: moment.date, time };
  const [clock = '', fraction] = time.split('.');
  const instant = new Date(`${moment.date}T${clock}Z`);
  instant.setUTCMinutes(instant.getUTCMinutes() - moment.offsetMinutes);
  const year = instant.getUTCFullYear();
  if (Number.isNaN(year) || year < 0 || year > 9999) return null;
  const [date = '', shifted = ''] = instant.toISOString().slice(0, 19).split('T');
  return { date, time: fraction === undefined ? shifted : `${shifted}.${fraction}` };
}

/** A literal as a moment in microseconds; side 1 means that the literal lies above the returned text. */
export function momentText(
  kind: 'date' | 'datetime' | 'time',
  literal: Literal,
): { readonly text: string; readonly side: 0 | 1 } | null {
  const moment = literal.kind === 'text' ? momentOf(literal.text) : null;
  if (moment === null || (kind === 'time') !== (moment.date === null)) return null;
  if (kind === 'time') return moment.time === null ? null : micros('', moment.time);
  const clock = wallClock(moment);
  if (clock === null) return null;
  return kind === 'date' ? { text: clock.date, side: 0 } : micros(`${clock.date} `, clock.time);
}

function micros(before: string, time: string): { text: string; side: 0 | 1 } {
  const text = time.slice(0, 'HH:MM:SS.ffffff'.length);
  return { text: `${before}${text}`, side: text === time ? 0 : 1 };
}
