// The arithmetic of wall clocks. Their times are milliseconds as if they were UTC.

const dayMillis = 86_400_000;

/**
 * The instant at which a clock shows this time: the first of two, and for a skipped time the instant of the skip.
 * `offsetAt`: by how much the clock is ahead of UTC at an instant.
 */
export function instantOfWall(wall: number, offsetAt: (instant: number) => number): number {
  const wallAt = (instant: number) => instant + offsetAt(instant);
  // No zone changes its clock twice within two days.
  const candidates = [wall - dayMillis, wall + dayMillis].map((near) => wall - offsetAt(near));
  const shown = candidates.filter((instant) => wallAt(instant) === wall);
  if (shown.length > 0) return Math.min(...shown);
  let [before, after] = [Math.min(...candidates), Math.max(...candidates)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (wallAt(middle) < wall) before = middle;
    else after = middle;
  }
  return after;
}
