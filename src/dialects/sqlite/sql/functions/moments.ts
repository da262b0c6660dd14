// Date arithmetic for SQLite, which stores moments as texts.

import { bucketNames } from '../../../../contract/buckets.ts';
import { type Moment, momentOf, wallClock, withoutZeros } from '../../../../query/literals.ts';
import { periodStart } from '../../../../query/periods.ts';
import { wallAt } from '../../../../query/zones.ts';
import { integerPart } from './numbers.ts';

/** A moment on a wall clock, in microseconds since 1970. */
interface Clock {
  readonly micros: bigint;
}

/** A day or moment in ISO 8601, on the clock of the zone; NULL if the value is neither. */
export function asMoment(value: unknown, kind: unknown, zone?: unknown): string | null {
  const clock = clockOf(typeof zone === 'string' && typeof value === 'string' ? onClock(value, zone) : value);
  return clock === null ? null : write(clock, kind);
}

/** Converts a moment with an offset to the zone's clock; one without an offset is already a clock's time. */
export function onClock(text: string, zone: string): string {
  const moment = /[zZ]$|[+-]\d\d:?\d\d$/.test(text) ? momentOf(text) : null;
  const clock = moment === null || moment.offsetMinutes === null ? null : wallClock(moment);
  if (clock === null) return text;
  const [time = '', fraction] = clock.time.split('.');
  const wall = wallAt(new Date(`${clock.date}T${time}Z`), zone)
    .toISOString()
    .slice(0, 19);
  return fraction === undefined ? wall : `${wall}.${fraction}`;
}

export function truncate(value: unknown, unit: unknown, kind: unknown): string | null {
  const text = asMoment(value, 'datetime');
  const bucket = bucketNames.find((name) => name === unit);
  if (text === null || bucket === undefined) return null;
  const { date, time } = periodStart(text.slice(0, 10), text.slice(11), bucket);
  return kind === 'date' ? date : `${date}T${time}`;
}

const monthsIn: Readonly<Record<string, number>> = { year: 12, quarter: 3, month: 1 };
const secondsIn: Readonly<Record<string, number>> = {
  week: 604_800,
  day: 86_400,
  hour: 3_600,
  minute: 60,
  second: 1,
};

export function shift(value: unknown, number: unknown, unit: unknown, kind: unknown): string | null {
  const clock = clockOf(value);
  const count = integerPart(number);
  if (clock === null || count === null || count > 400_000_000_000n || count < -400_000_000_000n) return null;
  const months = monthsIn[String(unit)];
  const moved =
    months === undefined
      ? { micros: clock.micros + count * BigInt(secondsIn[String(unit)] ?? 0) * 1_000_000n }
      : shiftMonths(clock, Number(count) * months);
  return moved === null ? null : write(moved, kind);
}

function shiftMonths(clock: Clock, months: number): Clock | null {
  const date = dateOf(clock);
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth() + months;
  const year = Math.floor(month / 12);
  if (year < 1 || year > 9_999) return null;
  const last = new Date(0);
  last.setUTCFullYear(year, (month % 12) + 1, 0);
  const day = Math.min(date.getUTCDate(), last.getUTCDate());
  const start = new Date(0);
  start.setUTCFullYear(year, month % 12, day);
  return { micros: BigInt(start.getTime()) * 1_000n + timeOf(clock) };
}

export function distance(from: unknown, to: unknown, unit: unknown): bigint | null {
  const [a, b] = [clockOf(from), clockOf(to)];
  if (a === null || b === null) return null;
  const seconds = secondsIn[String(unit)];
  if (seconds !== undefined) return (b.micros - a.micros) / (BigInt(seconds) * 1_000_000n);
  const [start, end] = [dateOf(a), dateOf(b)];
  let months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
  const rest = (clock: Clock, date: Date) => BigInt(date.getUTCDate()) * dayMicros + timeOf(clock);
  if (months > 0 && rest(b, end) < rest(a, start)) months -= 1;
  else if (months < 0 && rest(b, end) > rest(a, start)) months += 1;
  return BigInt(Math.trunc(months / (monthsIn[String(unit)] ?? 1)));
}

const dayMicros = 86_400_000_000n;

function clockOf(value: unknown): Clock | null {
  const moment: Moment | null = typeof value === 'string' ? momentOf(value) : null;
  const clock = moment === null ? null : wallClock(moment);
  if (clock === null) return null;
  const [time = '', fraction = ''] = clock.time.split('.');
  const millis = Date.parse(`${clock.date}T${time}Z`);
  if (Number.isNaN(millis)) return null;
  return { micros: BigInt(millis) * 1_000n + BigInt(fraction.padEnd(6, '0').slice(0, 6)) };
}

function dateOf({ micros }: Clock): Date {
  return new Date(Number((micros - (((micros % 1_000n) + 1_000n) % 1_000n)) / 1_000n));
}

/** The time within its day. */
function timeOf({ micros }: Clock): bigint {
  return ((micros % dayMicros) + dayMicros) % dayMicros;
}

function write(clock: Clock, kind: unknown): string | null {
  const date = dateOf(clock);
  const year = date.getUTCFullYear();
  if (Number.isNaN(year) || year < 1 || year > 9_999) return null;
  const [day = '', time = ''] = date.toISOString().split('T');
  if (kind === 'date') return day;
  const fraction = withoutZeros(String(timeOf(clock) % 1_000_000n).padStart(6, '0'));
  return `${day}T${time.slice(0, 8)}${fraction === '' ? '' : `.${fraction}`}`;
}
