// Exact sums and averages for an engine whose own sums overflow and whose decimals are doubles.
//
// The engine adds up what cannot go wrong, the upper and the lower half of 64-bit numbers apart from each other:
// whole numbers as they are, doubles as units of the column's scale where each is exactly such a unit. What
// does not fit either makes the whole sum a double.

/** Decimals of an average beyond those of its column, as MySQL has it. */
const averageDecimals = 4;

export type ExactResult = 'sum' | 'avg' | 'sum-order' | 'avg-order';

type Argument = unknown;

/** The JSON text of the result, or, for an order, the number nearest to it; NULL over nothing. */
export function exactSum(result: ExactResult) {
  return (
    scale: Argument,
    count: Argument,
    wholeHigh: Argument,
    wholeLow: Argument,
    unitHigh: Argument,
    unitLow: Argument,
    misfits: Argument,
    total: Argument,
  ): string | number | null => {
    const rows = big(count);
    const ordering = result.endsWith('order');
    if (rows === 0n) return ordering ? null : 'null';
    if (big(misfits) > 0n) {
      const double = result.startsWith('sum') ? Number(total) : Number(total) / Number(rows);
      return ordering ? double : doubleText(double);
    }
    const decimals = Number(scale);
    const units = join(wholeHigh, wholeLow) * 10n ** BigInt(decimals) + join(unitHigh, unitLow);
    const text = result.startsWith('sum') ? decimalText(units, decimals) : average(units, decimals, rows);
    return ordering ? Number(text) : text;
  };
}

function big(value: unknown): bigint {
  return typeof value === 'bigint' ? value : typeof value === 'number' ? BigInt(value) : 0n;
}

function join(high: unknown, low: unknown): bigint {
  return (big(high) << 32n) + big(low);
}

function average(units: bigint, decimals: number, rows: bigint): string {
  const scaled = units * 10n ** BigInt(averageDecimals);
  const absolute = scaled < 0n ? -scaled : scaled;
  const rounded = (absolute * 2n + rows) / (rows * 2n);
  return decimalText(scaled < 0n ? -rounded : rounded, decimals + averageDecimals);
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
