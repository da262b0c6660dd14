// Converts questions of a few words into queries, as far as names, periods and values go: "invoices Germany 2024", "top
// 10 customers 2024" and "invoices per country and year".
import { late } from '../../messages/late.ts';
import { foldForSearch } from '../../model/matching.ts';
import type { Column, Entity, Model } from '../../model/model.ts';
import { isQuantity } from '../../values/types.ts';
import { emptyDocument, type QueryDocument } from '../document.ts';
import { comparisonAt } from './comparisons.ts';
import type { Sense } from './cursor.ts';
import { afterOf } from './groupConditions.ts';
import { isEvent, linesOf, revenueEntities } from './measures.ts';
import { isKeyNumber } from './numbered.ts';
import { modelsOfOtherRoutes } from './otherRoutes.ts';
import { MAX_READINGS, Question } from './queries.ts';
import { isSale } from './sales.ts';
import { isPart } from './timeParts.ts';
import {
  asksForMeasure,
  bottomWords,
  fillers,
  groupWords,
  inDigits,
  lookup,
  mostWords,
  nameParts,
  revenueWords,
  stem,
  topWords,
  units,
} from './vocabulary.ts';
import type { WholePaths } from './wholeValues.ts';

/** More are not compared. */
const MAX_SUBJECTS = 6;

export interface NamedSubject {
  readonly entity: Entity;
  /** Something is calculated for each of the records: “average salary per department”. */
  readonly isPer?: boolean;
  /** They are named in the singular. */
  readonly isOne?: boolean;
  /** The records are order lines, whose price times quantity is the revenue. */
  readonly isOfLines?: boolean;
  /** The position of the name among the remaining words. */
  readonly stood?: number;
  readonly remaining: readonly string[];
}

/** Whether a number can only be the key of a record; four digits could also be a year. */
function isKeyOf({ key, column }: Entity, word: string): boolean {
  const [name, more] = key;
  const isWhole = name !== undefined && more === undefined && column.get(name)?.type === 'integer';
  return isWhole && isKeyNumber(word);
}

/** “per payment method”: a field of the records, which is not one of those that identify them. */
function isFieldOf({ columns, key, labelColumns }: Entity, words: readonly string[]): boolean {
  const isNamed = ({ label }: Column) =>
    nameParts(label).every((part, i) => stem(part) === stem(words[i] ?? ''));
  return columns.some(
    (column) => ![...key, ...labelColumns].includes(column.name) && !isQuantity(column) && isNamed(column),
  );
}

/**
 * The entity that the words name, wherever they do, and the remaining words. The first one is the subject, by its
 * longest name.
 */
export function namedEntity(model: Model, words: readonly string[]): NamedSubject | undefined {
  let best: (NamedSubject & { readonly at: number; readonly length: number }) | undefined;
  for (const entity of model.entities.values()) {
    const name = nameParts(entity.label).map(stem);
    for (let at = 0; at + name.length <= words.length; at++) {
      const fits = name.every((part, i) => part === stem(words[at + i] ?? ''));
      const isBetter = !best || at < best.at || (at === best.at && name.length > best.length);
      if (!fits || !isBetter) continue;
      best = {
        entity,
        remaining: words.toSpliced(at, name.length),
        isPer: groupWords.has(stem(words[at - 1] ?? '')),
        isOne: foldForSearch(words[at + name.length - 1] ?? '') === name.at(-1),
        stood: at,
        at,
        length: name.length,
      };
    }
  }
  return best;
}

/**
 * The subject of words that name only a quantity and a calculation: "average total per country". Events come first.
 * "Revenue" is a quantity under any name the database has for it. All words remain, since they request the quantity.
 */
