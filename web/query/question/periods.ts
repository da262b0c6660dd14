// The period at the start of some words: “2024”, “Q3 2024”, “march 2024”, “last 3 months”.

import { type FixedPeriod, fixedPeriod, type MovingPeriod, type Period } from '../filters/relative.ts';
import { lookup, monthNames, type Side, sides, stem, units } from './vocabulary.ts';

export interface NamedPeriod {
  readonly period: Period;
  /** The number of words it takes. */
  readonly length: number;
}

/** The index of a quarter's first month. */
function quarterOf(word: string): number | undefined {
  const [, number] = /^q([1-4])$/.exec(word) ?? [];
  return number === undefined ? undefined : (Number(number) - 1) * 3;
}

export function yearOf(word: string | undefined): number | undefined {
  return word && /^(19|20)\d\d$/.test(word) ? Number(word) : undefined;
}

export function periodOf(words: readonly string[]): NamedPeriod | undefined {
  return calendarPeriod(words) ?? writtenPeriod(words) ?? movingPeriod(words);
}

/** The time in a question: within a period, on one side of it, or from one to another. */
export interface NamedTime {
  readonly period: Period;
  readonly side?: Side;
  /** The last period, if there are two. */
  readonly to?: FixedPeriod;
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
  const plain = periodOf(words);
  if (plain) return { time: { period: plain.period }, length: plain.length };
  const [phrase, side] = sideAt(words) ?? [[word]];
  if (side === undefined && word !== 'from') return undefined;
  const first = periodOf(words.slice(phrase.length));
  if (!first) return undefined;
  const length = phrase.length + first.length;
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
  return first && { time: { period: first, to: last.period }, length: join + 1 + last.length };
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

/** “since last month”: the previous one and the current one. */
function sinceMoving({ kind, count, unit }: MovingPeriod): MovingPeriod | undefined {
  if (kind === 'previous') return { kind: 'last', count: count + 1, unit };
  return kind === 'this' && count === 1 ? { kind: 'last', count, unit } : undefined;
}

interface Token {
  readonly word: string;
  /** The number of words up to and including this one, with the omitted ones. */
  readonly end: number;
}

/** The first words, without “of” between them: “the first quarter of 2025”. */
function tokensOf(words: readonly string[]): readonly Token[] {
  return words
    .slice(0, 5)
    .map((word, i) => ({ word, end: i + 1 }))
    .filter(({ word }, i) => i === 0 || word !== 'of');
}

const monthOf = (word: string) =>
  word.length < 3 ? -1 : monthNames.findIndex((name) => name.startsWith(word));

/** A year, with or without its quarter, month or day. */
function calendarPeriod(words: readonly string[]): NamedPeriod | undefined {
  const [first, second, third] = tokensOf(words);
  if (!first) return undefined;
  const year = yearOf(first.word);
  if (year !== undefined) {
    const quarter = quarterOf(second?.word ?? '');
    return quarter === undefined || !second
      ? { period: fixedPeriod('year', new Date(year, 0)), length: 1 }
      : { period: fixedPeriod('quarter', new Date(year, quarter)), length: second.end };
  }
  return (second && endingInYear(first, second)) ?? (second && third && endingInDay(first, second, third));
}

/** “March 2024”, “Q3 2024”. */
function endingInYear({ word }: Token, { word: last, end }: Token): NamedPeriod | undefined {
  const year = yearOf(last);
  if (year === undefined) return undefined;
  const month = monthOf(word);
  if (month >= 0) return { period: fixedPeriod('month', new Date(year, month)), length: end };
  const quarter = quarterOf(word);
  return quarter === undefined
    ? undefined
    : { period: fixedPeriod('quarter', new Date(year, quarter)), length: end };
}

const quarters = ['first', 'second', 'third', 'fourth'];
export const DAY = /^(\d{1,2})(?:st|nd|rd|th)?$/;

/** “first quarter 2025”, “29 February 2024”, “February 29 2024”. */
function endingInDay(
  { word: first }: Token,
  { word: second }: Token,
  { word: third, end }: Token,
): NamedPeriod | undefined {
  const year = yearOf(third);
  if (year === undefined) return undefined;
  const quarter = second === 'quarter' ? quarters.indexOf(first) : -1;
  if (quarter >= 0) return { period: fixedPeriod('quarter', new Date(year, quarter * 3)), length: end };
  const month = Math.max(monthOf(first), monthOf(second));
  const day = Number((DAY.exec(first) ?? DAY.exec(second))?.[1] ?? Number.NaN);
  const date = new Date(year, month, day);
  // The month has no such day.
  if (month < 0 || Number.isNaN(day) || date.getMonth() !== month) return undefined;
  return { period: fixedPeriod('day', date), length: end };
}

/** “2024-05” and “2024-05-17”. */
function writtenPeriod([word = '']: readonly string[]): NamedPeriod | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(word) ?? [];
  if (year === undefined) return undefined;
  const date = new Date(Number(year), Number(month) - 1, Number(day ?? 1));
  return { period: fixedPeriod(day ? 'day' : 'month', date), length: 1 };
}

/** Words for relative periods. */
const movingWords: Readonly<Record<string, MovingPeriod['kind']>> = {
  last: 'last',
  past: 'last',
  previous: 'previous',
  this: 'this',
  next: 'next',
};
const days: Readonly<Record<string, MovingPeriod['kind']>> = {
  yesterday: 'previous',
  today: 'this',
  tomorrow: 'next',
};

/** A period relative to today: “last 3 months”, “yesterday”. */
function movingPeriod([word = '', second = '', third = '']: readonly string[]): NamedPeriod | undefined {
  const day = lookup(days, word);
  if (day) return { period: { kind: day, count: 1, unit: 'day' }, length: 1 };
  const kind = lookup(movingWords, word);
  if (!kind) return undefined;
  const unit = lookup(units, stem(second));
  // “last month” is the whole month before this one; “last 3 months” include this one.
  if (unit) return { period: { kind: kind === 'last' ? 'previous' : kind, count: 1, unit }, length: 2 };
  const several = lookup(units, stem(third));
  return several && /^\d{1,4}$/.test(second) && Number(second) > 0
    ? { period: { kind, count: Number(second), unit: several }, length: 3 }
    : undefined;
}
