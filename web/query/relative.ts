// Periods that move with the calendar: "last 30 days", "this month". A link stores the words, not the dates.

export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';

export interface Period {
  /** last: up to and including today; this: the whole current one; previous: the whole one before it. */
  readonly kind: 'last' | 'this' | 'previous';
  readonly count: number;
  readonly unit: Unit;
}

const TOKEN = /^@(last|this|previous) (\d{1,4}) (day|week|month|quarter|year)$/;

export const periods: readonly Period[] = [
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

export function periodToken({ kind, count, unit }: Period): string {
  return `@${kind} ${count} ${unit}`;
}

export function parsePeriod(text: unknown): Period | undefined {
  const parts = typeof text === 'string' ? TOKEN.exec(text) : null;
  if (!parts) return undefined;
  // The pattern admits exactly the members of both unions.
  return { kind: parts[1] as Period['kind'], count: Number(parts[2]), unit: parts[3] as Unit };
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
  const { kind, count, unit } = period;
  const tomorrow = plus(startOf('day', now), 1, 'day');
  if (kind === 'last') return { from: iso(plus(tomorrow, -count, unit)), before: iso(tomorrow) };
  const current = startOf(unit, now);
  const from = kind === 'this' ? current : plus(current, -count, unit);
  return { from: iso(from), before: iso(kind === 'this' ? plus(current, count, unit) : current) };
}
