// People state instants in their own time zone, as shown to them; stored and sent filters contain instants.
import { instantText, parseInstant, parseMoment } from '../../values/periods.ts';
import { instantOf, ownZone } from '../../values/zones.ts';
import type { Literal } from '../document.ts';
import { parsePeriod, periodToken } from './relative.ts';

const WALL_TIME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?$/;

const INSTANT = /:\d\d:\d\dZ$/;

/** A period or timestamp for comparison with instants. */
export function toInstant(value: Literal): Literal {
  const period = parsePeriod(value);
  if (period) return periodToken({ ...period, isOfInstants: true });
  const wall = typeof value === 'string' && WALL_TIME.test(value) ? parseMoment(value) : undefined;
  return wall === undefined ? value : instantText(instantOf(wall, ownZone()));
}

/** The inverse, for display. */
export function fromInstant(kept: Literal): Literal {
  const period = parsePeriod(kept);
  if (period) {
    const { isOfInstants: _, ...said } = period;
    return periodToken(said);
  }
  const wall =
    typeof kept === 'string' && INSTANT.test(kept) && parseInstant(kept) !== undefined
      ? parseMoment(kept)
      : undefined;
  return wall === undefined ? kept : new Date(wall).toISOString().slice(0, 19);
}
