/** Dates as day numbers, so that they can be counted, compared and formatted without a clock or a time zone. */

const MILLISECONDS_PER_DAY = 86_400_000;

/** The number of a day since 1970-01-01. */
export function dayOf(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / MILLISECONDS_PER_DAY;
}

/** `YYYY-MM-DD` */
export function dateText(day: number): string {
  return new Date(day * MILLISECONDS_PER_DAY).toISOString().slice(0, 10);
}

/** `YYYY-MM-DD HH:MM:SS` */
export function dateTimeText(day: number, secondOfDay: number): string {
  const instant = new Date(day * MILLISECONDS_PER_DAY + secondOfDay * 1000);
  return instant.toISOString().slice(0, 19).replace('T', ' ');
}

/** 1 to 12 */
export function monthOf(day: number): number {
  return new Date(day * MILLISECONDS_PER_DAY).getUTCMonth() + 1;
}

export function dayOfMonth(day: number): number {
  return new Date(day * MILLISECONDS_PER_DAY).getUTCDate();
}

/** 0 is Sunday. */
export function weekdayOf(day: number): number {
  return new Date(day * MILLISECONDS_PER_DAY).getUTCDay();
}
