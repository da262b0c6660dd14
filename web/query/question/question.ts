// A question in a few words, as far as names, periods and values go: "invoices Germany 2024", "top 10 customers 2024"
// and "invoices per country and year" become queries.
import { foldForSearch } from '../../model/matching.ts';
import type { Column, Entity, Model } from '../../model/model.ts';
import { isQuantity } from '../../values/types.ts';
import type { QueryDocument } from '../document.ts';
import { isEvent, revenueEntity } from './measures.ts';
import { isKeyNumber } from './numbered.ts';
import { Question, READINGS_AT_MOST } from './queries.ts';
import { isPart } from './timeParts.ts';
import {
  asksForMeasure,
  bottomWords,
  groupWords,
  nameParts,
  own,
  revenueWords,
  stem,
  topWords,
  units,
} from './vocabulary.ts';

export interface Named {
  readonly entity: Entity;
  /** The records are what something is worked out for: “average salary per department”. */
  readonly isPer?: boolean;
  /** They are named by one of them. */
  readonly isOne?: boolean;
  /** Where among the words that are left the name stood. */
  readonly stood?: number;
  readonly rest: readonly string[];
}

/** Whether a number can only be the key of a record: four digits are a year as well. */
function isKeyOf({ key, column }: Entity, word: string): boolean {
  const [name, more] = key;
  const isWhole = name !== undefined && more === undefined && column.get(name)?.type === 'integer';
  return isWhole && isKeyNumber(word);
}

/** The entity that the words name, wherever they do, and the words that are left. The first one is what is asked about, by its longest name. */
export function namedEntity(model: Model, words: readonly string[]): Named | undefined {
  let best: (Named & { readonly at: number; readonly length: number }) | undefined;
  for (const entity of model.entities.values()) {
    const name = nameParts(entity.label).map(stem);
    for (let at = 0; at + name.length <= words.length; at++) {
      const fits = name.every((part, i) => part === stem(words[at + i] ?? ''));
      const isBetter = !best || at < best.at || (at === best.at && name.length > best.length);
      if (!fits || !isBetter) continue;
      best = {
        entity,
        rest: words.toSpliced(at, name.length),
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
 * What the words are about where they name nothing but a quantity, and what is wanted of it: "average total per country". What
 * happened at some time comes first. "Revenue" is a quantity by whichever name the database has for it. All words are left, since the quantity is asked for.
 */
function byQuantity(model: Model, words: readonly string[]): Named | undefined {
  const stems = words.map(stem);
  const isRevenue = stems.some((word) => revenueWords.has(word));
  const paid = !isRevenue && isBestTime(stems) ? revenueEntity(model) : undefined;
  if (paid) return { entity: paid, rest: [...words, 'by', 'revenue'] };
  if (!isRevenue && !asksForMeasure(stems)) return undefined;
  const isNamed = ({ label }: Column) => {
    const name = nameParts(label).map(stem);
    return stems.some((_, at) => name.every((part, i) => part === stems[at + i]));
  };
  const having = [...model.entities.values()].filter(({ columns }) =>
    columns.some((column) => isQuantity(column) && isNamed(column)),
  );
  const called = having.find((one) => isEvent(model, one)) ?? having[0];
  const entity = called ?? (isRevenue ? revenueEntity(model) : undefined);
  return entity && { entity, rest: words };
}

/** “best month”: of what, goes without saying where money comes in. */
function isBestTime(stems: readonly string[]): boolean {
  const isTop = (word = '') => topWords.has(word) || bottomWords.has(word);
  return stems.some((word, i) => isTop(stems[i - 1]) && (own(units, word) !== undefined || isPart(stems, i)));
}

export function wordsOf(text: string): readonly string[] {
  return text
    .replace(/\b(best|top|worst)-?selling\b/gi, '$1 selling')
    .split(/[\s,;?]+/)
    .filter((word) => word !== '');
}

export interface Asked {
  /** What the words may mean, the likeliest first. */
  readonly readings: readonly QueryDocument[];
  /** The words that are looked for in the texts of the records. */
  readonly texts: readonly string[];
  /** The words that mean nothing here. */
  readonly unknown: readonly string[];
}

/**
 * The queries that the words may ask for; undefined where they name no entity, or nothing but one. `isText` says which
 * words the records of an entity have; others are not understood.
 */
export function askedFor(
  model: Model,
  text: string,
  isText: (word: string) => boolean = () => true,
): Asked | undefined {
  const words = wordsOf(text);
  const named = namedEntity(model, words) ?? byQuantity(model, words);
  if (!named || named.rest.length === 0) return undefined;
  const { entity, isPer = false, isOne = false, stood } = named;
  // “revenue of customer 5 per year” is about one of them. “Track 9” alone may be a part of a name.
  const behind = isOne && stood !== undefined ? (named.rest[stood] ?? '') : '';
  const key = named.rest.length > 1 && isKeyOf(entity, behind) ? behind : undefined;
  const rest = key === undefined ? named.rest : named.rest.toSpliced(stood ?? 0, 1);
  const sense = { isText, isPer, isOne, stood, key };
  const question = new Question(model, entity, rest, sense);
  const others = question
    .otherDates()
    .flatMap((date) => new Question(model, entity, rest, sense, date).readings().slice(0, 1));
  const readings = [...question.readings(), ...others].slice(0, READINGS_AT_MOST);
  return { readings, texts: question.texts, unknown: [...new Set(question.unknown)] };
}
