// The period at the start of some words: “2024”, “Q3 2024”, “march 2024”, “last 3 months”.

import { type FixedPeriod, fixedPeriod, type Period } from '../filters/relative.ts';
import { monthNames, own, type Side, sides, stem, units } from './vocabulary.ts';

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

/** “2024”, “before 2022”, “since March 2025”, “between 2022 and 2024”, “from 2022 to Q2 2024”. */
export function timeOf(
  words: readonly string[],
): { readonly time: NamedTime; readonly length: number } | undefined {
  const plain = periodOf(words);
  if (plain) return { time: { period: plain.period }, length: plain.length };
  const [word = ''] = words;
  const side = own(sides, word);
  if (side === undefined && word !== 'between') return undefined;
  const first = periodOf(words.slice(1));
  // The sides of a relative period would have to be relative, too.
  if (first?.period.kind !== 'fixed') return undefined;
  const length = 1 + first.length;
  const joins = word === 'between' ? ['and'] : word === 'from' ? ['to', 'until', 'till'] : [];
  const second = joins.includes(words[length] ?? '') ? periodOf(words.slice(length + 1)) : undefined;
  if (second?.period.kind === 'fixed') {
    return { time: { period: first.period, to: second.period }, length: length + 1 + second.length };
  }
  return side === undefined ? undefined : { time: { period: first.period, side }, length };
}

/** A year, with or without its quarter or month. */
function calendarPeriod([word = '', second = '']: readonly string[]): NamedPeriod | undefined {
  const year = yearOf(word);
  if (year !== undefined) {
    const quarter = quarterOf(second);
    return quarter === undefined
      ? { period: fixedPeriod('year', new Date(year, 0)), length: 1 }
      : { period: fixedPeriod('quarter', new Date(year, quarter)), length: 2 };
  }
  const following = yearOf(second);
  if (following === undefined) return undefined;
  const month = monthNames.findIndex((name) => word.length >= 3 && name.startsWith(word));
  if (month >= 0) return { period: fixedPeriod('month', new Date(following, month)), length: 2 };
  const quarter = quarterOf(word);
  return quarter === undefined
    ? undefined
    : { period: fixedPeriod('quarter', new Date(following, quarter)), length: 2 };
}

/** “2024-05” and “2024-05-17”. */
function writtenPeriod([word = '']: readonly string[]): NamedPeriod | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(word) ?? [];
  if (year === undefined) return undefined;
  const date = new Date(Number(year), Number(month) - 1, Number(day ?? 1));
  return { period: fixedPeriod(day ? 'day' : 'month', date), length: 1 };
}

/** A relative period. */
function movingPeriod([word = '', second = '', third = '']: readonly string[]): NamedPeriod | undefined {
  if (word === 'today') return { period: { kind: 'this', count: 1, unit: 'day' }, length: 1 };
  if (word === 'yesterday') return { period: { kind: 'previous', count: 1, unit: 'day' }, length: 1 };
  if (word !== 'last' && word !== 'this' && word !== 'previous') return undefined;
  const unit = own(units, stem(second));
  if (unit) return { period: { kind: word === 'this' ? 'this' : 'previous', count: 1, unit }, length: 2 };
  const several = own(units, stem(third));
  return several && /^\d{1,4}$/.test(second) && Number(second) > 0
    ? { period: { kind: word, count: Number(second), unit: several }, length: 3 }
    : undefined;
}
