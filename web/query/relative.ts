// Periods as people say them: "2024", "March 2024", and those that move with the calendar, "last 30 days", "this month".
// A link stores the words, not the dates.
import { nextPeriod, parseMoment, periodText } from '../values/periods.ts';

export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';
export const fixedUnits = ['year', 'quarter', 'month', 'day'] as const;
export type FixedUnit = (typeof fixedUnits)[number];

/** Not an operator of the service: it stands for a BETWEEN whose ends are those of a period. */
export const PERIOD = '@period';

/** A certain year, quarter, month or day. */
export interface FixedPeriod {
  readonly kind: 'fixed';
  readonly unit: FixedUnit;
  /** Its first day, as 2024-02-01. */
  readonly start: string;
}

export type Period = MovingPeriod | FixedPeriod;

export interface MovingPeriod {
  /** last: up to and including today; this: the whole current one; previous: the whole one before it. */
  readonly kind: 'last' | 'this' | 'previous';
  readonly count: number;
  readonly unit: Unit;
}

const FIXED = /^@(year|quarter|month|day) (\d{4}-\d\d-\d\d)$/;
const TOKEN = /^@(last|this|previous) (\d{1,4}) (day|week|month|quarter|year)$/;

export const periods: readonly MovingPeriod[] = [
  { kind: 'this', count: 1, unit: 'day' },
  { kind: 'previous', count: 1, unit: 'day' },
  { kind: 'last', count: 7, unit: 'day' },
  { kind: 'last', count: 30, unit: 'day' },
  { kind: 'last', count: 90, unit: 'day' },
  { kind: 'last', count: 12, unit: 'month' },
  { kind: 'this', count: 1, unit: 'week' },
  { kind: 'this', count: 1, unit: 'month' },
  { kind: 'this', count: 1, unit: 'quarter' },
  { kind: 'this', count: 1, unit: 'year' },
  { kind: 'previous', count: 1, unit: 'month' },
  { kind: 'previous', count: 1, unit: 'quarter' },
  { kind: 'previous', count: 1, unit: 'year' },
];

/** The beginning of the day, from which periods are counted. */
export function today(): Date {
  return new Date(new Date().toDateString());
}

export function periodToken(period: Period): string {
  if (period.kind === 'fixed') return `@${period.unit} ${period.start}`;
  return `@${period.kind} ${period.count} ${period.unit}`;
}

/** The unit that the day lies in. */
export function fixedPeriod(unit: FixedUnit, day: Date): FixedPeriod {
  return { kind: 'fixed', unit, start: iso(startOf(unit, day)) };
}

export function parsePeriod(text: unknown): Period | undefined {
  const fixed = typeof text === 'string' ? FIXED.exec(text) : null;
  // The pattern admits exactly the units.
  if (fixed) return { kind: 'fixed', unit: fixed[1] as FixedUnit, start: fixed[2] ?? '' };
  const parts = typeof text === 'string' ? TOKEN.exec(text) : null;
  if (!parts) return undefined;
  // The pattern admits exactly the members of both unions.
  return { kind: parts[1] as MovingPeriod['kind'], count: Number(parts[2]), unit: parts[3] as Unit };
}

function startOf(unit: Unit, day: Date): Date {
  const y = day.getFullYear();
  const m = day.getMonth();
  switch (unit) {
    case 'day':
      return new Date(y, m, day.getDate());
    case 'week':
      return new Date(y, m, day.getDate() - ((day.getDay() + 6) % 7));
    case 'month':
      return new Date(y, m, 1);
    case 'quarter':
      return new Date(y, m - (m % 3), 1);
    case 'year':
      return new Date(y, 0, 1);
  }
}

function plus(day: Date, n: number, unit: Unit): Date {
  const y = day.getFullYear();
  const m = day.getMonth();
  const d = day.getDate();
  switch (unit) {
    case 'day':
      return new Date(y, m, d + n);
    case 'week':
      return new Date(y, m, d + 7 * n);
    case 'month':
      return new Date(y, m + n, d);
    case 'quarter':
      return new Date(y, m + 3 * n, d);
    case 'year':
      return new Date(y + n, m, d);
  }
}

function iso(day: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${String(day.getFullYear()).padStart(4, '0')}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** The first day of the period and the first day after it. */
export function resolvePeriod(period: Period, now: Date): { readonly from: string; readonly before: string } {
  if (period.kind === 'fixed') {
    const first = parseMoment(period.start) ?? 0;
    return { from: period.start, before: periodText(nextPeriod(first, period.unit), period.unit) };
  }
  const { kind, count, unit } = period;
  const tomorrow = plus(startOf('day', now), 1, 'day');
  if (kind === 'last') return { from: iso(plus(tomorrow, -count, unit)), before: iso(tomorrow) };
  const current = startOf(unit, now);
  const from = kind === 'this' ? current : plus(current, -count, unit);
  return { from: iso(from), before: iso(kind === 'this' ? plus(current, count, unit) : current) };
}
