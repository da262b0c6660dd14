// The words of questions that have the same meaning for every database.
import type { SummaryName } from '../../../src/contract/summaries.ts';
import { foldForSearch } from '../../model/matching.ts';
import type { TimePart } from '../../values/timeParts.ts';
import type { Unit } from '../filters/relative.ts';

/** The words of a name, without punctuation. */
export function nameParts(name: string): readonly string[] {
  return foldForSearch(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Plurals that no rule makes. */
const irregularPlurals: Readonly<Record<string, string>> = {
  people: 'person',
  children: 'child',
  men: 'man',
  women: 'woman',
  movies: 'movie',
  cookies: 'cookie',
  analyses: 'analysis',
  diagnoses: 'diagnosis',
  hypotheses: 'hypothesis',
  theses: 'thesis',
};

/** "invoices" and "Invoice" are the same thing to a person. */
export function stem(word: string): string {
  const folded = foldForSearch(word);
  const singular = irregularPlurals[Object.hasOwn(irregularPlurals, folded) ? folded : ''] ?? folded;
  // “addresses”, “boxes”, “branches”, and so “cache”, too
  const bare = singular.replace(/(?<=ss|x|ch|sh)es?$/, '').replace(/(?<=..)sis$/, 's');
  return bare.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '');
}

export const summaryWords: Readonly<Record<string, SummaryName>> = {
  sum: 'sum',
  average: 'avg',
  avg: 'avg',
  mean: 'avg',
  count: 'count',
  number: 'count',
  maximum: 'max',
  max: 'max',
  minimum: 'min',
  min: 'min',
};
/** Words for the largest or smallest value of a field: “highest total per country”. */
export const extremeWords: Readonly<Record<string, SummaryName>> = {
  highest: 'max',
  largest: 'max',
  biggest: 'max',
  greatest: 'max',
  lowest: 'min',
  smallest: 'min',
};
/** The same of what is judged, such as a grade; the best price may be either. */
export const judgingWords: Readonly<Record<string, SummaryName>> = { best: 'max', worst: 'min' };
export const judgedWords = new Set(['grade', 'mark', 'rating', 'score']);
/** Words that ask for a date. */
export const momentWords: Readonly<Record<string, SummaryName>> = {
  latest: 'max',
  last: 'max',
  earliest: 'min',
  first: 'min',
};
/** Whether the words ask for a calculation, not for something with that name. */
export function asksForMeasure(stems: readonly string[]): boolean {
  return stems.some((word) => Object.hasOwn(summaryWords, word) || groupWords.has(word));
}
/** Words for revenue, whatever the database's name for it. */
export const revenueWords = new Set(['revenue', 'sale', 'turnover', 'income', 'earning']);
/** Words for calculations that are not supported: their field must not be summed instead. */
export const unsupportedWords = new Set([
  'median',
  'mode',
  'percentile',
  'quantile',
  'variance',
  'deviation',
  'stddev',
]);
/** Words for quantities, which are not searched for as texts directly after “average”. */
export const quantityWords = new Set(
  'age amount cost duration height length margin price profit rating salary score size value weight'.split(
    ' ',
  ),
);
export const groupWords = new Set(['per', 'by', 'each']);
export const topWords = new Set(['top', 'best', 'largest', 'biggest', 'highest']);
/** Words for the top N by date; some need a number. */
export const recencyWords: Readonly<
  Record<string, { readonly asc: boolean; readonly needsNumber: boolean }>
> = {
  recent: { asc: false, needsNumber: false },
  newest: { asc: false, needsNumber: false },
  youngest: { asc: false, needsNumber: false },
  oldest: { asc: true, needsNumber: false },
  latest: { asc: false, needsNumber: true },
  last: { asc: false, needsNumber: true },
  earliest: { asc: true, needsNumber: true },
  first: { asc: true, needsNumber: true },
};
/** Those that mean the age of people. */
export const ageWords = new Set(['oldest', 'youngest']);
/** Words for how much of something was sold: “best selling”, “most sold”. */
export const soldWords = new Set(['selling', 'sold']);
/** Words for what somebody paid. */
export const spentWords = new Set(['spent', 'spend', 'spends']);
export const bottomWords = new Set(['bottom', 'worst', 'lowest', 'smallest']);
export const units: Readonly<Record<string, Unit>> = {
  year: 'year',
  quarter: 'quarter',
  month: 'month',
  week: 'week',
  day: 'day',
};
export const monthNames =
  'january february march april may june july august september october november december'.split(' ');
/** Recurring parts of dates: the days of the week, the hours of the day. */
export const partWords: ReadonlyArray<readonly [words: readonly string[], part: TimePart]> = [
  [['weekday'], 'weekday'],
  [['day', 'of', 'the', 'week'], 'weekday'],
  [['day', 'of', 'week'], 'weekday'],
  [['hour', 'of', 'the', 'day'], 'hour'],
  [['hour', 'of', 'day'], 'hour'],
  [['hour'], 'hour'],
  [['day', 'of', 'the', 'month'], 'day'],
  [['month', 'of', 'the', 'year'], 'month'],
];
const inOrder = (names: string, part: TimePart) =>
  names.split(' ').map((name, i) => [name, { part, value: i + 1 }] as const);
/** The names of recurring parts. “May” is another word, too. */
export const namedParts: Readonly<Record<string, { readonly part: TimePart; readonly value: number }>> =
  Object.fromEntries([
    ...inOrder('monday tuesday wednesday thursday friday saturday sunday', 'weekday'),
    ...inOrder(monthNames.join(' '), 'month').filter(([name]) => name !== 'may'),
  ]);
/** Words for a rank, which cannot be selected: “second longest”. */
export const ordinals = new Set('second third fourth fifth 2nd 3rd 4th 5th'.split(' '));
/** Words that ask for a share of the total. */
export const shareWords = new Set(['share', 'percentage', 'percent', 'proportion']);
/** Words that ask for the record with the most of something, or the fewest. */
export const mostWords: Readonly<Record<string, { readonly asc: boolean }>> = {
  most: { asc: false },
  fewest: { asc: true },
  least: { asc: true },
};
export const comparisons: ReadonlyArray<readonly [words: readonly string[], operator: string]> = [
  [['no', 'more', 'than'], 'LTE'],
  [['not', 'more', 'than'], 'LTE'],
  [['no', 'fewer', 'than'], 'GTE'],
  [['not', 'fewer', 'than'], 'GTE'],
  [['no', 'less', 'than'], 'GTE'],
  [['not', 'less', 'than'], 'GTE'],
  [['more', 'than'], 'GT'],
  [['at', 'least'], 'GTE'],
  [['less', 'than'], 'LT'],
  [['fewer', 'than'], 'LT'],
  [['at', 'most'], 'LTE'],
  [['up', 'to'], 'LTE'],
  [['exactly'], 'EQ'],
  [['precisely'], 'EQ'],
  [['over'], 'GT'],
  [['above'], 'GT'],
  [['under'], 'LT'],
  [['below'], 'LT'],
];
/** Words that say on which side of a period something lies, the longer ones first. */
export const sides: ReadonlyArray<readonly [words: readonly string[], side: Side]> = [
  [['no', 'later', 'than'], 'until'],
  [['not', 'later', 'than'], 'until'],
  [['no', 'earlier', 'than'], 'since'],
  [['not', 'earlier', 'than'], 'since'],
  [['earlier', 'than'], 'before'],
  [['later', 'than'], 'after'],
  [['prior', 'to'], 'before'],
  [['before'], 'before'],
  [['until'], 'until'],
  [['till'], 'until'],
  [['through'], 'until'],
  [['since'], 'since'],
  [['after'], 'after'],
];
/** Words after which a period does not mean “within the period”. */
export const nonContainingWords = new Set([
  'outside',
  'than',
  ...sides.flatMap(([words]) => words.slice(-1)),
]);
export type Side = 'before' | 'until' | 'since' | 'after';
/**
 * Words that change the meaning of others. If they are not understood, they are reported instead of searched for, and
 * so is a number after them.
 */
export const modifiers = new Set(
  'above after before below between earlier exactly fewer greater higher later least less longer lower more most next or outside over shorter since than through till under until'.split(
    ' ',
  ),
);
export const negations = new Set([
  'without',
  'no',
  'never',
  'not',
  'except',
  'excluding',
  'but',
  'nothing',
  'nobody',
  'neither',
  'non',
]);
/** Activities, with the names of their records: “who never ordered”. */
const bought = ['order', 'invoice', 'sale', 'purchase'];
const enrolled = ['enrolment', 'enrollment', 'registration'];
export const activities: Readonly<Record<string, readonly string[]>> = {
  bought,
  ordered: bought,
  purchased: bought,
  sold: bought,
  rented: ['rental', 'lease'],
  booked: ['booking', 'reservation'],
  borrowed: ['loan', 'lending', 'checkout'],
  enrolled,
  registered: enrolled,
};
/** The same after “did not”. */
export const activityInfinitives: Readonly<Record<string, readonly string[]>> = {
  buy: bought,
  order: bought,
  purchase: bought,
  sell: bought,
  rent: activities.rented ?? [],
  book: activities.booked ?? [],
  borrow: activities.borrowed ?? [],
  enrol: enrolled,
  enroll: enrolled,
  register: enrolled,
};
/** The first words of names that say where something comes from and where it goes. */
export const directionWords: Readonly<Record<string, readonly string[]>> = {
  from: ['from', 'origin', 'departure', 'source', 'start', 'sender'],
  to: ['to', 'destination', 'arrival', 'target', 'end', 'recipient', 'receiver'],
};
/** Words for somebody's superior of the same kind. */
export const superiorWords = new Set(['manager', 'boss', 'supervisor', 'superior']);
/** Filler words. */
export const fillers = new Set(
  'a all an and are as at did do does find for from give had has have having her his how i in is list many me much my of on our show that the their there to us was we were what where which who whose with'.split(
    ' ',
  ),
);
const numberWords = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
/** Small numbers as digits, however they are written. */
export function inDigits(word: string): string {
  const value = numberWords.indexOf(word);
  return value < 0 ? word : String(value);
}
/** A number. The point of 50.000 may be a decimal one or separate thousands. */
export const NUMBER = /^(?!-?[1-9]\d{0,2}\.\d{3}$)-?\d+([.,]\d+)?$/;
export const lookup = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;
