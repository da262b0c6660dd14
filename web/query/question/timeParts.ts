// Periods as groups: “per weekday”, “best month”.
import type { WordCursor } from './cursor.ts';
import { endsTop } from './sales.ts';
import { NUMBER, own, partWords, stem, units } from './vocabulary.ts';

/** The recurring part of a date that the words from a position on name. */
function partAt(stems: readonly string[], at: number) {
  return partWords.find(([saying]) => saying.every((word, i) => word === stems[at + i]));
}

export const isPart = (stems: readonly string[], at: number): boolean => partAt(stems, at) !== undefined;

/** "per weekday", "per hour of the day". */
export function part(cursor: WordCursor): boolean {
  const found = partAt(cursor.plain.map(stem), cursor.at);
  if (!found) return false;
  const [saying, part] = found;
  cursor.meant.groups.push({ part });
  cursor.at += saying.length;
  return true;
}

/** “best month”, “top 3 weekdays by revenue”: the top periods. */
export function topTime(cursor: WordCursor): boolean {
  const { meant, at, plain } = cursor;
  if (!meant.top?.words || !endsTop(cursor, at)) return false;
  const unit = own(units, stem(plain[at] ?? ''));
  if (!part(cursor) && unit) {
    meant.groups.push(unit);
    cursor.at++;
  }
  if (cursor.at === at) return false;
  meant.topGroup = meant.groups.at(-1);
  // Only one, unless a number is given.
  const isOne = stem(plain[at] ?? '') === plain[at] && !NUMBER.test(plain[at - 1] ?? '');
  if (isOne) meant.top = { ...meant.top, n: 1 };
  return true;
}
