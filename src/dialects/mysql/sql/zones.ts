// Clocks of time zones in the SQL of MySQL and MariaDB, which know zone names only if somebody has loaded them.
import { type RawBuilder, sql } from 'kysely';
import { type Clock, type ClockChange, clockOf } from '../../../query/clock-changes.ts';
import type { Value } from '../../../query/dialect/sql.ts';

/** The offset from UTC in seconds, looked up by a number of seconds and the times of changes. */
function offset(
  { first, changes }: Clock,
  seconds: Value,
  at: (change: ClockChange) => number,
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
  const bound = ({ at, before, after }: ClockChange) => at + Math.max(before, after);
  return sql`(${wall} - interval ${offset(clockOf(zone), seconds, bound)} second)`;
}
