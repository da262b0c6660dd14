// Dates and times that SQLite stores as text, in one form that sorts and compares as moments do.
import { bucketNames } from '../../../contract/buckets.ts';
import { type Moment, momentOf, wallClock } from '../../../query/literals.ts';
import { periodStart } from '../../../query/periods.ts';
import { instantOf, wallAt } from '../../../query/zones.ts';

/** A moment at midnight is its day; a longer text of the same day sorts after it. */
export function normalMoment(moment: Moment): string | null {
  if (moment.date === null) return moment.time;
  const clock = wallClock(moment);
  if (clock === null) return null;
  return clock.time === '00:00:00' ? clock.date : `${clock.date}T${clock.time}`;
}

/** What is stored and is no moment stays as it is. */
export function momentValue(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const moment = momentOf(value);
  return (moment === null ? null : normalMoment(moment)) ?? value;
}

/** The start of the period that a stored moment lies in, in the form that sorts; what is no moment stays. */
export function bucketValue(value: unknown, bucket: unknown, zone: unknown): unknown {
  const start = bucketStart(value, bucket, zone);
  if (start === null) return value;
  return normalMoment({ ...start, offsetMinutes: null }) ?? value;
}

/** The same as it would be stored beside the value: a day alone, or with the same sign before the time. */
export function bucketText(value: unknown, bucket: unknown, zone: unknown): unknown {
  const start = bucketStart(value, bucket, zone);
  if (start === null || typeof value !== 'string') return value;
  if (value.length <= 10 && bucket !== 'hour') return start.date;
  const suffix = start.zoned ? 'Z' : '';
  return `${start.date}${value.length > 10 ? value.charAt(10) : ' '}${start.time}${suffix}`;
}

/** A moment with an offset has its period on a clock of the zone; when that begins is an instant again. */
function bucketStart(value: unknown, bucket: unknown, zone: unknown) {
  const moment = typeof value === 'string' ? momentOf(value) : null;
  const clock = moment === null ? null : wallClock(moment);
  const name = bucketNames.find((candidate) => candidate === bucket);
  if (moment === null || clock === null || name === undefined) return null;
  if (moment.offsetMinutes === null) return { ...periodStart(clock.date, clock.time, name), zoned: false };
  const own = new Date(`${clock.date}T${clock.time}Z`);
  const wall = wallAt(own, String(zone));
  const shown = wall.toISOString();
  const start = periodStart(shown.slice(0, 10), shown.slice(11, 19), name);
  const begin = new Date(`${start.date}T${start.time}Z`);
  // An hour that a clock shows twice is two.
  const since = name === 'hour' ? new Date(own.getTime() - wall.getTime() + begin.getTime()) : null;
  const instant = (since ?? instantOf(begin, String(zone))).toISOString();
  return { date: instant.slice(0, 10), time: instant.slice(11, 19), zoned: true };
}
