// What the words of a question stand for, one after the other: periods, a top, measures, groups, related records, values.
import type { SummaryName } from '../../src/contract/summaries.ts';
import { foldForSearch } from '../model/matching.ts';
import type { Model } from '../model/model.ts';
import { isMoment, isQuantity } from '../values/types.ts';
import type { QueryDocument } from './document.ts';
import { type Found, type FoundMany, findFields, findMany } from './find.ts';
import { fixedPeriod, type Period, type Unit } from './relative.ts';

export interface Compared {
  readonly operator: string;
  readonly value: string;
}

export interface WantedMeasure {
  readonly summary: SummaryName;
  /** Absent: the usual field, or the date where one is asked for. */
  readonly of?: Found | FoundMany;
  readonly isMoment?: boolean;
}

/** What was found in the words. What nobody understood is kept, to be said. */
export interface Meant {
  top?: { readonly n: number; readonly asc: boolean };
  readonly periods: { readonly period: Period; readonly words: string }[];
  readonly measures: WantedMeasure[];
  readonly groups: (Found | Unit)[];
  readonly related: { readonly many: FoundMany; readonly presence: 'EXISTS' | 'NOT_EXISTS' | Compared }[];
  readonly compared: (Compared & { readonly field: Found })[];
  readonly texts: string[];
  readonly unknown: string[];
}

/** "invoices" and "Invoice" are the same thing to a person. */
export function stem(word: string): string {
  return foldForSearch(word)
    .replace(/ies$/, 'y')
    .replace(/(?<=[^s])s$/, '');
}

