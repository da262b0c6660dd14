// Recurring parts of a date or time, and their names: the day of the week, the hour of the day.
import { dateFormat, onDemand } from '../messages/format.ts';

/** The service's names. */
export const timeParts = ['weekday', 'hour', 'day', 'month', 'quarter'] as const;
export type TimePart = (typeof timeParts)[number];

const utc = { timeZone: 'UTC' } as const;
const weekdays = onDemand(() => dateFormat({ ...utc, weekday: 'long' }));
const months = onDemand(() => dateFormat({ ...utc, month: 'long' }));
const hours = onDemand(() => dateFormat({ ...utc, hour: 'numeric' }));

const counts: Record<TimePart, number> = { weekday: 7, hour: 24, day: 31, month: 12, quarter: 4 };

/** All numbers of a part, in order. */
export function allParts(part: TimePart): readonly number[] {
  const first = part === 'hour' ? 0 : 1;
  return Array.from({ length: counts[part] }, (_, i) => first + i);
}

/** The name of a part's number; any other number is returned unchanged. */
export function partName(part: TimePart, digits: string): string {
  const number = Number(digits);
  if (!allParts(part).includes(number)) return digits;
  switch (part) {
    case 'weekday':
      // 1 January 2024 was a Monday.
      return weekdays().format(Date.UTC(2024, 0, number));
    case 'month':
      return months().format(Date.UTC(2024, number - 1));
    case 'hour':
      return hours().format(Date.UTC(2024, 0, 1, number));
    case 'quarter':
      return `Q${number}`;
    case 'day':
      return digits;
  }
}
