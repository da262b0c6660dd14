/** Dates and times of the reference evaluator: plain arithmetic on seconds of a wall clock. */
import type { Period } from '../request.ts';

/** Parses `2024-05-06` or `2024-05-06T07:08:09`, also with a space; seconds since 1970 on the same clock. */
function secondsOf(text: string): number {
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10))];
  const [hour = 0, minute = 0, second = 0] =
    text.length > 10 ? text.slice(11, 19).split(':').map(Number) : [];
  return daysTo(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second;
}

function daysTo(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() / 86_400_000;
}

/** Null outside the years 1 to 9999. */
function textOf(seconds: number, like: string): string | null {
  const date = new Date(seconds * 1_000);
  const year = date.getUTCFullYear();
  if (Number.isNaN(year) || year < 1 || year > 9_999) return null;
  const text = date.toISOString();
  return like.length === 10 ? text.slice(0, 10) : text.slice(0, 19);
}

/** In the normal form for computing. */
export function momentForm(text: string): string {
  return text.length === 10 ? text : `${text.slice(0, 10)}T${text.slice(11)}`;
}

export function asDatetime(text: string): string {
  return text.length === 10 ? `${text}T00:00:00` : momentForm(text);
}

const inSeconds: Readonly<Record<string, number>> = {
  week: 604_800,
  day: 86_400,
  hour: 3_600,
  minute: 60,
  second: 1,
};
const inMonths: Readonly<Record<string, number>> = { year: 12, quarter: 3, month: 1 };

function lastDay(year: number, month: number): number {
  return daysTo(month === 12 ? year + 1 : year, month === 12 ? 1 : month + 1, 1) - daysTo(year, month, 1);
}

export function shifted(text: string, count: number, unit: string): string | null {
  const months = inMonths[unit];
  if (months === undefined) return textOf(secondsOf(text) + count * (inSeconds[unit] ?? Number.NaN), text);
  const index = Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1 + count * months;
  const [year, month] = [Math.floor(index / 12), (((index % 12) + 12) % 12) + 1];
  if (year < 1 || year > 9_999) return null;
  const day = Math.min(Number(text.slice(8, 10)), lastDay(year, month));
  const pad = (number: number, length: number) => String(number).padStart(length, '0');
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}${momentForm(text).slice(10)}`;
}

/** Whole units, truncated: a month is complete when its day and time are reached again. */
export function distance(from: string, to: string, unit: string): number {
  const seconds = inSeconds[unit];
  const [a, b] = [asDatetime(from), asDatetime(to)];
  if (seconds !== undefined) return Math.trunc((secondsOf(b) - secondsOf(a)) / seconds) || 0;
  if (b < a) return -distance(to, from, unit) || 0;
  const month = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
  const isOver = b.slice(8) >= a.slice(8);
  return Math.trunc((month(b) - month(a) - (isOver ? 0 : 1)) / (inMonths[unit] ?? 1));
}

export function partOf(text: string, unit: string): number {
  const full = asDatetime(text);
  const [year, month, day] = [Number(full.slice(0, 4)), Number(full.slice(5, 7)), Number(full.slice(8, 10))];
  const days = daysTo(year, month, day);
  const weekday = ((((days + 3) % 7) + 7) % 7) + 1;
  switch (unit) {
    case 'year':
      return year;
    case 'quarter':
      return Math.ceil(month / 3);
    case 'month':
      return month;
    case 'day':
      return day;
    case 'hour':
      return Number(full.slice(11, 13));
    case 'minute':
      return Number(full.slice(14, 16));
    case 'second':
      return Number(full.slice(17, 19));
    case 'weekday':
      return weekday;
    case 'week': {
      // A week belongs to the year of its Thursday.
      const thursday = days + 4 - weekday;
      const owner = new Date(thursday * 86_400_000).getUTCFullYear();
      return Math.floor((thursday - daysTo(owner, 1, 1)) / 7) + 1;
    }
    default:
      throw new Error(`There is no part ${unit}.`);
  }
}

/** The wall clock time in the zone. */
export function wallClock(now: Date, zone: string): string {
  return now.toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T');
}

/** The wall clock time in the zone at an instant, whose text is in UTC. */
export function onClock(instant: string, zone: string): string {
  return wallClock(new Date(secondsOf(instant) * 1_000), zone);
}

const quarterHour = 900;

/** The first instant with this wall clock time in the zone, in the same notation as `like`. */
export function firstInstant(shown: string, zone: string, like: string): string {
  for (let offset = 14 * 3_600; offset >= -12 * 3_600; offset -= quarterHour) {
    const instant = textOf(secondsOf(shown) - offset, shown);
    if (instant !== null && onClock(instant, zone) === shown) return written(instant, like);
  }
  throw new Error(`No clock in ${zone} shows ${shown}.`);
}

/** The start of the wall clock hour in the zone; an hour that occurs twice counts as two. */
export function hourBefore(instant: string, zone: string): string {
  const shown = onClock(instant, zone);
  const since = partOf(shown, 'minute') * 60 + partOf(shown, 'second');
  return written(textOf(secondsOf(instant) - since, shown) ?? '', instant);
}

function written(instant: string, like: string): string {
  return `${instant.slice(0, 10)}${like.charAt(10)}${instant.slice(11)}${like.slice(19)}`;
}

function startOf(day: string, unit: Period['unit']): string {
  switch (unit) {
    case 'day':
      return day;
    case 'week':
      return shifted(day, 1 - partOf(day, 'weekday'), 'day') ?? day;
    case 'month':
      return `${day.slice(0, 7)}-01`;
    case 'quarter':
      return `${day.slice(0, 5)}${String(partOf(day, 'quarter') * 3 - 2).padStart(2, '0')}-01`;
    case 'year':
      return `${day.slice(0, 4)}-01-01`;
  }
}

/** Whether a time is within the period, which includes its start but not its end. */
export function isWithin(text: string, period: Period, now: string): boolean {
  const { unit, offset, count = 1, to } = period;
  const start = shifted(startOf(now.slice(0, 10), unit), offset, unit);
  const end = start === null ? null : shifted(start, count, unit);
  if (start === null || end === null) throw new Error('A period leaves the calendar.');
  const at = asDatetime(text);
  return at >= asDatetime(start) && at < asDatetime(end) && (to === undefined || at < now);
}
