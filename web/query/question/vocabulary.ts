// The words of questions that mean the same whatever the database is about.
import type { SummaryName } from '../../../src/contract/summaries.ts';
import { foldForSearch } from '../../model/matching.ts';
import type { TimePart } from '../../values/timeParts.ts';
import type { Unit } from '../filters/relative.ts';

/** The words of a name, without signs. */
export function nameParts(name: string): readonly string[] {
  return foldForSearch(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Plurals that no rule makes. */
const irregular: Readonly<Record<string, string>> = {
  people: 'person',
  children: 'child',
  men: 'man',
  women: 'woman',
  movies: 'movie',
  cookies: 'cookie',
};

/** "invoices" and "Invoice" are the same thing to a person. */
export function stem(word: string): string {
  const folded = foldForSearch(word);
  const singular = irregular[Object.hasOwn(irregular, folded) ? folded : ''];
  if (singular) return singular;
  // “addresses”, “boxes”, “branches”, and so “cache”, too
  const bare = folded.replace(/(?<=ss|x|ch|sh)es?$/, '');
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
/** Words that ask for the most that some have of something, where it is said of which: “highest total per country”. */
export const extremeWords: Readonly<Record<string, SummaryName>> = {
  highest: 'max',
  largest: 'max',
  biggest: 'max',
  greatest: 'max',
  lowest: 'min',
  smallest: 'min',
};
/** Words that ask for a date. */
export const momentWords: Readonly<Record<string, SummaryName>> = {
  latest: 'max',
  last: 'max',
  earliest: 'min',
  first: 'min',
};
/** Whether the words ask for something that is worked out, and not for what is called so. */
export function asksForMeasure(stems: readonly string[]): boolean {
  return stems.some((word) => Object.hasOwn(summaryWords, word) || groupWords.has(word));
}
/** What people call the money that comes in, whatever the database calls it. */
export const revenueWords = new Set(['revenue', 'sale', 'turnover', 'income', 'earning']);
/** Words for what nobody works out here: what they are said of must not be added up instead. */
export const notOffered = new Set([
  'median',
  'mode',
  'percentile',
  'quantile',
  'variance',
  'deviation',
  'stddev',
]);
/** Words for quantities, which right behind “average” are not looked for as texts. */
export const quantityWords = new Set(
  'age amount cost duration height length margin price profit rating salary score size value weight'.split(
    ' ',
  ),
);
export const groupWords = new Set(['per', 'by', 'each']);
export const topWords = new Set(['top', 'best', 'largest', 'biggest', 'highest']);
/** Words that ask for the first so many by their date; some of them only beside a number. */
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
/** Those that are said of people for how long they live. */
export const ofAge = new Set(['oldest', 'youngest']);
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
/** What comes round again: the days of the week, the hours of the day. */
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
/** What comes round again, by its name. “May” is another word, too. */
export const namedParts: Readonly<Record<string, { readonly part: TimePart; readonly value: number }>> =
  Object.fromEntries([
    ...inOrder('monday tuesday wednesday thursday friday saturday sunday', 'weekday'),
    ...inOrder(monthNames.join(' '), 'month').filter(([name]) => name !== 'may'),
  ]);
/** Words for a place in an order, which nobody picks by: “second longest”. */
export const ordinals = new Set('second third fourth fifth 2nd 3rd 4th 5th'.split(' '));
/** Words that ask how much of all something is. */
export const shareWords = new Set(['share', 'percentage', 'percent', 'proportion']);
/** Words that ask for who has the most of something, or the fewest. */
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
export type Side = 'before' | 'until' | 'since' | 'after';
/**
 * Words that turn what others mean. Where they are not understood they are said to be, and not looked for as texts, nor is
 * a number behind them.
 */
export const turns = new Set(
  'above after before below between earlier exactly fewer greater higher later least less longer lower more most next or outside over shorter since than through till under until'.split(
    ' ',
  ),
);
export const refusals = new Set(['without', 'no', 'never', 'not', 'except', 'but', 'nothing', 'nobody']);
/** What people do, by what the records of it are called: “who never ordered”. */
const bought = ['order', 'invoice', 'sale', 'purchase'];
const enrolled = ['enrolment', 'enrollment', 'registration'];
export const deeds: Readonly<Record<string, readonly string[]>> = {
  bought,
  ordered: bought,
  purchased: bought,
  sold: bought,
  rented: ['rental', 'lease'],
  booked: ['booking', 'reservation'],
  enrolled,
  registered: enrolled,
};
/** The same behind “did not”. */
export const deedsNotDone: Readonly<Record<string, readonly string[]>> = {
  buy: bought,
  order: bought,
  purchase: bought,
  sell: bought,
  rent: deeds.rented ?? [],
  book: deeds.booked ?? [],
  enrol: enrolled,
  enroll: enrolled,
  register: enrolled,
};
/** Words for whom somebody of the same kind answers to. */
export const superiors = new Set(['manager', 'boss', 'supervisor', 'superior']);
/** Words that say nothing of their own. */
export const fillers = new Set(
  'a all an and are as at did do does find for from give had has have having her his how i in is list many me much my of on our show that the their there to us was we were what which who whose with'.split(
    ' ',
  ),
);
const numberWords = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
/** Small numbers as digits, whichever way they are written. */
export function inDigits(word: string): string {
  const value = numberWords.indexOf(word);
  return value < 0 ? word : String(value);
}
export const NUMBER = /^\d+([.,]\d+)?$/;
export const own = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;