function subjectsByQuantity(model: Model, words: readonly string[]): readonly NamedSubject[] {
  const stems = words.map(stem);
  const isRevenue = stems.some((word) => revenueWords.has(word));
  const [best] = !isRevenue && isBestTime(stems) ? revenueEntities(model, isSale) : [];
  if (best) return [{ entity: best, remaining: [...words, 'by', 'revenue'] }];
  if (!isRevenue && !asksForMeasure(stems)) return [];
  const lengthOf = ({ label }: Column) => {
    const name = nameParts(label).map(stem);
    return stems.some((_, at) => name.every((part, i) => part === stems[at + i])) ? name.length : 0;
  };
  // “Refund amount” is that of returns, not of what has an amount.
  const longest = ({ columns }: Entity) => Math.max(0, ...columns.filter(isQuantity).map(lengthOf));
  const having = [...model.entities.values()].filter((one) => longest(one) > 0);
  // Views show the rows of tables.
  const rank = (one: Entity) => Number(!isEvent(model, one)) * 2 + Number(one.kind === 'view');
  const candidates =
    having.length > 0 || !isRevenue
      ? having.toSorted((a, b) => longest(b) - longest(a) || rank(a) - rank(b))
      : revenueEntities(model, isSale);
  return candidates.slice(0, MAX_SUBJECTS).map((entity) => ({ entity, remaining: words }));
}

/** The first of the subjects of which most is understood: “revenue per channel” is that of what has channels. */
function bestUnderstood(
  model: Model,
  subjects: readonly NamedSubject[],
  sense: Pick<Sense, 'isText' | 'wholePathsOf'>,
): NamedSubject | undefined {
  const unknownOf = ({ entity, remaining }: NamedSubject) => {
    const question = new Question(model, entity, remaining, { ...sense, isPer: false, isOne: false });
    question.readings();
    return new Set(question.unknown).size;
  };
  const [only, another] = subjects;
  if (!another) return only;
  const rated = subjects.map((subject) => ({ subject, unknown: unknownOf(subject) }));
  return rated.toSorted((a, b) => a.unknown - b.unknown)[0]?.subject;
}

/** “revenue per genre”, “top 5 artists by revenue”: what was sold of them, by line, if they have no other revenue. */
function byLines(model: Model, words: readonly string[], named: NamedSubject): NamedSubject | undefined {
  const { entity, isPer } = named;
  const plain = words.map(stem);
  const isMost = (word: string, i: number) =>
    lookup(mostWords, word)?.asc === false && revenueWords.has(plain[i + 1] ?? '');
  const isRanked = plain.some((word, i) => topWords.has(word) || bottomWords.has(word) || isMost(word, i));
  const isSorted = plain.some((word, i) => plain[i - 1] === 'by' && revenueWords.has(word));
  const isAsked =
    plain.some((word) => revenueWords.has(word)) &&
    (isPer || isRanked || isSorted || isComparedRevenue(named));
  const lines = isAsked ? linesOf(model, entity) : undefined;
  // The computed field has this name, whatever the words call it.
  const rest = words.map((word) => (revenueWords.has(stem(word)) ? late.question.revenue : word));
  return lines && { entity: lines, remaining: rest, isOfLines: true };
}

/**
 * “genres with revenue over 100”: see `readQualifiedGroups`. What was never sold has no lines, so it would be missing
 * among those with less.
 */
function isComparedRevenue({ remaining, stood = 0 }: NamedSubject): boolean {
  const plain = remaining.map((word) => inDigits(foldForSearch(word)));
  const at = plain.findIndex((word) => revenueWords.has(stem(word)));
  const isFirst = plain
    .slice(0, at)
    .every((word, i) => fillers.has(word) || (i >= stood && word === 'total'));
  const { operator = '' } = comparisonAt(plain, afterOf(plain, at + 1)) ?? {};
  return at > stood && isFirst && ['GT', 'GTE'].includes(operator);
}

/** “best month”: if there is revenue, it goes without saying that it is meant. */
function isBestTime(stems: readonly string[]): boolean {
  const isTop = (word = '') => topWords.has(word) || bottomWords.has(word);
  return stems.some(
    (word, i) => isTop(stems[i - 1]) && (lookup(units, word) !== undefined || isPart(stems, i)),
  );
}

export function wordsOf(text: string): readonly string[] {
  return text.split(/[\s,;?]+/).filter((word) => word !== '');
}

