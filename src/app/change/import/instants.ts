// Times of a file for columns of instants: without an offset, they are times of the time zone that the import names.
import type { ImportBody } from '../../../contract/import.ts';
import type { Column } from '../../../model/database.ts';
import { Cache } from '../../../query/cache.ts';
import type { SqlDialect } from '../../../query/dialect/sql.ts';
import { momentOf } from '../../../query/literals.ts';
import { instantOf, isZone, unknownZone, wallAt } from '../../../query/zones.ts';
import { invalidChange } from '../plan/invalid-change.ts';
import { truncated } from '../plan/plan.ts';
import { BadCell } from './bad-cell.ts';

export interface InstantContext {
  readonly dialect: SqlDialect;
  readonly column: Column;
  /** The zone of times without an offset; null if the import names none. */
  readonly timezone: string | null;
}

export function checkZone({ timezone }: ImportBody): void {
  if (timezone === undefined || isZone(timezone)) return;
  throw invalidChange(unknownZone(timezone), { pointer: '/timezone' });
}

/** The text as the engine shows the instant; texts in other notations are left to the engine. */
export function instantText(text: string, { dialect, column, timezone }: InstantContext): string {
  if (!dialect.isZoned(column)) return text;
  const moment = momentOf(text);
  if (moment === null || moment.date === null || moment.offsetMinutes !== null) return text;
  if (timezone === null) {
    if (dialect.changing.hidesOffsets) return text;
    throw new BadCell(
      `${truncated(JSON.stringify(text))} has no offset from UTC, which ${column.name} needs: name the time zone of such times.`,
    );
  }
  const [clock = '00:00:00', fraction] = moment.time?.split('.') ?? [];
  const wall = new Date(`${moment.date}T${clock}Z`);
  const offset = dayOffsets.get(null, `${timezone} ${moment.date}`, () =>
    dayOffset(moment.date ?? '', timezone),
  );
  const instant = offset === null ? instantOf(wall, timezone) : new Date(wall.getTime() - offset);
  // A day begins when it can.
  const isSkipped = offset === null && wallAt(instant, timezone).getTime() !== wall.getTime();
  if (isSkipped && moment.time !== null) {
    throw new BadCell(`${truncated(JSON.stringify(text))} is no time in ${timezone}: the clocks skipped it.`);
  }
  const seconds = instant.toISOString().replace(/\.\d+Z$/, '');
  const shownOffset = dialect.changing.hidesOffsets ? '' : '+00:00';
  return `${seconds}${fraction === undefined ? '' : `.${fraction}`}${shownOffset}`;
}

/** Finding an instant takes many times as long as reading a cell. */
const dayOffsets = new Cache<number | null>('day offsets');

/** By how many milliseconds a day's clocks are ahead of UTC; null if they change. */
function dayOffset(date: string, timezone: string): number | null {
  const [first, last] = ['00:00:00', '23:59:59'].map((time) => {
    const wall = new Date(`${date}T${time}Z`);
    return wall.getTime() - instantOf(wall, timezone).getTime();
  });
  return first === last ? (first ?? null) : null;
}
