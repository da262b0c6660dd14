// What was sold of the records of a question, and what they spent: “best selling artists”, “who spent the most”.
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

/** “best selling artists”, “most sold tracks”: by what was sold of them, and by nothing else. */
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

/** Whether the words before a place are those of the top, so that it says what the top is by. */
export function endsTop({ plain }: WordCursor, at: number): boolean {
  const before = plain[NUMBER.test(plain[at - 1] ?? '') ? at - 2 : at - 1] ?? '';
  return topWords.has(before) || bottomWords.has(before);
}

/** “top 10 countries by revenue”: the first of the groups, where what stands behind the number is a field of the records. */
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

/** “who spent the most”, “who spent more than 40”: what their payments come to. */
export function spent(cursor: WordCursor): boolean {
  const { plain, meant, model, entity } = cursor;
  if (!spentWords.has(plain[cursor.at] ?? '')) return false;
  const path = entity && revenueOf(model, entity);
  if (!path || path.steps.length === 0) return false;
  const at = cursor.skipFillers(cursor.at + 1);
  const most = own(mostWords, plain[at] ?? '');
  // “At” of “at least” is no filler.
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
