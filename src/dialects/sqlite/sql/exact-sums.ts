// Exact sums and averages for an engine whose own sums overflow and whose decimals are doubles.
//
// The engine adds up what cannot go wrong, and these functions make one number of it: whole numbers as the upper
// and the lower half of their 64 bits, decimals as units of the column's scale, which doubles hold exactly as
// long as there are fewer than 2^53 of them. What does not fit makes the whole sum a double; that of decimals is shown
// with the digits that a double has for certain.

import { looseScale } from '../../../query/computing/kinds.ts';
import { type AddedNumber, addedNumber } from './functions/added-numbers.ts';

/** An average has as many decimals as its column has, but no fewer than eight, and four more, as on every engine. */
const leastDecimals = 8;
const moreDecimals = 4;

/** `value`: not the text of the result but the number. */
export type ExactResult = 'sum' | 'avg' | 'sum_value' | 'avg_value';
export const exactResults: readonly ExactResult[] = ['sum', 'avg', 'sum_value', 'avg_value'];

/** Over a column of whole numbers: their count, the sums of their halves, and their sum as a double. */
export function wholeSum(result: ExactResult) {
  return (count: unknown, high: unknown, low: unknown, total: unknown): AddedNumber | null => {
    return answer(result, big(count), halves(high, low), double(total));
  };
}

/** Over a column of doubles: their count and their sum. */
export function realSum(result: ExactResult) {
  return (count: unknown, total: unknown) => answer(result, big(count), null, double(total));
}

/** Over a column of decimals: the scale, their count, the sum of their units, whether each is of whole units. */
export function unitSum(result: ExactResult) {
  return (
    scale: unknown,
    count: unknown,
    units: unknown,
    fit: unknown,
    total: unknown,
  ): AddedNumber | null => {
    return answer(result, big(count), unitsIn(units, fit, Number(scale)), certain(double(total)));
  };
}

/** Decimals of the units in which numbers of no known scale are added up. */
export const looseDecimals = 6;

/** Over numbers of no known scale: what there is of whole numbers, and what there is of units. */
export function looseSum(result: ExactResult) {
  return (
    count: unknown,
    high: unknown,
    low: unknown,
    units: unknown,
    fit: unknown,
    total: unknown,
  ): AddedNumber | null => {
    const exact = halves(high, low) ?? unitsIn(units, fit, looseDecimals);
    // A sum has the decimals that it needs, an average those of a number with as many as a double shows.
    const shown = exact && (result.startsWith('sum') ? shortest(exact) : withDecimals(exact, looseScale));
    return answer(result, big(count), shown, certain(double(total)));
  };
}

/** Where one of the numbers is a double the halves miss it. */
function halves(high: unknown, low: unknown): Units | null {
  const isWhole = typeof high === 'bigint' && typeof low === 'bigint';
  return isWhole ? { units: (high << 32n) + low, decimals: 0 } : null;
}

function unitsIn(units: unknown, fit: unknown, decimals: number): Units | null {
  const fits = big(fit) === 1n && Number.isSafeInteger(units);
  return fits ? { units: BigInt(Number(units)), decimals } : null;
}

/** Without zeros at the end. */
function shortest({ units, decimals }: Units): Units {
  return decimals > 0 && units % 10n === 0n
    ? shortest({ units: units / 10n, decimals: decimals - 1 })
    : { units, decimals };
}

function withDecimals({ units, decimals }: Units, wanted: number): Units {
  return { units: units * 10n ** BigInt(wanted - decimals), decimals: wanted };
}

/** A decimal of fifteen digits survives in a double; what follows them behind the point is noise. */
function certain(total: number): number {
  return Math.abs(total) < 1e15 ? Number(total.toPrecision(15)) : total;
}

interface Units {
  readonly units: bigint;
  readonly decimals: number;
}

/** NULL over nothing. */
function answer(result: ExactResult, count: bigint, exact: Units | null, total: number): AddedNumber | null {
  if (count === 0n) return null;
  const isSum = result.startsWith('sum');
  const text =
    exact === null
      ? doubleText(isSum ? total : total / Number(count))
      : isSum
        ? decimalText(exact.units, exact.decimals)
        : average(exact, count);
  if (!result.endsWith('value')) return text;
  return exact === null && !Number.isFinite(total) ? total : addedNumber(text);
}

/** The engine has no value for what is no number, such as the sum of both infinities. */
function double(total: unknown): number {
  return total === null ? Number.NaN : Number(total);
}

function big(value: unknown): bigint {
  return typeof value === 'bigint' ? value : typeof value === 'number' ? BigInt(value) : 0n;
}

function average({ units, decimals }: Units, count: bigint): string {
  const shown = Math.max(decimals, leastDecimals) + moreDecimals;
  const scaled = units * 10n ** BigInt(shown - decimals);
  const absolute = scaled < 0n ? -scaled : scaled;
  const rounded = (absolute * 2n + count) / (count * 2n);
  return decimalText(scaled < 0n ? -rounded : rounded, shown);
}

function decimalText(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${decimals === 0 ? '' : `.${digits.slice(point)}`}`;
}

/** The JSON text of a double. */
export function doubleText(value: number): string {
  return Number.isFinite(value) ? String(value) : `"${value}"`;
}
