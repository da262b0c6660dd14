// Periods in people's words: "2024", "March 2024", and relative ones, "last 30 days", "this month". A link stores the
// words, not the dates.
import type { Period as WirePeriod } from '../../../src/contract/grid.ts';
import {
  DAY_LENGTH,
  instantText,
  isLastMoment,
  nextPeriod,
  parseInstant,
  parseMoment,
  parsePeriodStart,
  periodText,
  shownAt,
  startOfPeriod,
} from '../../values/periods.ts';
import { ownZone } from '../../values/zones.ts';

export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';
export const fixedUnits = ['year', 'quarter', 'month', 'day'] as const;
export type FixedUnit = (typeof fixedUnits)[number];

/** Not operators of the service: they stand for a BETWEEN a period's ends, or its negation. */
export const PERIOD = '@period';
export const NOT_PERIOD = '@not period';

/** Maps the form's name of a period rule to the document's. */
export const periodRules: ReadonlyMap<string, string> = new Map([
  [PERIOD, 'BETWEEN_INC'],
  [NOT_PERIOD, 'NOT_BETWEEN_INC'],
]);

/** Whether a rule selects times outside its period. */
export function isNegated(name: string): boolean {
  return name.startsWith('NOT_');
}

/** A certain year, quarter, month or day, or a range of days. */
export interface FixedPeriod {
  readonly kind: 'fixed';
  readonly unit: FixedUnit;
  /** Its first day, such as 2024-02-01. */
  readonly start: string;
  /** The last day of a range of days; the unit is then the day. */
  readonly last?: string;
  readonly isOfInstants?: true;
}

export type Period = MovingPeriod | FixedPeriod;

interface MovingWire extends WirePeriod {
  readonly offset: number;
}

export interface MovingPeriod {
  /**
   * last: the current unit and those before it; this: the current one and those after it; previous, next: the whole
   * ones before or after it.
   */
  readonly kind: 'last' | 'this' | 'previous' | 'next';
  readonly count: number;
  readonly unit: Unit;
  /** Ends now at the latest. */
  readonly toNow?: true;
  /** The period is for instants: it begins by the clock of a time zone. */
  readonly isOfInstants?: true;
}

const FIXED = /^@(year|quarter|month|day) (\d{4}-\d\d-\d\d)(?: (\d{4}-\d\d-\d\d))?( zoned)?$/;
const TOKEN = /^@(last|this|previous|next) (\d{1,4}) (day|week|month|quarter|year)( now)?( zoned)?$/;

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
  { kind: 'next', count: 1, unit: 'week' },
  { kind: 'next', count: 1, unit: 'month' },
  { kind: 'next', count: 1, unit: 'quarter' },
  { kind: 'next', count: 1, unit: 'year' },
];

/** The beginning of the current day, from which periods are counted. */
export function today(): Date {
  return new Date(new Date().toDateString());
}

export function periodToken(period: Period): string {
  const zoned = period.isOfInstants ? ' zoned' : '';
  if (period.kind === 'fixed') {
    const { unit, start, last } = period;
    return `@${unit} ${start}${last === undefined ? '' : ` ${last}`}${zoned}`;
  }
  return `@${period.kind} ${period.count} ${period.unit}${period.toNow ? ' now' : ''}${zoned}`;
}

/** The period of the unit that contains the day. */
export function fixedPeriod(unit: FixedUnit, day: Date): FixedPeriod {
  return { kind: 'fixed', unit, start: isoDay(startOf(unit, day)) };
}