/** “haven't had”, “aren't in”: the words of a title such as “Don't Stop” stay as they are. */
const contraction =
  /\b(have|has|had|do|does|did|is|are|was|were)n['’]t(?= (ever |yet )?(had|have|been|seen|active|sold|bought|buy|ordered|order|in|from)\b)/g;

/** Signs and long forms of comparisons with a number, by their usual words. The number after a date is a year. */
const comparisonForms: ReadonlyArray<readonly [form: RegExp, words: string]> = [
  [/\b(?:greater|more|higher|larger) than or equal to (?=\d)/gi, 'at least '],
  [/\b(?:less|fewer|lower|smaller) than or equal to (?=\d)/gi, 'at most '],
  [/\b(?:greater|higher|larger|bigger) than (?=\d)/gi, 'more than '],
  [/\b(?:lower|smaller) than (?=\d)/gi, 'less than '],
  [/\b(?:equal to|equals) (?=-?\d)/gi, 'exactly '],
  [/(?<!date\s*)\s*(?:>=|≥) *(?=-?\d)/g, ' at least '],
  [/(?<!date\s*)\s*(?:<=|≤) *(?=-?\d)/g, ' at most '],
  [/(?<![<=-]|date\s*)\s*> *(?=-?\d)/g, ' over '],
  [/(?<!date\s*)\s*< *(?=-?\d)/g, ' under '],
  [/(?<![!<>]|date\s*)\s*= *(?=-?\d)/g, ' exactly '],
  [/(?<=\s)(\d+)\+(?=\s)/g, 'at least $1'],
];

/** The words of a question, in which some are written in another way; names are not. */
function questionWords(text: string): readonly string[] {
  const plain = comparisonForms.reduce((rest, [form, words]) => rest.replace(form, words), text);
  return wordsOf(
    plain
      .replace(/(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])/g, (number) => number.replaceAll(',', ''))
      .replace(/\b(best|top|worst)-?selling\b/gi, '$1 selling')
      .replace(contraction, '$1 not')
      .replace(/\b(than|least|most|exactly) once\b/gi, '$1 1 time')
      .replace(/\b(than|least|most|exactly) twice\b/gi, '$1 2 times'),
  );
}

export interface InterpretedQuestion {
  /** The possible readings, likeliest first. */
  readonly readings: readonly QueryDocument[];
  /** The words that are searched for in the texts of the records. */
  readonly texts: readonly string[];
  /** The words that were not understood. */
  readonly unknown: readonly string[];
}

/**
 * The queries for the words; undefined if they name no entity, or nothing else. `isText` says which words occur in an
 * entity's records; others are not understood. `wholePathsOf` says of which fields they are whole values.
 */
export function interpretQuestion(
  model: Model,
  text: string,
  isText: (word: string) => boolean = () => true,
  wholePathsOf?: WholePaths,
): InterpretedQuestion | undefined {
  const words = questionWords(text);
  const sure = { isText, wholePathsOf: wholePathsOf ?? (() => []) };
  const called = namedEntity(model, words) ?? bestUnderstood(model, subjectsByQuantity(model, words), sure);
  const named = (called && byLines(model, words, called)) ?? called;
  if (!named || named.remaining.length === 0) return undefined;
  const { entity, isOne = false, isOfLines = false, stood } = named;
  const isPer = named.isPer === true && !isFieldOf(entity, named.remaining.slice(stood));
  // “revenue of customer 5 per year” is about a single record. “Track 9” alone could be part of a name.
  const followingWord = isOne && stood !== undefined ? (named.remaining[stood] ?? '') : '';
  const key = named.remaining.length > 1 && isKeyOf(entity, followingWord) ? followingWord : undefined;
  const rest = key === undefined ? named.remaining : named.remaining.toSpliced(stood ?? 0, 1);
  const sense = { ...sure, isPer, isOne, isOfLines, stood, key };
  const question = new Question(model, entity, rest, sense);
  const ofDates = question
    .otherDates()
    .flatMap((date) => new Question(model, entity, rest, sense, date).readings().slice(0, 1));
  const own = question.readings();
  const ofRoutes = modelsOfOtherRoutes(model, own[0] ?? emptyDocument, words).flatMap((other) => {
    const asked = new Question(other, other.entities.get(entity.name) ?? entity, rest, sense);
    const found = asked.readings().slice(0, 1);
    return asked.unknown.length > question.unknown.length ? [] : found;
  });
  // “Acme” may be a whole name, and the beginning of others.
  const ofParts = wholePathsOf ? (interpretQuestion(model, text, isText)?.readings.slice(0, 1) ?? []) : [];
  const all = [...own, ...ofRoutes, ...ofDates, ...ofParts];
  const readings = new Map(all.map((doc) => [JSON.stringify(doc), doc]));
  return {
    readings: [...readings.values()].slice(0, MAX_READINGS),
    texts: question.texts,
    unknown: [...new Set(question.unknown)],
  };
}
