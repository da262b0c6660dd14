// Medians and other quantiles of a list of numbers.

export function median(numbers: readonly number[]): number {
  const sorted = Float64Array.from(numbers).sort();
  const middle = sorted.subarray((sorted.length - 1) >> 1, (sorted.length >> 1) + 1);
  return middle.reduce((sum, number) => sum + number, 0) / middle.length;
}

/** The quantile: this share of the numbers is smaller. */
export function share(numbers: readonly number[], part: number): number {
  const sorted = Float64Array.from(numbers).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
