// Medians and other shares of a list of numbers.

export function median(numbers: readonly number[]): number {
  return share(numbers, 0.5);
}

/** The number below which so much of the list lies. */
export function share(numbers: readonly number[], part: number): number {
  const sorted = Float64Array.from(numbers).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
