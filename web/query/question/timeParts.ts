// Periods as groups: “per weekday”, “best month”.
import type { WordCursor } from './cursor.ts';
import { followsTopWords } from './sales.ts';
import { lookup, NUMBER, partWords, stem, units } from './vocabulary.ts';

/** The recurring part of a date that the words from a position on name. */
function partAt(stems: readonly string[], at: number) {
  return partWords.find(([phrase]) => phrase.every((word, i) => word === stems[at + i]));
}

export const isPart = (stems: readonly string[], at: number): boolean => partAt(stems, at) !== undefined;

/** "per weekday", "per hour of the day". */
export function readPart(cursor: WordCursor): boolean {
  const found = partAt(cursor.plain.map(stem), cursor.at);
  if (!found) return false;
  const [phrase, part] = found;
  cursor.meaning.groups.push({ part });
  cursor.at += phrase.length;
  return true;
}

/** “best month”, “top 3 weekdays by revenue”: the top periods. */
export function readTopPeriod(cursor: WordCursor): boolean {
  const { meaning, at, plain } = cursor;
  if (!meaning.top?.words || !followsTopWords(cursor, at)) return false;
  const unit = lookup(units, stem(plain[at] ?? ''));
  if (!readPart(cursor) && unit) {
    meaning.groups.push(unit);
    cursor.at++;
  }
  if (cursor.at === at) return false;
  meaning.topGroup = meaning.groups.at(-1);
  // Only one, unless a number is given.
  const isSingular = stem(plain[at] ?? '') === plain[at] && !NUMBER.test(plain[at - 1] ?? '');
  if (isSingular) meaning.top = { ...meaning.top, n: 1 };
  return true;
}
