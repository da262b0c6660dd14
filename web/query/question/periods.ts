// The period at the start of some words: “2024”, “Q3 2024”, “march 2024”, “last 3 months”.

import {
  type FixedPeriod,
  fixedPeriod,
  type MovingPeriod,
  type Period,
  periodBetween,
} from '../filters/relative.ts';
import { lookup, monthNames, stem, units } from './vocabulary.ts';

export interface NamedPeriod {
  readonly period: Period;
  /** The number of words it takes. */
  readonly length: number;
}

export const QUARTER_OR_HALF = /^(?:q([1-4])|h([12]))$/;

/** “Q3” and “H1” of a year. */
export function namedPartOf(year: number, word: string): FixedPeriod | undefined {
  const [, quarter, half] = QUARTER_OR_HALF.exec(word) ?? [];
  if (quarter !== undefined) return fixedPeriod('quarter', new Date(year, (Number(quarter) - 1) * 3));
  return half === undefined ? undefined : halfOf(year, Number(half));
}

const halfOf = (year: number, half: number) =>
  half === 1
    ? periodBetween(`${year}-01-01`, `${year}-07-01`)
    : periodBetween(`${year}-07-01`, `${year + 1}-01-01`);

export function yearOf(word: string | undefined): number | undefined {
  return word && /^(19|20)\d\d$/.test(word) ? Number(word) : undefined;
}

export function periodOf(words: readonly string[]): NamedPeriod | undefined {
  return calendarPeriod(words) ?? writtenPeriod(words) ?? movingPeriod(words);
}

/** “since last month”: the previous one and the current one. */
export function sinceMoving({ kind, count, unit }: MovingPeriod): MovingPeriod | undefined {
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
export function calendarPeriod(words: readonly string[]): NamedPeriod | undefined {
  const [first, second, third] = tokensOf(words);
  if (!first) return undefined;
  const year = yearOf(first.word);
  if (year !== undefined) {
    const part = second && namedPartOf(year, second.word);
    return part
      ? { period: part, length: second.end }
      : { period: fixedPeriod('year', new Date(year, 0)), length: 1 };
  }
  return (second && endingInYear(first, second)) ?? (second && third && endingInDay(first, second, third));
}

/** “March 2024”, “Q3 2024”. */
function endingInYear({ word }: Token, { word: last, end }: Token): NamedPeriod | undefined {
  const year = yearOf(last);
  if (year === undefined) return undefined;
  const month = monthOf(word);
  if (month >= 0) return { period: fixedPeriod('month', new Date(year, month)), length: end };
  const part = namedPartOf(year, word);
  return part && { period: part, length: end };
}

/** The words for each of the parts of a year. */
const partNames: Readonly<Record<string, ReadonlyArray<readonly string[]>>> = {
  half: [
    ['first', '1st'],
    ['second', '2nd', 'last'],
  ],
  quarter: [
    ['first', '1st'],
    ['second', '2nd'],
    ['third', '3rd'],
    ['fourth', '4th', 'last'],
  ],
};

/** “first quarter”, “second half” of a year. */
function ordinalPartOf(year: number, ordinal: string, unit: string): FixedPeriod | undefined {
  const at = lookup(partNames, unit)?.findIndex((names) => names.includes(ordinal)) ?? -1;
  return at < 0 ? undefined : namedPartOf(year, `${unit.startsWith('h') ? 'h' : 'q'}${at + 1}`);
}

export const DAY = /^(\d{1,2})(?:st|nd|rd|th)?$/;

/** “first quarter 2025”, “second half 2025”, “29 February 2024”, “February 29 2024”. */
function endingInDay(
  { word: first }: Token,
  { word: second }: Token,
  { word: third, end }: Token,
): NamedPeriod | undefined {
  const year = yearOf(third);
  if (year === undefined) return undefined;
  const part = ordinalPartOf(year, first, second);
  if (part) return { period: part, length: end };
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
