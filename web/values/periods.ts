// Periods of time, given by their start: their ends and their names.
//
// Timestamps without a zone are wall clock times. They are read as if they were UTC, so that nothing shifts. Periods of
// instants begin by the clock of a zone: 2023-12-31T23:00Z is the beginning of January in Vienna.
import { type BucketName, bucketNames } from '../../src/contract/buckets.ts';
import { dateFormat, onDemand } from '../messages/format.ts';
import { instantOf, ownZone, wallTimeAt } from './zones.ts';

export const DAY_LENGTH = 86_400_000;

export const periodLengths: Record<BucketName, number> = {
  year: 365.25 * DAY_LENGTH,
  quarter: 91.3 * DAY_LENGTH,
  month: 30.44 * DAY_LENGTH,
  week: 7 * DAY_LENGTH,
  day: DAY_LENGTH,
  hour: DAY_LENGTH / 24,
};

/** With more points a line becomes unreadable. */
const MAX_POINTS = 120;

const MOMENT = /^(\d{4})-(\d\d)(?:-(\d\d))?(?:[T ](\d\d)(?::?(\d\d)(?::?(\d\d))?)?)?/;
/** At the end, or in DuckDB after the day. */
export const BEFORE_FIRST_YEAR = / (\(?)BC\)?(?= |$)/;
const OFFSET = /[T ]\d\d:.*?(?:Z|([+-])(\d\d):?(\d\d)?)$/;

/**
 * The wall clock time in the text; undefined if there is none. Of the years before the first only the last one has a
 * time here: while clocks in one part of the world show it, others show the first.
 */
function parseShown(text: string): number | undefined {
  const plain = text.replace(BEFORE_FIRST_YEAR, '');
  const parts = MOMENT.exec(plain);
  if (!parts) return undefined;
  const [, shownYear = '', month = '', day = '01', hour = '00', minute = '00', second = '00'] = parts;
  const isBeforeFirst = plain !== text;
  if (isBeforeFirst && shownYear !== '0001') return undefined;
  const year = isBeforeFirst ? '0000' : shownYear;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  // Date accepts 30 February, and takes it for 1 March.
  const exists = !Number.isNaN(time) && new Date(time).getUTCDate() === Number(day);
  return exists ? time : undefined;
}

/** The instant in the text; undefined if it is only a wall clock time. */
export function parseInstant(text: string): number | undefined {
  const [shown, offset] = [parseShown(text), OFFSET.exec(text.replace(BEFORE_FIRST_YEAR, ''))];
  if (shown === undefined || !offset) return undefined;
  const [, sign, hours = 0, minutes = 0] = offset;
  const size = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === '-' ? shown + size : shown - size;
}

/** The wall clock time in the text in milliseconds, undefined if there is none. An instant is converted to the zone. */
export function parseMoment(text: string, zone: string = ownZone()): number | undefined {
  const instant = parseInstant(text);
  return instant === undefined ? parseShown(text) : wallTimeAt(instant, zone);
}

/**
 * The start of the period that begins at the moment in the text, on the zone's clock. If clocks skip midnight, the
 * service gives the instant of the skip, which they show as a later time.
 */
export function parsePeriodStart(text: string, bucket: BucketName, zone?: string): number | undefined {
  const moment = parseMoment(text, zone);
  const start = moment === undefined ? undefined : startOfPeriod(moment, bucket);
  const first = parseInstant(text) === undefined ? bounds.first : bounds.yearBefore;
  return start !== undefined && start >= first ? start : undefined;
}

/** An instant in the service's notation. */
export function instantText(instant: number): string {
  const text = new Date(instant).toISOString().replace(/^\+0*/, '');
  return `${text.slice(0, text.indexOf('.'))}Z`;
}

/** Engines have no common notation for moments outside of these. */
const FIRST_MOMENT = '0001-01-01T00:00:00';
const LAST_MOMENT = '9999-12-31T23:59:59.999999';

/** Whether the period ends with the last moment that has a notation, and not before the start of another period. */
export function isLastMoment(end: string): boolean {
  return end.startsWith(LAST_MOMENT);
}

