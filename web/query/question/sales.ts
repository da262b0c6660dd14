// What was sold of the question's records, and what they spent: “best selling artists”, “who spent the most”.
import { late } from '../../messages/late.ts';
import type { Entity, Model } from '../../model/model.ts';
import { isMoment, isQuantity } from '../../values/types.ts';
import type { QueryDocument } from '../document.ts';
import { setComputed } from '../formula/computed.ts';
import { isAmount, type WordCursor } from './cursor.ts';
import { productOf, revenueField, salesMeasure } from './measures.ts';
import { DEFAULT_TOP } from './related.ts';
import {
  activities,
  bottomWords,
  lookup,
  mostWords,
  NUMBER,
  nameParts,
  revenueWords,
  soldWords,
  spentWords,
  stem,
  summaryWords,
  topWords,
} from './vocabulary.ts';

/** Whether records with this name are sales. */
export const isSale = (label: string) =>
  nameParts(label).some((part) => activities.sold?.includes(stem(part)));

/** “best selling artists”, “most sold tracks”: only by what was sold of them. */
export function readSold(cursor: WordCursor): boolean {
  const { plain, meaning, model, entity } = cursor;
  const most = lookup(mostWords, plain[cursor.at] ?? '');
  const at = most ? cursor.at + 1 : cursor.at;
  const isOfTop = most !== undefined || (meaning.top?.words !== undefined && followsTopWords(cursor, at));
  if (!isOfTop || !soldWords.has(plain[at] ?? '')) return false;
  const measure = entity && salesMeasure(model, entity, isSale);
  if (most) meaning.top ??= { n: DEFAULT_TOP, asc: most.asc, words: cursor.wordsUpTo(at) };
  if (measure) meaning.measures.push(measure);
  else {
    meaning.hasUnknownRanking = true;
    meaning.unknown.push(cursor.words[at] ?? '');
  }
  cursor.at = at + 1;
  return true;
}

/** Whether the words before a position are those of a top N, so that the word there is its criterion. */
export function followsTopWords({ plain }: WordCursor, at: number): boolean {
  const before = plain[NUMBER.test(plain[at - 1] ?? '') ? at - 2 : at - 1] ?? '';
  return topWords.has(before) || bottomWords.has(before);
}

/** “top 10 countries by revenue”: the top groups, if a field of the records follows the number. */
export function readTopGroup(cursor: WordCursor): boolean {
  const { meaning, at } = cursor;
  if (!meaning.top?.words || !followsTopWords(cursor, at)) return false;
  const found = cursor.field(
    at,
    ({ many, column }) => !many && !isQuantity(column) && !isMoment(column.type),
  );
  if (!found) return false;
  meaning.groups.push(found.found);
  meaning.topGroup = found.found;
  cursor.at = found.next;
  return true;
}

/** “countries by revenue”: every group, sorted by its measure. */
export function readRankedGroup(cursor: WordCursor): boolean {
  const { meaning, plain, at } = cursor;
  if (cursor.skipFillers(0) !== at || meaning.groups.length > 0) return false;
  const found = cursor.field(
    at,
    ({ many, column }) => !many && !isQuantity(column) && !isMoment(column.type),
  );
  if (!found || plain[found.next] !== 'by') return false;
  const by = cursor.skipFillers(found.next + 1);
  const word = plain[by] ?? '';
  const isMeasure = revenueWords.has(stem(word)) || lookup(summaryWords, word) || cursor.field(by, isAmount);
  if (!isMeasure) return false;
  meaning.groups.push(found.found);
  meaning.isRanked = true;
  cursor.at = by;
  return true;
}

/** “who spent the most”, “who spent more than 40”: the sum of their payments. */
export function readSpent(cursor: WordCursor): boolean {
  const { plain, meaning, model, entity } = cursor;
  if (!spentWords.has(plain[cursor.at] ?? '')) return false;
  const path = entity && revenueField(model, entity);
  if (!path || path.steps.length === 0) return false;
  const at = cursor.skipFillers(cursor.at + 1);
  const most = lookup(mostWords, plain[at] ?? '');
  // The “at” of “at least” is not a filler.
  const compared = cursor.comparison(cursor.at + 1) ?? cursor.comparison(at);
  if (compared) {
    const { next, ...presence } = compared;
    meaning.related.push({ many: { path, words: [] }, presence, of: path });
    cursor.at = next;
    return true;
  }
  if (!most) return false;
  meaning.top ??= { n: DEFAULT_TOP, asc: most.asc };
  meaning.measures.push({ summary: 'sum', path });
  cursor.at = at + 1;
  return true;
}

/** The records with their price times quantity, under the name that a person would give to that. */
export function withRevenue(doc: QueryDocument, model: Model, entity: Entity): QueryDocument {
  const [price, quantity] = productOf(entity) ?? [];
  if (!price || !quantity) return doc;
  const name = late.question.revenueOf(price.label, quantity.label);
  const args = [{ alias: price.label }, { alias: quantity.label }];
  return setComputed(doc, model, entity.name, { name, expr: { fn: 'MUL', args } });
}
