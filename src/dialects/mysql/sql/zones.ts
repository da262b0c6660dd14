// Clocks of time zones in the SQL of MySQL and MariaDB, which know zone names only if somebody has loaded them.
import { type RawBuilder, sql } from 'kysely';
import { Cache } from '../../../query/cache.ts';
import type { Value } from '../../../query/dialect/sql.ts';
import { offsetAt } from '../../../query/zones.ts';

/** A change of a zone's clocks: the time, and the offsets from UTC before and after, in seconds. */
interface Change {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

interface Clock {
  /** The offset from UTC at the beginning. */
  readonly first: number;
  readonly changes: readonly Change[];
}

/** The range of a TIMESTAMP, in seconds. */
const begin = 0;
const end = 2 ** 32;
/** No zone changes its clocks back and forth within this many seconds; the shortest interval is for Ramadan. */
const step = 21 * 86_400;
const quarterHour = 900;

const clocks = new Cache<Clock>('mysql clocks');

function clockOf(zone: string): Clock {
  return clocks.get(null, zone, () => findClock(zone));
}

function findClock(zone: string): Clock {
  const secondsAt = (seconds: number) => offsetAt(new Date(seconds * 1_000), zone) / 1_000;
  const first = secondsAt(begin);
  const changes: Change[] = [];
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

/** The offset from UTC in seconds, looked up by a number of seconds and the times of changes. */
function offset(
  { first, changes }: Clock,
  seconds: Value,
  at: (change: Change) => number,
): RawBuilder<unknown> {
  if (changes.length === 0) return sql.raw(String(first));
  const bounds = sql.raw(changes.map(at).join(','));
  const offsets = sql.raw([first, ...changes.map(({ after }) => after)].join(','));
  return sql`(elt(interval(${seconds}, ${bounds}) + 1, ${offsets}) + 0)`;
}

/** Whether values of a type are instants, which our sessions show in UTC. */
export function isInstant({ nativeType }: { readonly nativeType: string }): boolean {
  return /^timestamp\b/i.test(nativeType);
}

/** The time on the zone's clock at an instant. */
export function onClock(instant: Value, zone: string): Value {
  const clock = clockOf(zone);
  if (clock.changes.length === 0 && clock.first === 0) return instant;
  return sql`(${instant} + interval ${offset(clock, sql`unix_timestamp(${instant})`, ({ at }) => at)} second)`;
}

/** The first instant at which the zone's clock shows a time; for a skipped time, an instant soon after. */
export function instantOf(wall: Value, zone: string): Value {
  const seconds = sql`timestampdiff(second, '1970-01-01', ${wall})`;
  const bound = ({ at, before, after }: Change) => at + Math.max(before, after);
  return sql`(${wall} - interval ${offset(clockOf(zone), seconds, bound)} second)`;
}
