// Exact sums and averages for an engine whose own sums overflow and whose decimals are doubles.
// The engine adds up parts that cannot overflow, and these functions combine them into one number: whole numbers as the
// upper and lower halves of their 64 bits, decimals as units of the column's scale, which doubles hold exactly up to
// 2^53. If a value does not fit, the whole sum becomes a double; for decimals, only the certain digits of a double are
// shown.

import { undeclaredScale } from '../../../query/computing/kinds.ts';
import { type AddedNumber, addedNumber } from './functions/added-numbers.ts';

/** An average has the decimals of its column, but at least eight, plus four more, as on every engine. */
const minDecimals = 8;
const extraDecimals = 4;

/** `value`: the number rather than its text. */
export type ExactResult = 'sum' | 'avg' | 'sum_value' | 'avg_value';
export const exactResults: readonly ExactResult[] = ['sum', 'avg', 'sum_value', 'avg_value'];

/** For a column of whole numbers: their count, the sums of their halves, and their sum as a double. */
export function integerSum(result: ExactResult) {
  return (count: unknown, high: unknown, low: unknown, total: unknown): AddedNumber | null => {
    return answer(result, big(count), halves(high, low), double(total));
  };
}

/** For a column of doubles: their count and their sum. */
export function realSum(result: ExactResult) {
  return (count: unknown, total: unknown) => answer(result, big(count), null, double(total));
}

/** For a column of decimals: the scale, their count, the sum of their units, and whether all consist of whole units. */
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

/** The decimals of the units in which numbers without a known scale are added up. */
export const looseDecimals = 6;

/** For numbers without a known scale: the partial sums for whole numbers and for units. */
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
    // A sum has the decimals that it needs, an average as many as a double shows.
    const shown =
      exact && (result.startsWith('sum') ? shortest(exact) : withDecimals(exact, undeclaredScale));
    return answer(result, big(count), shown, certain(double(total)));
  };
}

/** Null if the numbers include a double, because then the sums of halves are not integers. */
function halves(high: unknown, low: unknown): Units | null {
  const isWhole = typeof high === 'bigint' && typeof low === 'bigint';
  return isWhole ? { units: (high << 32n) + low, decimals: 0 } : null;
}

function unitsIn(units: unknown, fit: unknown, decimals: number): Units | null {
  const fits = big(fit) === 1n && Number.isSafeInteger(units);
  return fits ? { units: BigInt(Number(units)), decimals } : null;
}

/** Without trailing zeros. */
function shortest({ units, decimals }: Units): Units {
  return decimals > 0 && units % 10n === 0n
    ? shortest({ units: units / 10n, decimals: decimals - 1 })
    : { units, decimals };
}

function withDecimals({ units, decimals }: Units, wanted: number): Units {
  return { units: units * 10n ** BigInt(wanted - decimals), decimals: wanted };
}

/** A double preserves decimals of fifteen digits; further decimals are noise. */
function certain(total: number): number {
  return Math.abs(total) < 1e15 ? Number(total.toPrecision(15)) : total;
}

interface Units {
  readonly units: bigint;
  readonly decimals: number;
}

/** NULL if there are no values. */
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

/** The engine returns NULL for NaN, for example for the sum of both infinities. */
function double(total: unknown): number {
  return total === null ? Number.NaN : Number(total);
}

function big(value: unknown): bigint {
  return typeof value === 'bigint' ? value : typeof value === 'number' ? BigInt(value) : 0n;
}

function average({ units, decimals }: Units, count: bigint): string {
  const shown = Math.max(decimals, minDecimals) + extraDecimals;
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
