// The time at the start of some words: a period, one side of it, or from one to another.
import type { FixedPeriod, Period } from '../filters/relative.ts';
import { listOf, type PeriodList } from './periodLists.ts';
import { calendarPeriod, periodOf, sinceMoving } from './periods.ts';
import { monthNames, type Side, sides } from './vocabulary.ts';

/** The time in a question: within a period, on one side of it, or from one to another. */
export interface NamedTime {
  readonly period: Period;
  readonly side?: Side;
  /** The last period, if there are two. */
  readonly to?: FixedPeriod;
  /** The periods that it consists of. */
  readonly list?: PeriodList;
}

/** The words for a side of a period, the longest first. */
const sideAt = (words: readonly string[]) =>
  sides.find(([phrase]) => phrase.every((word, i) => words[i] === word));

/** “from 2024 on” goes on; “from 2024” does not. */
function isOpenEnded(words: readonly string[], at: number): boolean {
  return ['onward', 'onwards'].includes(words[at] ?? '') || (words[at] === 'on' && words.length === at + 1);
}

/** The words between the ends of a range. */
export const joiners: Readonly<Record<string, ReadonlySet<string>>> = {
  between: new Set(['and']),
  from: new Set(['to', 'until', 'till', 'through']),
};
export const plainJoiners = new Set(['to', 'until', 'till', 'through', '-', '–']);

/** “2024”, “before 2022”, “since March 2025”, “between 2022 and 2024”, “from March to May 2024”, “from 2024 on”. */
export function timeOf(
  words: readonly string[],
): { readonly time: NamedTime; readonly length: number } | undefined {
  const [word = ''] = words;
  const range = rangeOf(words, word);
  if (range) return range;
  const list = listOf(words);
  if (list?.joiner === 'or' && list.period)
    return { time: { period: list.period, list }, length: list.length };
  const plain = periodOf(words);
  if (plain) return { time: { period: plain.period }, length: plain.length };
  const [phrase, side] = sideAt(words) ?? [[word]];
  if (side === undefined && word !== 'from') return undefined;
  const from = words[phrase.length] === 'the' ? phrase.length + 1 : phrase.length;
  const first = periodOf(words.slice(from));
  if (!first) return undefined;
  const length = from + first.length;
  // “Before” and “after” a relative period cannot be expressed as relative periods.
  if (first.period.kind !== 'fixed') {
    const moving = side === 'since' ? sinceMoving(first.period) : undefined;
    return moving && { time: { period: moving }, length };
  }
  const { period } = first;
  if (side !== undefined) return { time: { period, side }, length };
  return isOpenEnded(words, length)
    ? { time: { period, side: 'since' }, length: length + 1 }
    : { time: { period }, length };
}

/** From the start of one period to the end of another. */
function rangeOf(
  words: readonly string[],
  word: string,
): { readonly time: NamedTime; readonly length: number } | undefined {
  const start = joiners[word] === undefined ? 0 : 1;
  const joined = joiners[word] ?? plainJoiners;
  const join = words.findIndex((one, i) => i > start && i <= start + maxPeriodWords && joined.has(one));
  const last = join < 0 ? undefined : periodOf(words.slice(join + 1));
  if (last?.period.kind !== 'fixed') return undefined;
  const first = rangeStart(words.slice(start, join), last.period);
  if (!first) return undefined;
  // “between 2024 and 2023” is the same as “between 2023 and 2024”.
  const [period, to] = first.start <= last.period.start ? [first, last.period] : [last.period, first];
  return { time: { period, to }, length: join + 1 + last.length };
}

const maxPeriodWords = 5;

/**
 * The start of a range, as far as its words go: its year, or month and year, are those of the end. Its year may also be
 * the one before: “from November to February 2024”.
 */
function rangeStart(words: readonly string[], end: FixedPeriod): FixedPeriod | undefined {
  const whole = periodOf(words);
  if (whole) return whole.length === words.length && whole.period.kind === 'fixed' ? whole.period : undefined;
  const [year = 0, month = 1] = end.start.split('-').map(Number);
  const omitted = [[year], [year - 1], ...(end.unit === 'day' ? [[monthNames[month - 1], year]] : [])];
  return omitted
    .map((rest) => [...words, ...rest.map(String)])
    .flatMap((completed) => {
      const found = calendarPeriod(completed);
      return found?.length === completed.length && found.period.kind === 'fixed' ? [found.period] : [];
    })
    .find(({ start }) => start <= end.start);
}
