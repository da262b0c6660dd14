// Periods of the calendar: where the period containing a day begins.
import type { BucketName } from '../contract/buckets.ts';

/** The first day of the period, or the start of the hour; `date` is YYYY-MM-DD and `time` begins with HH. */
export function periodStart(
  date: string,
  time: string,
  bucket: BucketName,
): { readonly date: string; readonly time: string } {
  const midnight = '00:00:00';
  switch (bucket) {
    case 'year':
      return { date: `${date.slice(0, 4)}-01-01`, time: midnight };
    case 'quarter': {
      const month = Number(date.slice(5, 7));
      const first = String(month - ((month - 1) % 3)).padStart(2, '0');
      return { date: `${date.slice(0, 4)}-${first}-01`, time: midnight };
    }
    case 'month':
      return { date: `${date.slice(0, 7)}-01`, time: midnight };
    case 'week':
      return { date: mondayOf(date), time: midnight };
    case 'day':
      return { date, time: midnight };
    case 'hour':
      return { date, time: `${time.slice(0, 2)}:00:00` };
  }
}

function mondayOf(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.getUTCFullYear() < 0 ? date : day.toISOString().slice(0, 10);
}