const summaryWords: Readonly<Record<string, SummaryName>> = {
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
/** Words that ask for a date. */
const momentWords: Readonly<Record<string, SummaryName>> = {
  latest: 'max',
  last: 'max',
  earliest: 'min',
  first: 'min',
};
const topWords = new Set(['top', 'best', 'largest', 'biggest', 'highest']);
const bottomWords = new Set(['bottom', 'worst', 'lowest', 'smallest']);
const units: Readonly<Record<string, Unit>> = {
  year: 'year',
  quarter: 'quarter',
  month: 'month',
  week: 'week',
  day: 'day',
};
const months = 'january february march april may june july august september october november december'.split(
  ' ',
);
const comparisons: ReadonlyArray<readonly [words: readonly string[], operator: string]> = [
  [['more', 'than'], 'GT'],
  [['at', 'least'], 'GTE'],
  [['less', 'than'], 'LT'],
  [['fewer', 'than'], 'LT'],
  [['at', 'most'], 'LTE'],
  [['over'], 'GT'],
  [['above'], 'GT'],
  [['under'], 'LT'],
  [['below'], 'LT'],
];
const refusals = new Set(['without', 'no', 'never', 'not', 'except', 'but']);
/** Words that say nothing of their own. */
const fillers = new Set(
  'a all an and are as at for from had has have having her his in is list many me my of on our show the their to was were what which who whose with'.split(
    ' ',
  ),
);
const TOP_OF = 10;
const LONGEST_NAME = 4;

const NUMBER = /^\d+([.,]\d+)?$/;
const quarterOf = (word: string) => /^q([1-4])$/.exec(word)?.[1];
const yearOf = (word: string | undefined) => (word && /^(19|20)\d\d$/.test(word) ? Number(word) : undefined);
const own = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

/** Whether the words are whole words of the name, in whatever number. */
function isNamed(name: readonly string[], wanted: readonly string[]): boolean {
  const parts = new Set(name.flatMap((one) => one.split(/[^\p{L}\p{N}]+/u)).map(stem));
  return wanted.every((word) => parts.has(word));
}

/** Reads the words from left to right; `isText` says which of those left over may be values. */
export function readWords(
  doc: QueryDocument,
  model: Model,
  words: readonly string[],
  isText: (word: string) => boolean,
): Meant {
  const meant: Meant = {
    periods: [],
    measures: [],
    groups: [],
    related: [],
    compared: [],
    texts: [],
    unknown: [],
  };
  const plain = words.map(foldForSearch);
  let at = 0;

  /** What the longest run of words from here on names. */
  function named<T>(from: number, find: (stems: readonly string[]) => T | undefined) {
    for (let length = Math.min(LONGEST_NAME, words.length - from); length > 0; length--) {
      const stems = words.slice(from, from + length).map(stem);
      const found = find(stems);
      if (found !== undefined) return { found, next: from + length };
    }
    return undefined;
  }
  const field = (from: number, suits: (found: Found) => boolean = () => true) =>
    named(from, (stems) =>
      findFields(doc, model, stems.join(' ')).find((one) => isNamed(one.words, stems) && suits(one)),
    );
  const many = (from: number) =>
    named(from, (stems) => findMany(doc, model, stems.join(' ')).find((one) => isNamed(one.words, stems)));
  const isAmount = ({ column }: Found) => isQuantity(column);

  function period(): boolean {
    const [word = '', second = '', third = ''] = plain.slice(at);
    const take = (length: number, found: Period) => {
      meant.periods.push({ period: found, words: words.slice(at, at + length).join(' ') });
      at += length;
      return true;
    };
    const year = yearOf(word);
    const month = months.findIndex((name) => word.length >= 3 && name.startsWith(word));
    const quarter = quarterOf(word);
    if (year !== undefined) {
      const late = quarterOf(second);
      if (late !== undefined) return take(2, fixedPeriod('quarter', new Date(year, (Number(late) - 1) * 3)));
      return take(1, fixedPeriod('year', new Date(year, 0)));
    }
    const following = yearOf(second);
    if (following !== undefined && month >= 0)
      return take(2, fixedPeriod('month', new Date(following, month)));
    if (following !== undefined && quarter !== undefined)
      return take(2, fixedPeriod('quarter', new Date(following, (Number(quarter) - 1) * 3)));
    const [, y, m, d] = /^(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(word) ?? [];
    if (y !== undefined)
      return take(1, fixedPeriod(d ? 'day' : 'month', new Date(Number(y), Number(m) - 1, Number(d ?? 1))));
    if (word === 'today') return take(1, { kind: 'this', count: 1, unit: 'day' });
    if (word === 'yesterday') return take(1, { kind: 'previous', count: 1, unit: 'day' });
    if (word !== 'last' && word !== 'this' && word !== 'previous') return false;
    const unit = own(units, stem(second));
    if (unit) return take(2, { kind: word === 'this' ? 'this' : 'previous', count: 1, unit });
    const several = own(units, stem(third));
    return several && /^\d{1,4}$/.test(second) && Number(second) > 0
      ? take(3, { kind: word, count: Number(second), unit: several })
      : false;
  }

  function top(): boolean {
    const isTop = (word: string | undefined) =>
      word !== undefined && (topWords.has(word) || bottomWords.has(word));
    const [word = '', second = ''] = plain.slice(at);
    const count = (text: string) => (/^\d{1,4}$/.test(text) && Number(text) > 0 ? Number(text) : undefined);
    if (isTop(word)) {
      const n = yearOf(second) === undefined ? count(second) : undefined;
      meant.top = { n: n ?? TOP_OF, asc: bottomWords.has(word) };
      at += n === undefined ? 1 : 2;
      return true;
    }
    const before = count(word);
    if (before === undefined || !isTop(second)) return false;
    meant.top = { n: before, asc: bottomWords.has(second) };
    at += 2;
    return true;
  }

  /** "more than 100": the operator and the number. */
  function comparison(from: number): (Compared & { readonly next: number }) | undefined {
    for (const [saying, operator] of comparisons) {
      const value = plain[from + saying.length];
      if (saying.every((part, i) => plain[from + i] === part) && value !== undefined && NUMBER.test(value))
        return { operator, value: value.replace(',', '.'), next: from + saying.length + 1 };
    }
    return undefined;
  }

  function related(): boolean {
    let from = at;
    const has = ['with', 'have', 'has', 'having'].includes(plain[from] ?? '');
    if (has) from++;
    const compared = comparison(from);
    if (compared) {
      const counted = many(compared.next);
      if (!counted) return false;
      const { operator, value } = compared;
      meant.related.push({ many: counted.found, presence: { operator, value } });
      at = counted.next;
      return true;
    }
    const isRefused = refusals.has(plain[from] ?? '');
    if (!has && !isRefused) return false;
    while (refusals.has(plain[from] ?? '') || plain[from] === 'any') from++;
    const found = many(from);
    if (found) {
      meant.related.push({ many: found.found, presence: isRefused ? 'NOT_EXISTS' : 'EXISTS' });
      at = found.next;
    } else if (isRefused) {
      // The word behind it must not be looked for: the opposite was asked.
      meant.unknown.push(...words.slice(at, from + 1));
      at = from + 1;
    }
    return found !== undefined || isRefused;
  }

  function measure(): boolean {
    const dated = own(momentWords, plain[at] ?? '');
    const summary = dated ?? own(summaryWords, plain[at] ?? '');
    if (!summary) return false;
    let from = at + 1;
    while (plain[from] === 'of' || plain[from] === 'the') from++;
    const suits = dated ? ({ column }: Found) => isMoment(column.type) : isAmount;
    const found = summary === 'count' ? many(from) : field(from, suits);
    meant.measures.push({
      summary,
      ...(found ? { of: found.found } : {}),
      ...(dated ? { isMoment: true } : {}),
    });
    at = found?.next ?? from;
    return true;
  }

  /** "by total" is the measure of a top; "per country and year" are groups. */
  function groups(): boolean {
    const word = plain[at];
    if (word !== 'per' && word !== 'by' && word !== 'each') return false;
    at++;
    if (plain[at] === 'each') at++;
    for (;;) {
      const isMeasure = meant.top !== undefined && word === 'by';
      if (isMeasure && measure()) return true;
      const unit = isMeasure ? undefined : own(units, stem(plain[at] ?? ''));
      const found = unit ? undefined : field(at, isMeasure ? isAmount : ({ many: isMany }) => !isMany);
      if (!unit && !found) {
        const counted = isMeasure ? many(at) : undefined;
        if (counted) meant.measures.push({ summary: 'count', of: counted.found });
        else if (at < words.length) meant.unknown.push(words[at] ?? '');
        at = counted?.next ?? at + 1;
        return true;
      }
      if (found && isMeasure) meant.measures.push({ summary: 'sum', of: found.found });
      else meant.groups.push(...(unit ? [unit] : []), ...(found ? [found.found] : []));
      at = found?.next ?? at + 1;
      if (plain[at] !== 'and') return true;
      at++;
    }
  }

  function quantity(): boolean {
    const found = field(at, isAmount);
    if (!found) return false;
    const compared = comparison(found.next);
    if (compared && !found.found.many) {
      meant.compared.push({ field: found.found, operator: compared.operator, value: compared.value });
      at = compared.next;
    } else {
      meant.measures.push({ summary: 'sum', of: found.found });
      at = found.next;
    }
    return true;
  }

  function rest(): void {
    const word = words[at] ?? '';
    at++;
    if (fillers.has(foldForSearch(word))) return;
    if (isText(word)) meant.texts.push(word);
    else meant.unknown.push(word);
  }

  while (at < words.length) {
    if (!top() && !period() && !related() && !groups() && !measure() && !quantity()) rest();
  }
  return meant;
}
