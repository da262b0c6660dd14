/** Exact decimal numbers for the reference evaluator: a whole number and how many of its digits are decimals. */

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

/** The same number without decimals that are zero. */
export function normal(value: Decimal): Decimal {
  let { unscaled, scale } = value;
  while (scale > 0 && unscaled % 10n === 0n) {
    unscaled /= 10n;
    scale--;
  }
  return { unscaled, scale };
}

/** To so many digits behind the point, or before it where they are below zero; half goes away from zero. */
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

/** `a` divided by `b`, which is not zero, rounded to so many decimals. */
export function quotient(a: Decimal, b: Decimal, decimals: number): Decimal {
  // Rounded from the exact fraction: twice the numerator, so that a half is whole.
  const numerator = a.unscaled * 10n ** BigInt(b.scale + decimals);
  const denominator = b.unscaled * 10n ** BigInt(a.scale);
  const isNegative = numerator < 0n !== denominator < 0n;
  const [n, d] = [abs(numerator), abs(denominator)];
  const rounded = (2n * n + d) / (2n * d);
  return { unscaled: isNegative ? -rounded : rounded, scale: decimals };
}

/** What is left of `a` when `b`, which is not zero, is taken off as often as it goes; with the sign of `a`. */
export function remainder(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { unscaled: atScale(a, scale) % atScale(b, scale), scale };
}

/** The greatest whole number that is not above. */
export function floorOf(value: Decimal): Decimal {
  const one = 10n ** BigInt(value.scale);
  const integer = value.unscaled / one;
  return whole(value.unscaled < 0n && value.unscaled % one !== 0n ? integer - 1n : integer);
}

/** Digits from the first one that is not zero. */
export function significant(value: Decimal): number {
  return String(abs(normal(value).unscaled)).length;
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}
