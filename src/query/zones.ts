// Wall clocks: what a clock in a time zone shows at an instant, and at which instant it shows a time.
import { instantOfWall } from '../contract/wall-clock.ts';
import { Cache } from './cache.ts';

let cachedZone: string | undefined;

/** The time zone of this process, which never changes. Looking it up takes as long as planning a query. */
export function ownZone(): string {
  cachedZone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return cachedZone;
}

/** Whether this is an IANA name; an offset such as +01:00 is not. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** What to tell a person about a name that `isZone` denies. */
export function unknownZone(name: string): string {
  return `"${name}" is no time zone: give an IANA name such as Europe/Vienna.`;
}

/** Creating a format takes much longer than using it. */
const formats = new Cache<Intl.DateTimeFormat>('clock formats');

/** Formatting only the offset takes a tenth of the time of formatting all parts. */
function formatFor(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
}

/** The offset of the zone from UTC at an instant, in milliseconds. */
export function offsetAt(instant: Date, zone: string): number {
  const text = formats.get(null, zone, () => formatFor(zone)).format(instant);
  const written = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text);
  if (written === null) throw new Error(`an offset was expected, and not ${text}`);
  const [, sign, hours = 0, minutes = 0, seconds = 0] = written;
  const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return (sign === '-' ? -size : size) * 1_000;
}

/** A wall clock's time is a Date whose UTC parts are what the clock shows. */
export function wallAt(instant: Date, zone: string): Date {
  return new Date(instant.getTime() + offsetAt(instant, zone));
}

/** The instant at which the clock shows this time: the first of two, and for a skipped time the instant of the skip. */
export function instantOf(wall: Date, zone: string): Date {
  return new Date(instantOfWall(wall.getTime(), (instant) => offsetAt(new Date(instant), zone)));
}
