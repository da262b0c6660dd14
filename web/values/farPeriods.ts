// Periods before the first year or after 9999, as some engines have them, given by the text of their start.
import type { BucketName } from '../../src/contract/buckets.ts';
import {
  BEFORE_FIRST_YEAR,
  DAY_LENGTH,
  nextPeriod,
  parseInstant,
  parsePeriodStart,
  periodText,
  shownAt,
} from './periods.ts';
import { ownZone } from './zones.ts';

const START = /^(\d{4,6})(-.*)$/;
/** The calendar repeats after so many years, with the days of the week. */
const CYCLE = 400;

const years = (count: number) => String(count).padStart(4, '0');

/**
 * The first moment of the period and the first one after it, in the notation of its start. They are computed in other
 * years, in which the calendar and the clocks are the same.
 */
export function farPeriod(
  text: string,
  bucket: BucketName,
  zone: string = ownZone(),
): { readonly from: string; readonly before: string } | undefined {
  const [mark, bracket] = BEFORE_FIRST_YEAR.exec(text) ?? [];
  const [, shown = '', rest] = START.exec(text.replace(BEFORE_FIRST_YEAR, '')) ?? [];
  if (rest === undefined) return undefined;
  const year = mark === undefined ? Number(shown) : 1 - Number(shown);
  const cycles = Math.floor(year / CYCLE) - (year < 1 ? 1 : 9200 / CYCLE);
  const moved = `${years(year - cycles * CYCLE)}${rest}`;
  const start = parsePeriodStart(moved, bucket, zone);
  const instant = parseInstant(moved);
  if (start === undefined) return undefined;
  const back = (moment: string): string => {
    const own = Number(moment.slice(0, 4)) + cycles * CYCLE;
    const after = moment.slice(4);
    if (own > 0) return `${years(own)}${after}`;
    // DuckDB writes it after the day.
    return bracket
      ? `${years(1 - own)}${after.slice(0, 6)} (BC)${after.slice(6)}`
      : `${years(1 - own)}${after} BC`;
  };
  const ends = [start, nextPeriod(start, bucket)];
  // An hour that occurs twice counts as two.
  const instants =
    bucket === 'hour' && instant !== undefined ? [instant, instant + DAY_LENGTH / 24] : undefined;
  const [from = '', before = ''] = instants
    ? instants.map((one) => shownAt(one, 'UTC'))
    : ends.map((one) => (instant === undefined ? periodText(one, bucket) : shownAt(one, zone)));
  return { from: back(from), before: back(before) };
}
