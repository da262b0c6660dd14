// Wall clock times of time zones. They are represented as milliseconds, as if they were UTC, so that nothing shifts.
import type { EngineName } from '../../src/contract/engines.ts';
import { instantOfWall } from '../../src/contract/wall-clock.ts';
import { onDemand } from '../messages/format.ts';

const zoneOfBrowser = onDemand(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);

let zoneSettings = { engine: 'sqlite' as EngineName, zone: zoneOfBrowser };

/**
 * MariaDB and MySQL return instants in UTC without an offset, which look the same as wall clock times. For such a
 * database the page takes all timestamps as they are shown.
 */
export function configureZones(engine: EngineName, zone: () => string = zoneOfBrowser): void {
  zoneSettings = { engine, zone };
}

/** The zone in which instants are shown and entered. */
export function ownZone(): string {
  return zoneSettings.engine === 'mysql' ? 'UTC' : zoneSettings.zone();
}

/** The names of all zones, the own one included. */
export function zoneNames(): readonly string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ownZone()])].toSorted();
}

/** The zone of today's date and the current hour; undefined if only the service knows it. */
export function zoneOfNow(): string | undefined {
  return zoneSettings.engine === 'mysql' ? undefined : zoneSettings.zone();
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  clocks.set(zone, made);
  return made;
}

/** The UTC offset of the zone at an instant. */
function offsetAt(instant: number, zone: string): number {
  const written = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(clockOf(zone).format(instant));
  const [, sign, hours = 0, minutes = 0, seconds = 0] = written ?? [];
  const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -size : size;
}

/** The wall clock time in the zone at an instant. */
export function wallTimeAt(instant: number, zone: string): number {
  return instant + offsetAt(instant, zone);
}

/** The instant at which the clock shows this time: the first of two, and for a skipped time the instant of the skip. */
export function instantOf(wall: number, zone: string): number {
  return instantOfWall(wall, (instant) => offsetAt(instant, zone));
}
