// Dates and times that SQLite stores as text, in a form that sorts and compares as moments do.
import { type BucketName, bucketNames } from '../../../contract/buckets.ts';
import { type Moment, momentOf, wallClock } from '../../../query/literals.ts';
import { periodStart } from '../../../query/periods.ts';
import { instantOf, wallAt } from '../../../query/zones.ts';

/** A moment at midnight equals its day; longer texts of the same day sort after it. */
export function normalMoment(moment: Moment): string | null {
  if (moment.date === null) return moment.time;
  const clock = wallClock(moment);
  if (clock === null) return null;
  return clock.time === '00:00:00' ? clock.date : `${clock.date}T${clock.time}`;
}

/** A stored value that is not a moment stays as it is. */
export function momentValue(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const moment = momentOf(value);
  return (moment === null ? null : normalMoment(moment)) ?? value;
}

/** The start of the period containing a stored moment, in sortable form; other values stay as they are. */
export function bucketValue(value: unknown, bucket: unknown, zone: unknown): unknown {
  const start = bucketStart(value, bucket, zone);
  if (start === null) return value;
  return normalMoment({ ...start, offsetMinutes: null }) ?? value;
}

/** The same in the notation of the stored value: a day alone, or with the same separator before the time. */
export function bucketText(value: unknown, bucket: unknown, zone: unknown): unknown {
  const start = bucketStart(value, bucket, zone);
  if (start === null || typeof value !== 'string') return value;
  if (value.length <= 10 && bucket !== 'hour') return start.date;
  const suffix = start.zoned ? 'Z' : '';
  return `${start.date}${value.length > 10 ? value.charAt(10) : ' '}${start.time}${suffix}`;
}

const usualForm = /^(\d{4}-(?:0[1-9]|1[0-2]))-(0[1-9]|[12]\d|3[01])(?:[ T]([0-2]\d:[0-5]\d:[0-5]\d))?$/;

/** The engine's functions take 30 February for a day of this month, and for the weekday of 1 March. */
function startOfNoDay(value: unknown, bucket: BucketName) {
  const [, month, day, time = '00:00:00'] = (typeof value === 'string' && usualForm.exec(value)) || [];
  if (month === undefined) return null;
  const counted = new Date(`${month}-01T00:00:00Z`);
  counted.setUTCDate(Number(day));
  const date = bucket === 'week' ? counted.toISOString().slice(0, 10) : `${month}-${day}`;
  return { ...periodStart(date, time, bucket), zoned: false };
}

/** The period of a moment with an offset is determined on the zone's clock; its start is again an instant. */
function bucketStart(value: unknown, bucket: unknown, zone: unknown) {
  const moment = typeof value === 'string' ? momentOf(value) : null;
  const clock = moment === null ? null : wallClock(moment);
  const name = bucketNames.find((candidate) => candidate === bucket);
  if (name === undefined) return null;
  if (moment === null || clock === null) return startOfNoDay(value, name);
  if (moment.offsetMinutes === null) return { ...periodStart(clock.date, clock.time, name), zoned: false };
  const own = new Date(`${clock.date}T${clock.time}Z`);
  const wall = wallAt(own, String(zone));
  const shown = wall.toISOString();
  const start = periodStart(shown.slice(0, 10), shown.slice(11, 19), name);
  const begin = new Date(`${start.date}T${start.time}Z`);
  // An hour that occurs twice on a clock counts as two.
  const since = name === 'hour' ? new Date(own.getTime() - wall.getTime() + begin.getTime()) : null;
  const instant = (since ?? instantOf(begin, String(zone))).toISOString();
  return { date: instant.slice(0, 10), time: instant.slice(11, 19), zoned: true };
}
