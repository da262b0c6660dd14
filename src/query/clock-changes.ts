// When the clocks of a time zone change, for engines that cannot be asked or that pick the wrong one of two instants.
import { Cache } from './cache.ts';
import { offsetAt } from './zones.ts';

/** A change of a zone's clocks: the time, and the offsets from UTC before and after, in seconds. */
export interface ClockChange {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

export interface Clock {
  /** The offset from UTC at the beginning. */
  readonly first: number;
  readonly changes: readonly ClockChange[];
}

/** The range of MySQL's TIMESTAMP, in seconds. */
const begin = 0;
const end = 2 ** 32;
/** No zone changes its clocks back and forth within this many seconds; the shortest interval is for Ramadan. */
const step = 21 * 86_400;
const quarterHour = 900;
const day = 86_400;

const clocks = new Cache<Clock>('clock changes');

export function clockOf(zone: string): Clock {
  return clocks.get(null, zone, () => findClock(zone));
}

function findClock(zone: string): Clock {
  const secondsAt = (seconds: number) => offsetAt(new Date(seconds * 1_000), zone) / 1_000;
  const first = secondsAt(begin);
  const changes: ClockChange[] = [];
  let before = first;
  for (let from = begin; from < end; from += step) {
    const after = secondsAt(from + step);
    if (after === before) continue;
    const isLater = (seconds: number) => secondsAt(seconds) !== before;
    const within = firstOf(from, from + step, quarterHour, isLater);
    // Nearly all changes happen on a quarter of an hour.
    const at = isLater(within - 1) ? firstOf(within - quarterHour, within, 1, isLater) : within;
    changes.push({ at, before, after: secondsAt(at) });
    before = after;
  }
  return { first, changes };
}

/** The end of the first step after `low` for which `isLater` holds; it holds for `high`. */
function firstOf(low: number, high: number, size: number, isLater: (seconds: number) => boolean): number {
  if (high - low <= size) return high;
  const middle = low + Math.floor((high - low) / size / 2) * size;
  return isLater(middle) ? firstOf(low, middle, size, isLater) : firstOf(middle, high, size, isLater);
}

/** By how many seconds the zone's clocks are set back to midnight or across it, so that it occurs twice: mostly never. */
export function repeatedMidnights(zone: string): readonly number[] {
  const repeating = clockOf(zone).changes.filter(({ at, before, after }) => {
    const midnight = Math.ceil((at + after) / day) * day;
    return midnight < at + before;
  });
  return [...new Set(repeating.map(({ before, after }) => before - after))];
}
