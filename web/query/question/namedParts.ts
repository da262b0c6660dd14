// Recurring parts of dates, in any year: “on mondays”, “in March and April”, “from Monday to Friday”.
import type { WordCursor } from './cursor.ts';
import { DAY, yearOf } from './periods.ts';
import { joiners, plainJoiners } from './times.ts';
import { lookup, monthNames, namedParts, nonContainingWords, stem } from './vocabulary.ts';

const listJoiners: ReadonlySet<string> = new Set(['and', 'or']);
const isJoiner = (word: string) => listJoiners.has(word) || plainJoiners.has(word);
const counts: Readonly<Record<string, number>> = { weekday: 7, month: 12 };
/** More words are not between the ends of a span: “between May 2023 and”. */
const MAX_END_WORDS = 3;

/** “May” is another word, too: it is a month after “in” and next to other months. */
function isMay({ plain }: WordCursor, at: number): boolean {
  const neighbours = [at - 1, at + 1].map(
    (next) => plain[isJoiner(plain[next] ?? '') ? 2 * next - at : next],
  );
  return (
    plain[at] === 'may' &&
    (['in', 'during'].includes(plain[at - 1] ?? '') ||
      neighbours.some((word = '') => word !== 'may' && monthNames.includes(word)))
  );
}

/** The day of the week or the month that a word names. */
export function partAt(cursor: WordCursor, at: number) {
  if (isMay(cursor, at)) return { part: 'month', value: 5 } as const;
  return lookup(namedParts, stem(cursor.plain[at] ?? ''));
}

type NamedPart = NonNullable<ReturnType<typeof partAt>>;

export function readNamedParts(cursor: WordCursor): boolean {
  const { meaning, plain, at } = cursor;
  const found = spanAt(cursor) ?? dayAt(cursor) ?? listAt(cursor, at);
  if (!found) return false;
  const { part, values, next } = found;
  const words = cursor.wordsUpTo(next);
  // “after June”, “outside June” must not be read as “June”, and no day is in two months.
  const isOther =
    nonContainingWords.has(plain[at - 1] ?? '') || meaning.parts.some((one) => one.part === part);
  if (part === undefined || isOther) meaning.unknown.push(words);
  else meaning.parts.push({ part, values, words });
  cursor.at = next;
  return true;
}

interface NamedValues {
  /** Absent if the words cannot be expressed. */
  readonly part: NamedPart['part'] | undefined;
  readonly values: readonly number[];
  readonly next: number;
}

const notExpressed = { part: undefined, values: [] } as const;

/** “between May and June”, “Monday to Friday”, “from November to February”. */
function spanAt(cursor: WordCursor): NamedValues | undefined {
  const { plain, at } = cursor;
  const opened = lookup(joiners, plain[at] ?? '');
  const start = opened ? at + 1 : at;
  const joined = opened ?? plainJoiners;
  const last = opened ? start + MAX_END_WORDS : start + 1;
  const join = plain.findIndex((word, i) => i > start && i <= last && joined.has(word));
  if (join < 0) return undefined;
  const [from, to] = [partAt(cursor, start), partAt(cursor, join + 1)];
  if (DAY.test(plain[join + 1] ?? '') && partAt(cursor, join + 2)) return { ...notExpressed, next: join + 3 };
  if (!from && !to) return undefined;
  if (!from || to?.part !== from.part || join !== start + 1) return { ...notExpressed, next: join + 2 };
  const count = counts[from.part] ?? 0;
  const length = ((to.value - from.value + count) % count) + 1;
  const values = Array.from({ length }, (_, i) => ((from.value - 1 + i) % count) + 1);
  return { part: from.part, values, next: join + 2 };
}

/** “5 June”, “June 5th”: without a year, it is not a period. */
function dayAt(cursor: WordCursor): NamedValues | undefined {
  const words = [cursor.at, cursor.at + 1];
  const isDay = words.some((at) => DAY.test(cursor.plain[at] ?? ''));
  const isMonth = words.some((at) => partAt(cursor, at)?.part === 'month');
  return isDay && isMonth && yearOf(cursor.plain[cursor.at + 2]) === undefined
    ? { ...notExpressed, next: cursor.at + 2 }
    : undefined;
}

const someDays: Readonly<Record<string, readonly number[]>> = { weekend: [6, 7], weekday: [1, 2, 3, 4, 5] };

/** The days of “on weekends”, “on weekdays”. Weekend is a name, too, and a weekday may be any day. */
function someDaysAt({ plain, words, sense }: WordCursor, at: number): readonly number[] | undefined {
  const word = plain[at] ?? '';
  const before = plain[['the', 'a'].includes(plain[at - 1] ?? '') ? at - 2 : at - 1] ?? '';
  const isWhen = ['on', 'at', 'during', 'over'].includes(before);
  const isAlone = word.startsWith('weekend') && !sense.isText(words[at] ?? '');
  return isWhen || isAlone ? lookup(someDays, stem(word)) : undefined;
}

function valuesAt(cursor: WordCursor, at: number) {
  const days = someDaysAt(cursor, at);
  if (days) return { part: 'weekday', values: days } as const;
  const one = partAt(cursor, at);
  return one && { part: one.part, values: [one.value] };
}

/** “Mondays”, “March and April”, “March, April or May”, “on weekends”. */
export function listAt(cursor: WordCursor, from: number): NamedValues | undefined {
  const first = valuesAt(cursor, from);
  if (!first) return undefined;
  const values = [...first.values];
  let next = from + 1;
  for (;;) {
    const at = listJoiners.has(cursor.plain[next] ?? '') ? next + 1 : next;
    const more = valuesAt(cursor, at);
    // “March and April 2024” is in 2024; “Mondays in March” are in both.
    if (more?.part !== first.part) return { part: first.part, values, next };
    values.push(...more.values);
    next = at + 1;
  }
}
