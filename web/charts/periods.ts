// Periods of time: from the start the service gives to its end, its name, and the axis they stand on.
//
// Moments without a zone are wall clocks. They are read as if they were UTC, so that nothing shifts.
import { onDemand } from '../messages/format.ts';
import { type Bucket, buckets } from '../query/document.ts';

const DAY = 86_400_000;

const lengths: Record<Bucket, number> = {
  year: 365.25 * DAY,
  quarter: 91.3 * DAY,
  month: 30.44 * DAY,
  week: 7 * DAY,
  day: DAY,
  hour: DAY / 24,
};

/** More points than this are a texture, not a line. */
const MOST_POINTS = 120;

const MOMENT = /^(\d{4})-(\d\d)(?:-(\d\d))?(?:[T ](\d\d)(?::?(\d\d))?)?/;

/** Milliseconds of the wall clock that the text shows, or undefined where it shows none. */
export function parseMoment(text: string): number | undefined {
  const parts = MOMENT.exec(text);
  if (!parts) return undefined;
  const [, year = '', month = '', day = '01', hour = '00', minute = '00'] = parts;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  return Number.isNaN(time) ? undefined : time;
}

export function nextPeriod(start: number, bucket: Bucket): number {
  const date = new Date(start);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  switch (bucket) {
    case 'year':
      return Date.UTC(year + 1, 0, 1);
    case 'quarter':
      return Date.UTC(year, Math.floor(month / 3) * 3 + 3, 1);
    case 'month':
      return Date.UTC(year, month + 1, 1);
    case 'week':
      return start + 7 * DAY;
    case 'day':
      return start + DAY;
    case 'hour':
      return start + DAY / 24;
  }
}

/** The finest period that still gives a line one can read. */
export function fittingBucket(from: number, to: number, finest: Bucket): Bucket {
  const span = Math.max(0, to - from);
  const allowed = buckets.slice(0, buckets.indexOf(finest) + 1);
  return allowed.findLast((bucket) => span / lengths[bucket] <= MOST_POINTS) ?? 'year';
}

/** Every period from the first to the last, also those that the data has nothing for. */
export function allPeriods(first: number, last: number, bucket: Bucket, most: number): readonly number[] {
  const starts: number[] = [];
  for (let start = first; start <= last; start = nextPeriod(start, bucket)) {
    starts.push(start);
    if (starts.length > most) return [];
  }
  return starts;
}

/** The moment as the service reads it, without a time of day where periods are whole days. */
export function momentText(time: number, bucket: Bucket): string {
  const iso = new Date(time).toISOString();
  return bucket === 'hour' ? iso.slice(0, 19) : iso.slice(0, 10);
}

const utc = { timeZone: 'UTC' } as const;
const names = {
  year: onDemand(() => new Intl.DateTimeFormat(undefined, { ...utc, year: 'numeric' })),
  month: onDemand(() => new Intl.DateTimeFormat(undefined, { ...utc, year: 'numeric', month: 'short' })),
  day: onDemand(
    () => new Intl.DateTimeFormat(undefined, { ...utc, year: 'numeric', month: 'short', day: 'numeric' }),
  ),
  hour: onDemand(
    () =>
      new Intl.DateTimeFormat(undefined, {
        ...utc,
        year: 'numeric',
        month: 'short',
        day: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
      }),
  ),
};

export function periodName(start: number, bucket: Bucket): string {
  const date = new Date(start);
  if (bucket === 'quarter') return `Q${Math.floor(date.getUTCMonth() / 3) + 1} ${names.year().format(date)}`;
  return names[bucket === 'week' ? 'day' : bucket]().format(date);
}

interface TimeTick {
  readonly at: number;
  readonly label: string;
}

const steps: readonly { readonly unit: 'year' | 'month' | 'day' | 'hour'; readonly every: number }[] = [
  ...[1, 3, 6, 12].map((every) => ({ unit: 'hour' as const, every })),
  ...[1, 2, 7].map((every) => ({ unit: 'day' as const, every })),
  ...[1, 3, 6].map((every) => ({ unit: 'month' as const, every })),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map((every) => ({ unit: 'year' as const, every })),
];

const shortDay = onDemand(
  () => new Intl.DateTimeFormat(undefined, { ...utc, month: 'short', day: 'numeric' }),
);
const shortHour = onDemand(
  () => new Intl.DateTimeFormat(undefined, { ...utc, hour: '2-digit', minute: '2-digit' }),
);

function tickLabel(time: number, unit: 'year' | 'month' | 'day' | 'hour'): string {
  const date = new Date(time);
  if (unit === 'hour') return (date.getUTCHours() === 0 ? shortDay : shortHour)().format(date);
  if (unit === 'day') return shortDay().format(date);
  return names[unit]().format(date);
}

function firstTick(from: number, unit: 'year' | 'month' | 'day' | 'hour', every: number): number {
  const date = new Date(from);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (unit === 'year') return Date.UTC(Math.floor(year / every) * every, 0, 1);
  if (unit === 'month') return Date.UTC(year, Math.floor(month / every) * every, 1);
  const size = unit === 'day' ? DAY * every : (DAY / 24) * every;
  return Math.floor(from / size) * size;
}

function tickAfter(time: number, unit: 'year' | 'month' | 'day' | 'hour', every: number): number {
  const date = new Date(time);
  if (unit === 'year') return Date.UTC(date.getUTCFullYear() + every, 0, 1);
  if (unit === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + every, 1);
  return time + (unit === 'day' ? DAY * every : (DAY / 24) * every);
}

/** Starts of years, months, days or hours inside the range, at most `wanted` of them and none within a period. */
export function timeTicks(from: number, to: number, wanted: number, bucket: Bucket): readonly TimeTick[] {
  const span = to - from;
  const fits = (length: number) => span / length <= Math.max(1, wanted) && length >= lengths[bucket] * 0.95;
  const step = steps.find(({ unit, every }) => fits(lengths[unit] * every)) ?? steps.at(-1);
  if (!step || !(span >= 0)) return [];
  const ticks: TimeTick[] = [];
  for (let at = firstTick(from, step.unit, step.every); at <= to; at = tickAfter(at, step.unit, step.every)) {
    if (at >= from) ticks.push({ at, label: tickLabel(at, step.unit) });
  }
  return ticks;
}
