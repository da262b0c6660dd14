// Wall clocks of time zones. What a clock shows is a number of milliseconds as if it stood in UTC, so that nothing shifts.
import type { EngineName } from '../../src/contract/engines.ts';
import { onDemand } from '../messages/format.ts';

const zoneOfBrowser = onDemand(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);

let here = { engine: 'sqlite' as EngineName, zone: zoneOfBrowser };

/**
 * MariaDB and MySQL show their instants on the clock of UTC and without an offset, so that no text tells them from what a clock
 * showed somewhere. Of such a database the page takes all moments as they are shown.
 */
export function readMomentsOf(engine: EngineName, zone: () => string = zoneOfBrowser): void {
  here = { engine, zone };
}

/** The zone on whose clock instants are shown, and asked for. */
export function ownZone(): string {
  return here.engine === 'mysql' ? 'UTC' : here.zone();
}

/** The zone in which it is some day and some hour right now; undefined where only the service can tell. */
export function zoneOfNow(): string | undefined {
  return here.engine === 'mysql' ? undefined : here.zone();
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  clocks.set(zone, made);
  return made;
}

/** How far a clock in the zone is from UTC at an instant. */
function offsetAt(instant: number, zone: string): number {
  const written = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(clockOf(zone).format(instant));
  const [, sign, hours = 0, minutes = 0, seconds = 0] = written ?? [];
  const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -size : size;
}

/** What a clock in the zone shows at an instant. */
export function wallAt(instant: number, zone: string): number {
  return instant + offsetAt(instant, zone);
}

/** The instant at which a clock in the zone shows this. */
export function instantOf(wall: number, zone: string): number {
  const guess = wall - offsetAt(wall, zone);
  return wall - offsetAt(guess, zone);
}