export function parsePeriod(text: unknown): Period | undefined {
  const fixed = typeof text === 'string' ? FIXED.exec(text) : null;
  // The pattern allows only valid units.
  if (fixed) {
    const [, unit, start = '', last, zoned] = fixed;
    const period =
      last === undefined ? { kind: 'fixed' as const, unit: unit as FixedUnit, start } : undefined;
    const range = last !== undefined && unit === 'day' ? dayRange(start, last) : period;
    return range && zoned ? { ...range, isOfInstants: true } : range;
  }
  const parts = typeof text === 'string' ? TOKEN.exec(text) : null;
  if (!parts) return undefined;
  // The pattern allows only members of both unions.
  const period = { kind: parts[1] as MovingPeriod['kind'], count: Number(parts[2]), unit: parts[3] as Unit };
  return {
    ...period,
    ...(parts[4] === undefined ? {} : { toNow: true }),
    ...(parts[5] === undefined ? {} : { isOfInstants: true }),
  };
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

function addUnits(day: Date, n: number, unit: Unit): Date {
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

function isoDay(day: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${String(day.getFullYear()).padStart(4, '0')}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/**
 * The first day of the period and the first day after it; for instants, the corresponding instants in the zone. After
 * the last year there is no day: see `endOperator`.
 */
export function resolvePeriod(
  period: Period,
  now: Date,
  zone: string = ownZone(),
): { readonly from: string; readonly before: string } {
  if (period.kind === 'fixed') {
    const end = nextPeriod(parseMoment(period.last ?? period.start) ?? 0, period.unit);
    if (!period.isOfInstants) return { from: period.start, before: periodText(end, period.unit) };
    const start = parseMoment(period.start) ?? 0;
    return { from: shownAt(start, zone), before: shownAt(end, zone) };
  }
  const { count, unit } = period;
  const { offset } = wirePeriod(period);
  const from = addUnits(startOf(unit, now), offset, unit);
  return { from: isoDay(from), before: isoDay(addUnits(from, count, unit)) };
}

/** A relative period in the service's terms, so that a saved query stays relative, too. */
export function wirePeriod({ kind, count, unit, toNow }: MovingPeriod): MovingWire {
  const offset = { this: 0, last: 1 - count, previous: -count, next: 1 }[kind];
  return { unit, offset, ...(count > 1 ? { count } : {}), ...(toNow ? { to: 'now' } : {}) };
}

/** The period of a request; undefined if there are no words for it. */
export function periodOfWire({ unit, offset, count = 1, to }: WirePeriod): MovingPeriod | undefined {
  const [from, length] = [Number(offset), Number(count)];
  const rest = { count: length, unit, ...(to === undefined ? {} : { toNow: true as const }) };
  if (from === 0) return { kind: 'this', ...rest };
  // A period that is still to come cannot end now.
  if (from === 1 && to === undefined) return { kind: 'next', ...rest };
  if (from === -length) return { kind: 'previous', ...rest };
  return from === 1 - length ? { kind: 'last', ...rest } : undefined;
}

/** Whether the period begins with the first day of its unit. */
function isWhole({ unit, start }: FixedPeriod): boolean {
  const day = DAY.test(start) ? parseMoment(start) : undefined;
  return day !== undefined && startOfPeriod(day, unit) === day;
}

/** The day that begins at the instant in the browser's time zone. */
function dayOf(instant: string): string | undefined {
  const own = parseInstant(instant);
  const day = own === undefined ? undefined : parsePeriodStart(instant, 'day');
  if (own === undefined || day === undefined) return undefined;
  return shownAt(day, ownZone()) === instantText(own) ? periodText(day, 'day') : undefined;
}

/** The fixed period from one day up to, but excluding, another. */
export function periodBetween(from: unknown, before: unknown): FixedPeriod | undefined {
  if (typeof from !== 'string' || typeof before !== 'string') return undefined;
  const day = dayOf(from);
  const start = day ?? from;
  const zoned = day === undefined ? {} : ({ isOfInstants: true } as const);
  const named = fixedUnits
    .map((unit): FixedPeriod => ({ kind: 'fixed', unit, start, ...zoned }))
    .find((period) => isWhole(period) && resolvePeriod(period, new Date(0)).before === before);
  if (named) return named;
  const last = isLastMoment(before) ? LAST_DAY : dayBefore(day === undefined ? before : dayOf(before));
  const isRange = last !== undefined && DAY.test(start) && start <= last;
  return isRange ? { ...dayRange(start, last), ...zoned } : undefined;
}

function dayBefore(day: string | undefined): string | undefined {
  const start = day !== undefined && DAY.test(day) ? parseMoment(day) : undefined;
  return start === undefined ? undefined : periodText(start - DAY_LENGTH, 'day');
}

const LAST_DAY = '9999-12-31';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** All days from the first to the last, in either order of the arguments. */
export function dayRange(one: string, other: string): FixedPeriod {
  const [start, last] = one <= other ? [one, other] : [other, one];
  return { kind: 'fixed', unit: 'day', start, ...(last === start ? {} : { last }) };
}
