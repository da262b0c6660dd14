// People state instants in their own time zone, as shown to them; stored and sent filters contain instants.
import { instantText, parseInstant, parseMoment } from '../../values/periods.ts';
import { instantOf, ownZone } from '../../values/zones.ts';
import type { Literal } from '../document.ts';
import { parsePeriod, periodToken } from './relative.ts';

const WALL_TIME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::(\d\d))?)?$/;

/** A period or timestamp for comparison with instants. */
export function toInstant(value: Literal): Literal {
  const period = parsePeriod(value);
  if (period) return periodToken({ ...period, isOfInstants: true });
  const seconds = typeof value === 'string' ? WALL_TIME.exec(value) : null;
  const wall = typeof value === 'string' && seconds ? parseMoment(value) : undefined;
  if (wall === undefined) return value;
  return instantText(instantOf(wall, ownZone()) + Number(seconds?.[1] ?? 0) * 1000);
}

/** The inverse, for display. */
export function fromInstant(kept: Literal): Literal {
  const period = parsePeriod(kept);
  if (period) {
    const { isOfInstants: _, ...said } = period;
    return periodToken(said);
  }
  const instant = typeof kept === 'string' && /:\d\d:(\d\d)Z$/.exec(kept);
  const wall =
    typeof kept === 'string' && instant && parseInstant(kept) !== undefined ? parseMoment(kept) : undefined;
  return wall === undefined || !instant ? kept : `${new Date(wall).toISOString().slice(0, 16)}:${instant[1]}`;
}
