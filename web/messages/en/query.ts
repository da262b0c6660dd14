// The words that describe queries.
import type { BucketName } from '../../../src/contract/buckets.ts';
import type { SummaryName } from '../../../src/contract/summaries.ts';
import type { MovingPeriod, Period } from '../../query/filters/relative.ts';
import type { TimePart } from '../../values/timeParts.ts';
import { count, plural } from '../format.ts';

const summaries: Record<SummaryName, string> = {
  count: 'Count',
  count_distinct: 'Distinct count',
  sum: 'Sum',
  avg: 'Average',
  min: 'Minimum',
  max: 'Maximum',
};

/** Synonyms for searching. */
const alsoCalled: Record<SummaryName, readonly string[]> = {
  count: ['number'],
  count_distinct: ['different', 'unique', 'number'],
  sum: ['add'],
  avg: ['avg', 'mean'],
  min: ['smallest', 'lowest', 'earliest', 'first'],
  max: ['largest', 'highest', 'latest', 'last'],
};

/** For dates and times. */
const ends = { min: 'Earliest', max: 'Latest' };

const buckets: Record<BucketName, string> = {
  year: 'year',
  quarter: 'quarter',
  month: 'month',
  week: 'week',
  day: 'day',
  hour: 'hour',
};

const parts: Record<TimePart, string> = {
  weekday: 'day of the week',
  hour: 'hour of the day',
  day: 'day of the month',
  month: 'month of the year',
  quarter: 'quarter of the year',
};

function period({ toNow, ...rest }: MovingPeriod): string {
  return toNow ? `${wholePeriod(rest)} up to now` : wholePeriod(rest);
}

function wholePeriod({ kind, count, unit }: MovingPeriod): string {
  if (unit === 'day' && count === 1)
    return { last: 'today', this: 'today', previous: 'yesterday', next: 'tomorrow' }[kind];
  const units = (n: number) => (n === 1 ? unit : plural(n, unit, `${unit}s`));
  if (kind === 'last') return `the last ${plural(count, unit, `${unit}s`)}`;
  if (kind === 'previous' || kind === 'next') return `the ${kind} ${units(count)}`;
  return count === 1 ? `this ${unit}` : `this ${unit} and the next ${units(count - 1)}`;
}

export const query = {
  summaries,
  alsoCalled,
  buckets,
  parts,
  measure: (summary: SummaryName, field: string, isMoment = false) =>
    isMoment && (summary === 'min' || summary === 'max')
      ? `${ends[summary]} ${field}`
      : `${summaries[summary]} of ${field}`,
  all: 'all',
  ofOne: (field: string, end: 'latest' | 'earliest', thing: string) => `${field} of the ${end} ${thing}`,
  spread: (unit: 'year' | 'month' | 'day', field: string) => `Different ${unit}s of ${field}`,
  countOf: (thing: string) => `Count of ${thing}`,
  bucketed: (field: string, bucket: BucketName) => `${field} (${buckets[bucket]})`,
  partOf: (field: string, part: TimePart) => `${field} (${parts[part]})`,
  period,
  isIn: (one: Period, isNot: boolean) => {
    const is = isNot ? 'is not' : 'is';
    const isLong = one.kind === 'fixed' ? one.last !== undefined : one.count > 1;
    if (one.unit !== 'day' || isLong) return `${is} in`;
    return one.kind === 'fixed' ? `${is} on` : is;
  },
  and: 'and',
  or: 'or',
  noneOf: 'none of',
  eachKnown: 'each with a value',
  has: 'there is at least one',
  hasNo: 'there is no',
  whose: 'whose',
  sameOrAnother: 'the same or another one',
  onlyTheseCount: 'only these count',
  countingOnly: 'counting only those whose',
  countingThese: 'counting only these',
  with: 'with',
  onlyOf: 'only of those whose',
  anyText: 'any text contains',
  from: 'from',
  by: 'by',
  showing: (roots: number) => (roots > 1 ? 'showing' : 'with'),
  where: 'where',
  having: 'of which only those whose',
  topOf: (n: number) => `the top ${count(n)} by`,
  bottom: (n: number) => `the bottom ${count(n)} by`,
  forEach: 'for each',
  nulls: { first: 'empty ones first', last: 'empty ones last' },
  withTotals: 'with the',
  ofAllRows: 'of all rows',
  onClock: 'in the time zone',
  sortedBy: 'sorted by',
  thenBy: 'then',
  descending: 'descending',
  combinedWith: 'combined with',
  ofUser: 'the user’s',
  anything: 'anything',
  toFillIn: 'to be filled in',
  nothingYet: 'Choose an entity to begin.',
  quoted: (text: string) => `“${text}”`,
  /** A record's key, followed by its name. */
  keyOf: (key: string, name: string) => `${key} (${name})`,
  moreFields: (n: number) => plural(n, 'more field', 'more fields'),
};
