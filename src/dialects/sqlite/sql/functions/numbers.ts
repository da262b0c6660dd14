// Exact arithmetic for SQLite's numbers, using the decimals that they are displayed as.

import { maxDigits, numberBound, quotientScale } from '../../../../query/computing/kinds.ts';
import { type Decimal, decimalOf, plainDigits } from '../../../../query/literals.ts';

/** What the engine holds: 64-bit integers or doubles. */
export type SqliteNumber = bigint | number;

/** The engine number nearest to a decimal in plain digits. */
export function numberOf(text: string): SqliteNumber {
  const whole = /^-?\d+$/.test(text) ? BigInt(text) : null;
  return whole !== null && BigInt.asIntN(64, whole) === whole ? whole : Number(text);
}

const bound = Number(numberBound);
const boundUnits = 10n ** BigInt(maxDigits);

/** A double as the decimal of fifteen digits that it stands for. */
export function asShown(value: unknown): SqliteNumber | null {
  if (typeof value === 'bigint') return value;
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  const shown = Number(value.toPrecision(15));
  if (Math.abs(shown) >= bound) return null;
  return Number.isSafeInteger(shown) ? BigInt(shown) : shown;
}

/** The shortest digits that identify a fraction; NULL for everything else. */
export function fractionText(value: unknown): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value) || Number.isInteger(value)) return null;
  const decimal = decimalOf({ kind: 'number', text: String(value) });
  return decimal === null ? null : plainDigits(decimal);
}

/** The sum of the decimals that the values are displayed as. */
export function add(...values: unknown[]): SqliteNumber | null {
  const exact = values.map(exactOf);
  const present = exact.filter((one) => one !== null);
  return present.length < exact.length ? null : total(present);
}

export function sub(a: unknown, b: unknown): SqliteNumber | null {
  return both(a, b, (x, y) => total([x, { ...y, units: -y.units }]));
}

function total(numbers: readonly Exact[]): SqliteNumber | null {
  const scale = Math.max(...numbers.map((one) => one.scale));
  return written(
    numbers.reduce((sum, one) => sum + unitsAt(one, scale), 0n),
    scale,
  );
}

/** A running sum over the rows of a sliding window. */
export interface RunningSum {
  readonly count: number;
  readonly sum: Exact;
}

export const nothingYet: RunningSum = { count: 0, sum: { units: 0n, scale: 0 } };

export function withMore(running: RunningSum, value: unknown, sign: 1 | -1): RunningSum {
  const exact = typeof value === 'string' ? digitsOf(value) : exactOf(value);
  if (exact === null) return running;
  const scale = Math.max(running.sum.scale, exact.scale);
  const units = unitsAt(running.sum, scale) + BigInt(sign) * unitsAt(exact, scale);
  return { count: running.count + sign, sum: { units, scale } };
}

export function sumSoFar({ count, sum }: RunningSum): SqliteNumber | null {
  return count === 0 ? null : written(sum.units, sum.scale);
}

/** NULL if an operand is not a number, or if the result is out of range. */
export function div(a: unknown, b: unknown): SqliteNumber | null {
  return both(a, b, (x, y) => {
    if (y.units === 0n) return null;
    const scaled = x.units * 10n ** BigInt(quotientScale + 1 + y.scale);
    return rounded(scaled / (y.units * 10n ** BigInt(x.scale)), quotientScale + 1, quotientScale);
  });
}

export function mod(a: unknown, b: unknown): SqliteNumber | null {
  return both(a, b, (x, y) => {
    const scale = Math.max(x.scale, y.scale);
    const divisor = unitsAt(y, scale);
    return divisor === 0n ? null : written(unitsAt(x, scale) % divisor, scale);
  });
}

export function abs(a: unknown): SqliteNumber | null {
  return one(a, ({ units, scale }) => written(units < 0n ? -units : units, scale));
}

export function round(a: unknown, digits: unknown): SqliteNumber | null {
  const places = digits === undefined ? 0n : integerPart(digits);
  if (places === null) return null;
  return one(a, ({ units, scale }) => rounded(units, scale, Math.min(Math.max(Number(places), -60), 30)));
}

export function floor(a: unknown): SqliteNumber | null {
  return one(a, ({ units, scale }) => written(floored(units, 10n ** BigInt(scale)), 0));
}

export function ceil(a: unknown): SqliteNumber | null {
  return one(a, ({ units, scale }) => written(-floored(-units, 10n ** BigInt(scale)), 0));
}

/** The integer part of a number. */
export function integerPart(value: unknown): bigint | null {
  const exact = exactOf(value);
  return exact === null ? null : exact.units / 10n ** BigInt(exact.scale);
}

/** Parses a number; NULL if the text is not one. */
export function numberFrom(text: string): SqliteNumber | null {
  const decimal = decimalOf({ kind: 'text', text });
  return decimal === null || Math.abs(decimal.exponent) > 60 ? null : numberOf(plainDigits(decimal));
}

export interface Exact {
  readonly units: bigint;
  readonly scale: number;
}

function exactOf(value: unknown): Exact | null {
  if (typeof value === 'bigint') return { units: value, scale: 0 };
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  const decimal = decimalOf({ kind: 'number', text: String(value) });
  return decimal === null ? null : unitsOf(decimal);
}

/** For a sum with more digits than an engine number. */
function digitsOf(text: string): Exact | null {
  const decimal = decimalOf({ kind: 'number', text });
  return decimal === null ? null : unitsOf(decimal);
}

export function unitsOf({ negative, digits, exponent }: Decimal): Exact {
  const units = BigInt(`${negative ? '-' : ''}${digits}`);
  return exponent >= 0 ? { units: units * 10n ** BigInt(exponent), scale: 0 } : { units, scale: -exponent };
}

export function unitsAt({ units, scale }: Exact, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - scale);
}

function one(a: unknown, make: (x: Exact) => SqliteNumber | null): SqliteNumber | null {
  const x = exactOf(a);
  return x === null ? null : make(x);
}

function both(
  a: unknown,
  b: unknown,
  make: (x: Exact, y: Exact) => SqliteNumber | null,
): SqliteNumber | null {
  return one(a, (x) => one(b, (y) => make(x, y)));
}

/** Rounds half away from zero. */
function rounded(units: bigint, scale: number, digits: number): SqliteNumber | null {
  if (digits >= scale) return written(units, scale);
  const divisor = 10n ** BigInt(scale - digits);
  const magnitude = (2n * (units < 0n ? -units : units) + divisor) / (2n * divisor);
  const result = units < 0n ? -magnitude : magnitude;
  return digits >= 0 ? written(result, digits) : written(result * 10n ** BigInt(-digits), 0);
}

function floored(units: bigint, divisor: bigint): bigint {
  const quotient = units / divisor;
  return units % divisor < 0n ? quotient - 1n : quotient;
}

/** NULL if out of range. */
function written(units: bigint, scale: number): SqliteNumber | null {
  const divisor = 10n ** BigInt(scale);
  if (units >= boundUnits * divisor || units <= -boundUnits * divisor) return null;
  if (units % divisor === 0n) {
    const whole = units / divisor;
    return BigInt.asIntN(64, whole) === whole ? whole : Number(whole);
  }
  const number = Number(
    plainDigits({ negative: units < 0n, digits: String(units < 0n ? -units : units), exponent: -scale }),
  );
  return Number.isFinite(number) ? number : null;
}
