// Values that come from the clock: now, today, and the ends of periods around them.
import type { PeriodUnit } from '../contract/periods.ts';
import { instantOf, wallAt } from './zones.ts';

/** A period as stored in a plan. */
export interface PlanPeriod {
  readonly unit: PeriodUnit;
  readonly offset: number;
  readonly count: number;
  /** Whether the period ends now, if now is before its regular end. */
  readonly toNow: boolean;
}

/** How a moment is written: a day, the time on a wall clock, or an instant. */
export type ClockForm = 'date' | 'wall' | 'instant';

export type ClockValue =
  | { readonly kind: 'now'; readonly zone: string; readonly form: ClockForm }
  | {
      readonly kind: 'period';
      /** The first moment of the period, or the first moment after it. */
      readonly end: 'start' | 'end';
      readonly period: PlanPeriod;
      readonly zone: string;
      readonly form: ClockForm;
    };

export function clockText(value: ClockValue, now: Date): string {
  const wall = wallAt(now, value.zone);
  if (value.kind === 'period') return written(endOf(value, wall), value);
  wall.setUTCMilliseconds(0);
  return written(wall, value);
}

function endOf(
  { period, end, form }: Pick<Extract<ClockValue, { kind: 'period' }>, 'period' | 'end' | 'form'>,
  wall: Date,
): Date {
  const start = shifted(startOf(wall, period.unit), period.unit, period.offset);
  if (end === 'start') return start;
  const last = shifted(start, period.unit, period.count);
  if (!period.toNow) return last;
  // Today counts as before now, so the end is tomorrow.
  const now = form === 'date' ? shifted(startOf(wall, 'day'), 'day', 1) : wall;
  return now < last ? now : last;
}

function startOf(wall: Date, unit: PeriodUnit): Date {
  const start = new Date(wall);
  start.setUTCHours(0, 0, 0, 0);
  switch (unit) {
    case 'day':
      break;
    case 'week':
      start.setUTCDate(start.getUTCDate() - ((start.getUTCDay() + 6) % 7));
      break;
    case 'month':
      start.setUTCDate(1);
      break;
    case 'quarter':
      start.setUTCMonth(start.getUTCMonth() - (start.getUTCMonth() % 3), 1);
      break;
    case 'year':
      start.setUTCMonth(0, 1);
      break;
  }
  return start;
}

/** From the start of one unit to the start of another. */
function shifted(start: Date, unit: PeriodUnit, count: number): Date {
  const moved = new Date(start);
  if (unit === 'day') moved.setUTCDate(moved.getUTCDate() + count);
  else if (unit === 'week') moved.setUTCDate(moved.getUTCDate() + 7 * count);
  else if (unit === 'month') moved.setUTCMonth(moved.getUTCMonth() + count);
  else if (unit === 'quarter') moved.setUTCMonth(moved.getUTCMonth() + 3 * count);
  else moved.setUTCFullYear(moved.getUTCFullYear() + count);
  return moved;
}

/** The years that all engines accept and that fit into four digits. */
const firstMoment = Date.UTC(1000, 0, 1);
const lastMoment = Date.UTC(9999, 11, 31);

function written(wall: Date, { zone, form }: Pick<ClockValue, 'zone' | 'form'>): string {
  const bounded = new Date(Math.min(Math.max(wall.getTime(), firstMoment), lastMoment));
  if (form === 'date') return bounded.toISOString().slice(0, 10);
  if (form === 'wall') return bounded.toISOString().slice(0, 23).replace('.000', '');
  return instantOf(bounded, zone).toISOString();
}
