// Dates and times that SQLite stores as text, in one form that sorts and compares as moments do.
import { type Moment, momentOf, wallClock } from '../../query/literals.ts';

/** A moment at midnight is its day; a longer text of the same day sorts after it. */
export function normalMoment(moment: Moment): string | null {
  if (moment.date === null) return moment.time;
  const clock = wallClock(moment);
  if (clock === null) return null;
  return clock.time === '00:00:00' ? clock.date : `${clock.date}T${clock.time}`;
}

/** What is stored and is no moment stays as it is. */
export function momentValue(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const moment = momentOf(value);
  return (moment === null ? null : normalMoment(moment)) ?? value;
}
