// Histogram bins: equal steps at round numbers; each number is in exactly one bin.
import { scaleLinear } from 'd3-scale';

export interface Bin {
  readonly from: number;
  readonly to: number;
  /** The last bin includes its end. */
  readonly last: boolean;
  /** The digits of its ends, if it is a single number to a double: long numbers differ only in their last digits. */
  readonly exact?: readonly [from: string, to: string];
}

/** Round bins over the range. Bins of integers are at least 1 wide. */
export function makeBins(min: number, max: number, wanted: number, isInteger: boolean): readonly Bin[] {
  if (!Number.isFinite(min) || !Number.isFinite(max) || max < min) return [];
  if (min === max) return [{ from: min, to: min, last: true }];
  const count = isInteger ? Math.min(wanted, max - min) : wanted;
  const edges = scaleLinear([min, max], [0, 1]).nice(count).ticks(count);
  const [first = min, second = max] = edges;
  // The largest integer needs a bin of its own beyond the last edge: [5, 6) for 5.
  const oneEach = isInteger && second - first === 1;
  if (oneEach) edges.push(max + 1);
  return edges.slice(1).map((to, i) => ({
    from: edges[i] ?? min,
    to,
    last: !oneEach && i === edges.length - 2,
  }));
}

/** The index of the bin that contains the value, or -1. */
export function binOf(bins: readonly Bin[], value: number): number {
  let low = 0;
  let high = bins.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const bin = bins[middle];
    if (!bin) return -1;
    if (value < bin.from) high = middle - 1;
    else if (value < bin.to || (bin.last && value === bin.to)) return middle;
    else low = middle + 1;
  }
  return -1;
}

/** The number of rows in each bin, from values and their frequencies. */
export function countBins(
  bins: readonly Bin[],
  values: readonly { readonly value: number; readonly count: number }[],
): readonly number[] {
  const counts = bins.map(() => 0);
  for (const { value, count } of values) {
    const place = binOf(bins, value);
    if (place >= 0) counts[place] = (counts[place] ?? 0) + count;
  }
  return counts;
}

export interface DataPoint {
  readonly x: number;
  readonly y: number;
  readonly count: number;
}

export interface Tile {
  readonly x: Bin;
  readonly y: Bin;
  readonly count: number;
}

/** Points in a grid of bins; empty tiles are omitted. */
export function tilePoints(
  points: readonly DataPoint[],
  xs: readonly Bin[],
  ys: readonly Bin[],
): readonly Tile[] {
  const counts = new Map<number, number>();
  for (const { x, y, count } of points) {
    const column = binOf(xs, x);
    const row = binOf(ys, y);
    if (column < 0 || row < 0) continue;
    const place = row * xs.length + column;
    counts.set(place, (counts.get(place) ?? 0) + count);
  }
  return [...counts]
    .sort(([a], [b]) => a - b)
    .flatMap(([place, count]) => {
      const x = xs[place % xs.length];
      const y = ys[Math.floor(place / xs.length)];
      return x && y ? [{ x, y, count }] : [];
    });
}
