// Wall clocks: what a clock in a time zone shows at an instant, and at which instant it shows a time.
import { Cache } from './cache.ts';

let own: string | undefined;

/** The zone of the service's process, which stays what it is. To ask for it takes as long as to plan a query. */
export function ownZone(): string {
  own ??= new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return own;
}

/** Whether it is an IANA name; an offset such as +01:00 is none. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** To make one takes much longer than to use it. */
const formats = new Cache<Intl.DateTimeFormat>('clock formats');

function formatFor(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
}

/** A wall clock's time is a Date whose parts in UTC are what the clock shows. */
export function wallAt(instant: Date, zone: string): Date {
  const parts = formats.get(null, zone, () => formatFor(zone)).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((candidate) => candidate.type === type)?.value ?? 0);
  const wall = new Date(0);
  wall.setUTCFullYear(part('year'), part('month') - 1, part('day'));
  wall.setUTCHours(part('hour'), part('minute'), part('second'), instant.getUTCMilliseconds());
  return wall;
}

/** The instant at which the clock shows the time; of a time that it skips, the instant of the skip or soon after. */
export function instantOf(wall: Date, zone: string): Date {
  const offsetAt = (instant: Date) => wallAt(instant, zone).getTime() - instant.getTime();
  const guess = new Date(wall.getTime() - offsetAt(wall));
  return new Date(wall.getTime() - offsetAt(guess));
}
