/** Numbers of the reference evaluator's computed fields: exact decimals, or approximations. */
import type { Engine } from '../../support/servers.ts';
import { sqliteNumber, type Value } from '../dataset.ts';
import {
  absolute,
  add,
  canonical,
  compareDecimals,
  type Decimal,
  decimal,
  exactly,
  floorOf,
  isDecimal,
  multiply,
  negate,
  normal,
  quotient,
  remainder,
  roundTo,
  significant,
  whole,
} from '../decimal.ts';

/** A number that an engine may round: any answer within `tolerance` of `total / count` is right. */
export interface ApproximateNumber {
  readonly total: Decimal;
  readonly count: bigint;
  readonly tolerance: Decimal;
}

/** The content of a cell: a value, an approximate number, or a list. */
export type Cell = Value | ApproximateNumber | readonly Value[];

export function isApproximate(cell: Cell | undefined): cell is ApproximateNumber {
  return typeof cell === 'object' && cell !== null && 'tolerance' in cell;
}

export function isList(cell: Cell): cell is readonly Value[] {
  return Array.isArray(cell);
}

/** The answer depends on how an engine rounds, so there is no expectation. */
export class UncertainError extends Error {}

export type Num = Decimal | ApproximateNumber;

const none = whole(0n);
const tiny = decimal('1e-12');

/** Decimals of a shown double. */
const loose = 15;
/** Decimals of a quotient. */
const quotientDecimals = 12;
/** Engines without decimals may round numbers with more digits. */
const doubleDigits = 15;

/** The content of a column or field as a number for computing. */
export function numberIn(cell: Cell): Num {
  if (isApproximate(cell)) return cell;
  if (typeof cell === 'number') {
    const value = roundTo(decimal(String(cell)), loose);
    // Engines show doubles of this size with different digits.
    return Math.abs(cell) < 1e22 ? value : near(value, multiply(absolute(value), decimal('1e-15')));
  }
  if (isDecimal(cell)) return cell;
  throw new Error(`${JSON.stringify(cell)} is no number.`);
}

function middle(value: Num): Decimal {
  return isApproximate(value) ? quotient(value.total, whole(value.count), 30) : value;
}

function toleranceOf(value: Num): Decimal {
  return isApproximate(value) ? value.tolerance : none;
}

function near(total: Decimal, tolerance: Decimal): Num {
  return tolerance.unscaled === 0n ? total : { total, count: 1n, tolerance };
}

/** Integers have 64 bits. */
const [least, most] = [decimal('-9223372036854775808'), decimal('9223372036854775807')];
/** All other numbers are smaller than this. */
const bound = decimal('1e30');

/** Of its 38 digits, which leaves enough before the point. */
const duckdbDecimals = 18;

/** Null if out of range; on engines without decimals, a long fraction becomes approximate. */
export function settled(value: Num | null, kind: 'integer' | 'numeric', engine: Engine): Num | null {
  if (value === null) return null;
  const size = absolute(middle(value));
  const isOut =
    kind === 'integer'
      ? compareDecimals(middle(value), least) < 0 || compareDecimals(middle(value), most) > 0
      : compareDecimals(size, bound) >= 0;
  if (isOut) return null;
  // On engines without decimals, a non-integer is a double.
  const rounding = engine === 'sqlite' && kind === 'numeric' ? multiply(size, decimal('1e-14')) : none;
  if (isApproximate(value)) return { ...value, tolerance: add(value.tolerance, rounding) };
  const found = normal(value);
  if (found.scale > 30) throw new UncertainError('More decimals than engines have.');
  if (engine === 'duckdb' && found.scale > duckdbDecimals) {
    return { total: found, count: 1n, tolerance: decimal('1e-18') };
  }
  return rounding === none || significant(found) <= doubleDigits
    ? found
    : { total: found, count: 1n, tolerance: rounding };
}

/** As stored: on engines without decimals, computed numbers are doubles. */
export function stored(value: Num | null, engine: Engine): Cell {
  if (value === null || isApproximate(value)) return value;
  return engine === 'sqlite' ? sqliteNumber(value) : normal(value);
}

export const arithmetic = {
  add: (a: Num, b: Num): Num => near(add(middle(a), middle(b)), add(toleranceOf(a), toleranceOf(b))),
  negate: (a: Num): Num => near(negate(middle(a)), toleranceOf(a)),
  abs: (a: Num): Num => near(absolute(middle(a)), toleranceOf(a)),
  multiply(a: Num, b: Num): Num {
    const [x, y] = [middle(a), middle(b)];
    const [s, t] = [toleranceOf(a), toleranceOf(b)];
    const error = [multiply(absolute(x), t), multiply(absolute(y), s), multiply(s, t)].reduce(add);
    return near(multiply(x, y), error);
  },
  divide(a: Num, b: Num): Num | null {
    const [x, y] = [middle(a), middle(b)];
    if (!isApproximate(a) && !isApproximate(b))
      return y.unscaled === 0n ? null : quotient(x, y, quotientDecimals);
    const surely = add(absolute(y), negate(toleranceOf(b)));
    if (surely.unscaled <= 0n) throw new UncertainError('What is divided by may be zero.');
    const result = quotient(x, y, 30);
    const error = add(toleranceOf(a), multiply(absolute(result), toleranceOf(b)));
    return near(result, add(quotient(error, surely, 30), tiny));
  },
  modulo(a: Num, b: Num): Num | null {
    if (isApproximate(a) || isApproximate(b)) throw new UncertainError('A remainder of what is rounded.');
    return b.unscaled === 0n ? null : remainder(a, b);
  },
  /** The result of a step function, which must be the same for every number within the tolerance. */
  stepped(value: Num, step: (exact: Decimal) => Decimal): Decimal {
    if (!isApproximate(value)) return step(value);
    const [low, high] = ends(value).map(step);
    if (low === undefined || high === undefined || compareDecimals(low, high) !== 0) {
      throw new UncertainError('Two numbers within the tolerance are different when rounded.');
    }
    return low;
  },
};

export const steps = {
  round: (digits: number) => (value: Decimal) => roundTo(value, digits),
  floor: floorOf,
  ceil: (value: Decimal) => negate(floorOf(negate(value))),
};

function ends(value: Num): [Decimal, Decimal] {
  const tolerance = toleranceOf(value);
  return [add(middle(value), negate(tolerance)), add(middle(value), tolerance)];
}

/** Numbers whose tolerances overlap have no order. */
export function compareNumbers(a: Num, b: Num): number {
  if (!isApproximate(a) && !isApproximate(b)) return compareDecimals(a, b);
  const [[lowA, highA], [lowB, highB]] = [ends(a), ends(b)];
  if (compareDecimals(highA, lowB) < 0) return -1;
  if (compareDecimals(lowA, highB) > 0) return 1;
  throw new UncertainError('Two numbers are equal or not, depending on how they are rounded.');
}

/** In comparisons a double has its exact value. */
export function comparable(cell: Cell): Num {
  if (typeof cell === 'number') return exactly(cell);
  return numberIn(cell);
}

export function numberText(value: Num): string {
  if (isApproximate(value)) throw new UncertainError('The text of what is rounded.');
  return canonical(value);
}
