// Sums, averages and comparisons of the exact digits that the service sends. A double has only the first 15 of them.

interface Decimal {
  readonly units: bigint;
  /** The number of digits of the units that are decimals. */
  readonly scale: number;
}

const NUMBER = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;

/** Undefined if the text is no number, such as Infinity. */
function parseDecimal(text: string): Decimal | undefined {
  const [, sign, whole, fraction = '', exponent = '0'] = NUMBER.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const size = BigInt(whole + fraction);
  const units = sign === '-' ? -size : size;
  const scale = fraction.length - Number(exponent);
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale };
}

const unitsAt = ({ units, scale }: Decimal, wanted: number) => units * 10n ** BigInt(wanted - scale);

function textOf({ units, scale }: Decimal): string {
  if (scale === 0) return String(units);
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Nobody reads more decimals or zeros: such numbers are doubles from measurements. */
const MAX_DIGITS = 60;

function addAll(numbers: readonly string[]): Decimal | undefined {
  const decimals: Decimal[] = [];
  for (const text of numbers) {
    const decimal = parseDecimal(text);
    if (!decimal) return undefined;
    decimals.push(decimal);
  }
  const scale = decimals.reduce((most, one) => Math.max(most, one.scale), 0);
  const units = decimals.reduce((sum, one) => sum + unitsAt(one, scale), 0n);
  return scale > MAX_DIGITS || String(units).length - scale > MAX_DIGITS ? undefined : { units, scale };
}

/** With as many decimals as the number that has most: 0.1 and 0.2 are 0.3. */
export function sumOf(numbers: readonly string[]): string {
  const sum = addAll(numbers);
  return sum ? textOf(sum) : String(numbers.reduce((total, digits) => total + Number(digits), 0));
}

/** More decimals than anybody reads of an average. */
const AVERAGE_DECIMALS = 20;

export function averageOf(numbers: readonly string[]): string {
  const sum = addAll(numbers);
  if (!sum) return String(Number(sumOf(numbers)) / numbers.length);
  const scale = sum.scale + AVERAGE_DECIMALS;
  return textOf({ units: unitsAt(sum, scale) / BigInt(numbers.length), scale });
}

/** Negative if the first number is less, 0 if they are equal; undefined if one of them is no number. */
export function compareNumbers(one: string, other: string): number | undefined {
  const [a, b] = [parseDecimal(one), parseDecimal(other)];
  if (!a || !b) {
    const difference = Number(one) - Number(other);
    return Number.isNaN(difference) ? undefined : difference;
  }
  const scale = Math.max(a.scale, b.scale);
  const [left, right] = [unitsAt(a, scale), unitsAt(b, scale)];
  return left < right ? -1 : left > right ? 1 : 0;
}