/** The comparison of a period's moments with its end. */
export function endOperator(end: string): 'LT' | 'LTE' {
  return isLastMoment(end) ? 'LTE' : 'LT';
}

const bounds = {
  yearBefore: Date.parse('0000-01-01T00:00:00Z'),
  first: Date.parse(`${FIRST_MOMENT}Z`),
  last: Date.parse(`${LAST_MOMENT}Z`),
};

/** The instant at which a period begins or ends, in the service's notation. */
export function boundText(instant: number): string {
  if (instant > bounds.last) return `${LAST_MOMENT}Z`;
  return instantText(Math.max(instant, bounds.first));
}

/** The same, from the clock of a zone. */
export function shownAt(wall: number, zone: string): string {
  return boundText(instantOf(wall, zone));
}

/** Unlike Date.UTC, with all years: it takes the first hundred for those of the 20th century. */
function utcDay(year: number, month: number): number {
  return new Date(0).setUTCFullYear(year, month, 1);
}

/** The start of the period that contains the wall clock time. */
export function startOfPeriod(wall: number, bucket: BucketName): number {
  const date = new Date(wall);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const day = Math.floor(wall / DAY_LENGTH) * DAY_LENGTH;
  switch (bucket) {
    case 'year':
      return utcDay(year, 0);
    case 'quarter':
      return utcDay(year, month - (month % 3));
    case 'month':
      return utcDay(year, month);
    case 'week':
      return day - ((date.getUTCDay() + 6) % 7) * DAY_LENGTH;
    case 'day':
      return day;
    case 'hour':
      return Math.floor(wall / (DAY_LENGTH / 24)) * (DAY_LENGTH / 24);
  }
}

export function nextPeriod(start: number, bucket: BucketName): number {
  const date = new Date(start);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  switch (bucket) {
    case 'year':
      return utcDay(year + 1, 0);
    case 'quarter':
      return utcDay(year, Math.floor(month / 3) * 3 + 3);
    case 'month':
      return utcDay(year, month + 1);
    case 'week':
      return start + 7 * DAY_LENGTH;
    case 'day':
      return start + DAY_LENGTH;
    case 'hour':
      return start + DAY_LENGTH / 24;
  }
}

/** The finest period that still gives a readable line. */
export function fittingBucket(from: number, to: number, finest: BucketName): BucketName {
  const span = Math.max(0, to - from);
  const allowed = bucketNames.slice(0, bucketNames.indexOf(finest) + 1);
  return allowed.findLast((bucket) => span / periodLengths[bucket] <= MAX_POINTS) ?? 'year';
}

/** Every period from the first to the last, including those without data. */
export function allPeriods(first: number, last: number, bucket: BucketName, most: number): readonly number[] {
  const starts: number[] = [];
  for (let start = first; start <= last; start = nextPeriod(start, bucket)) {
    starts.push(start);
    if (starts.length > most) return [];
  }
  return starts;
}

/** The timestamp in the service's notation, without a time of day for periods of whole days. */
export function periodText(time: number, bucket: BucketName): string {
  if (time > bounds.last) return LAST_MOMENT;
  const iso = new Date(time).toISOString();
  return bucket === 'hour' ? iso.slice(0, 19) : iso.slice(0, 10);
}

const utc = { timeZone: 'UTC' } as const;
const names = {
  year: onDemand(() => dateFormat({ ...utc, year: 'numeric' })),
  month: onDemand(() => dateFormat({ ...utc, year: 'numeric', month: 'short' })),
  day: onDemand(() => dateFormat({ ...utc, year: 'numeric', month: 'short', day: 'numeric' })),
  hour: onDemand(() =>
    dateFormat({
      ...utc,
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    }),
  ),
};

export function periodName(start: number, bucket: BucketName): string {
  const date = new Date(start);
  if (bucket === 'quarter') return `Q${Math.floor(date.getUTCMonth() / 3) + 1} ${names.year().format(date)}`;
  return names[bucket === 'week' ? 'day' : bucket]().format(date);
}
