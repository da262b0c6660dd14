// Putting numbers into bins: equal steps on round numbers, each number in exactly one bin.
import { niceRange, niceStep } from './scale.ts';

export interface Bin {
  readonly from: number;
  readonly to: number;
  /** The last bin includes its end. */
  readonly last: boolean;
}

/** Round bins over the range. Whole numbers get bins that are no narrower than 1. */
export function makeBins(min: number, max: number, wanted: number, whole: boolean): readonly Bin[] {
  if (!Number.isFinite(min) || !Number.isFinite(max) || max < min) return [];
  if (min === max) return [{ from: min, to: min, last: true }];
  const raw = niceStep((max - min) / Math.max(1, wanted));
  const step = whole ? Math.max(1, raw) : raw;
  const [start] = niceRange(min, max, (max - min) / step);
  // Whole numbers: the greatest one needs a bin of its own above the last edge, [5,6) for 5.
  const end = whole && step === 1 ? max + 1 : max;
  const bins: Bin[] = [];
  for (let i = 0; start + i * step < end; i++) {
    bins.push({ from: round(start + i * step, step), to: round(start + (i + 1) * step, step), last: false });
  }
  const last = bins.at(-1);
  if (last) bins[bins.length - 1] = { ...last, last: !(whole && step === 1) };
  return bins;
}

function round(value: number, step: number): number {
  const decimals = Math.max(0, -Math.floor(Math.log10(step)));
  return decimals > 0 && decimals <= 100 ? Number(value.toFixed(decimals)) : value;
}

/** The place of the bin that holds the value, or -1. */
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

/** How many rows fall into each bin, from values and how often each occurs. */
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

export interface Point {
  readonly x: number;
  readonly y: number;
  readonly count: number;
}

export interface Tile {
  readonly x: Bin;
  readonly y: Bin;
  readonly count: number;
}

/** Points in a grid of bins; empty tiles are left out. */
export function tilePoints(
  points: readonly Point[],
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
