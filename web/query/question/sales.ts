// What was sold of the question's records, and what they spent: “best selling artists”, “who spent the most”.
import { isMoment, isQuantity } from '../../values/types.ts';
import type { WordCursor } from './cursor.ts';
import { revenueOf, soldOf } from './measures.ts';
import { TOP_OF } from './related.ts';
import {
  bottomWords,
  deeds,
  mostWords,
  NUMBER,
  nameParts,
  own,
  soldWords,
  spentWords,
  stem,
  topWords,
} from './vocabulary.ts';

/** “best selling artists”, “most sold tracks”: only by what was sold of them. */
export function sold(cursor: WordCursor): boolean {
  const { plain, meant, model, entity } = cursor;
  const most = own(mostWords, plain[cursor.at] ?? '');
  const at = most ? cursor.at + 1 : cursor.at;
  const isOfTop = most !== undefined || (meant.top?.words !== undefined && endsTop(cursor, at));
  if (!isOfTop || !soldWords.has(plain[at] ?? '')) return false;
  const isSale = (label: string) => nameParts(label).some((part) => deeds.sold?.includes(stem(part)));
  const measure = entity && soldOf(model, entity, isSale);
  if (most) meant.top ??= { n: TOP_OF, asc: most.asc, words: cursor.said(at) };
  if (measure) meant.measures.push(measure);
  else {
    meant.isUnranked = true;
    meant.unknown.push(cursor.words[at] ?? '');
  }
  cursor.at = at + 1;
  return true;
}

/** Whether the words before a position are those of a top N, so that the word there is its criterion. */
export function endsTop({ plain }: WordCursor, at: number): boolean {
  const before = plain[NUMBER.test(plain[at - 1] ?? '') ? at - 2 : at - 1] ?? '';
  return topWords.has(before) || bottomWords.has(before);
}

/** “top 10 countries by revenue”: the top groups, if a field of the records follows the number. */
export function topGroup(cursor: WordCursor): boolean {
  const { meant, at } = cursor;
  if (!meant.top?.words || !endsTop(cursor, at)) return false;
  const found = cursor.field(
    at,
    ({ many, column }) => !many && !isQuantity(column) && !isMoment(column.type),
  );
  if (!found) return false;
  meant.groups.push(found.found);
  meant.topGroup = found.found;
  cursor.at = found.next;
  return true;
}

/** “who spent the most”, “who spent more than 40”: the sum of their payments. */
export function spent(cursor: WordCursor): boolean {
  const { plain, meant, model, entity } = cursor;
  if (!spentWords.has(plain[cursor.at] ?? '')) return false;
  const path = entity && revenueOf(model, entity);
  if (!path || path.steps.length === 0) return false;
  const at = cursor.skipFillers(cursor.at + 1);
  const most = own(mostWords, plain[at] ?? '');
  // The “at” of “at least” is not a filler.
  const compared = cursor.comparison(cursor.at + 1) ?? cursor.comparison(at);
  if (compared) {
    const { next, ...presence } = compared;
    meant.related.push({ many: { path, words: [] }, presence, of: path });
    cursor.at = next;
    return true;
  }
  if (!most) return false;
  meant.top ??= { n: TOP_OF, asc: most.asc };
  meant.measures.push({ summary: 'sum', path });
  cursor.at = at + 1;
  return true;
}
