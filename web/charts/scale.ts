// Linear scales and round tick values for axes.

export interface Scale {
  readonly min: number;
  readonly max: number;
  /** From a value to a position between `from` and `to`. */
  at(value: number): number;
  /** From a position back to a value. */
  value(position: number): number;
}

export function linearScale(
  [min, max]: readonly [number, number],
  [from, to]: readonly [number, number],
): Scale {
  const span = max - min || 1;
  return {
    min,
    max,
    at: (value) => from + ((value - min) / span) * (to - from),
    value: (position) => min + ((position - from) / (to - from || 1)) * span,
  };
}

/** The round number (1, 2 or 5 times a power of ten) nearest above `raw`. */
export function niceStep(raw: number): number {
  if (!(raw > 0) || !Number.isFinite(raw)) return 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = raw / power;
  // A hair of tolerance: 0.3 / 0.1 is not quite 3.
  const round = [1, 2, 5].find((candidate) => factor <= candidate * 1.000_000_1) ?? 10;
  return round * power;
}

/** Multiples of the step as exactly as a double can hold them: 3 × 0.1 is 0.3. */
function multiple(n: number, step: number): number {
  const decimals = Math.max(0, -Math.floor(Math.log10(step)));
  return decimals > 0 && decimals <= 100 ? Number((n * step).toFixed(decimals)) : n * step;
}

/** Round values that lie inside the range, about `wanted` of them. */
export function niceTicks(min: number, max: number, wanted: number): readonly number[] {
  if (!Number.isFinite(min) || !Number.isFinite(max) || max < min) return [];
  if (min === max) return [min];
  const step = niceStep((max - min) / Math.max(1, wanted));
  const first = Math.ceil(min / step - 1e-9);
  const last = Math.floor(max / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => multiple(first + i, step));
}

/** The range widened to round ends, so that the outermost marks have a tick beyond them. */
export function niceRange(min: number, max: number, wanted: number): readonly [number, number] {
  if (!Number.isFinite(min) || !Number.isFinite(max)) return [0, 1];
  if (min === max) {
    if (min === 0) return [0, 1];
    return min > 0 ? [0, min] : [min, 0];
  }
  const step = niceStep((max - min) / Math.max(1, wanted));
  return [multiple(Math.floor(min / step + 1e-9), step), multiple(Math.ceil(max / step - 1e-9), step)];
}

/** Lengths must start at zero to be comparable; lines need not, but do where zero is near. */
export function valueRange(values: readonly number[], fromZero: boolean): readonly [number, number] {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  if (min > max) return [0, 1];
  const near = min >= 0 && min <= max * 0.5;
  if (fromZero || near) return [Math.min(0, min), Math.max(0, max)];
  return [min, max];
}
