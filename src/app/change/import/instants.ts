// Times of a file for columns of instants: without an offset, they are times of the time zone that the import names.
import type { ImportBody } from '../../../contract/import.ts';
import type { Column } from '../../../model/database.ts';
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
  const instant = instantOf(wall, timezone);
  // A day begins when it can.
  if (moment.time !== null && wallAt(instant, timezone).getTime() !== wall.getTime()) {
    throw new BadCell(`${truncated(JSON.stringify(text))} is no time in ${timezone}: the clocks skipped it.`);
  }
  const seconds = instant.toISOString().replace(/\.\d+Z$/, '');
  const offset = dialect.changing.hidesOffsets ? '' : '+00:00';
  return `${seconds}${fraction === undefined ? '' : `.${fraction}`}${offset}`;
}
