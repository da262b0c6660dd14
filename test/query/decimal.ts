/** Exact decimal numbers for the reference evaluator: an integer and a scale. */

export interface Decimal {
  readonly unscaled: bigint;
  readonly scale: number;
}

const form = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

export function decimal(text: string): Decimal {
  const match = form.exec(text.trim());
  if (!match) throw new Error(`"${text}" is not a number.`);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const unscaled = BigInt(`${whole}${fraction}` || '0') * (sign === '-' ? -1n : 1n);
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { unscaled, scale } : { unscaled: unscaled * 10n ** BigInt(-scale), scale: 0 };
}

export function whole(value: bigint): Decimal {
  return { unscaled: value, scale: 0 };
}

/** The exact value of a finite double: every double is a finite decimal. */
export function exactly(value: number): Decimal {
  let scaled = value;
  let halvings = 0;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    halvings++;
  }
  return { unscaled: BigInt(scaled) * 5n ** BigInt(halvings), scale: halvings };
}

export function isDecimal(value: unknown): value is Decimal {
  return typeof value === 'object' && value !== null && 'unscaled' in value;
}

function atScale(value: Decimal, scale: number): bigint {
  return value.unscaled * 10n ** BigInt(scale - value.scale);
}

export function compareDecimals(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale);
  const difference = atScale(a, scale) - atScale(b, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { unscaled: atScale(a, scale) + atScale(b, scale), scale };
}

export function negate(a: Decimal): Decimal {
  return { unscaled: -a.unscaled, scale: a.scale };
}

export function absolute(a: Decimal): Decimal {
  return a.unscaled < 0n ? negate(a) : a;
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { unscaled: a.unscaled * b.unscaled, scale: a.scale + b.scale };
}

/** Without trailing zeros, so that equal numbers have equal texts. */
export function canonical(value: Decimal): string {
  let { unscaled, scale } = value;
  while (scale > 0 && unscaled % 10n === 0n) {
    unscaled /= 10n;
    scale--;
  }
  return fixed({ unscaled, scale });
}

/** With all its decimals. */
export function fixed({ unscaled, scale }: Decimal): string {
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, '0');
  const sign = unscaled < 0n ? '-' : '';
  return scale === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** The same number without trailing zeros. */
export function normal(value: Decimal): Decimal {
  let { unscaled, scale } = value;
  while (scale > 0 && unscaled % 10n === 0n) {
    unscaled /= 10n;
    scale--;
  }
  return { unscaled, scale };
}

/** Rounds to this many digits after the point, or before it if negative; halves are rounded away from zero. */
export function roundTo(value: Decimal, digits: number): Decimal {
  if (digits >= value.scale) return value;
  const divisor = 10n ** BigInt(value.scale - digits);
  const size = value.unscaled < 0n ? -value.unscaled : value.unscaled;
  const rounded = (size + divisor / 2n) / divisor;
  const signed = value.unscaled < 0n ? -rounded : rounded;
  return digits >= 0
    ? { unscaled: signed, scale: digits }
    : { unscaled: signed * 10n ** BigInt(-digits), scale: 0 };
}

/** `a` divided by a non-zero `b`, rounded to this many decimals. */
export function quotient(a: Decimal, b: Decimal, decimals: number): Decimal {
  // Rounds the exact fraction; the doubled numerator makes a half an integer.
  const numerator = a.unscaled * 10n ** BigInt(b.scale + decimals);
  const denominator = b.unscaled * 10n ** BigInt(a.scale);
  const isNegative = numerator < 0n !== denominator < 0n;
  const [n, d] = [abs(numerator), abs(denominator)];
  const rounded = (2n * n + d) / (2n * d);
  return { unscaled: isNegative ? -rounded : rounded, scale: decimals };
}

/** The remainder of `a` divided by a non-zero `b`; it has the sign of `a`. */
export function remainder(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { unscaled: atScale(a, scale) % atScale(b, scale), scale };
}

/** The largest integer that is not greater. */
export function floorOf(value: Decimal): Decimal {
  const one = 10n ** BigInt(value.scale);
  const integer = value.unscaled / one;
  return whole(value.unscaled < 0n && value.unscaled % one !== 0n ? integer - 1n : integer);
}

/** The number of digits from the first non-zero one. */
export function significant(value: Decimal): number {
  return String(abs(normal(value).unscaled)).length;
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}
