// Whether anything happened with the records at a time: “not seen since 2023”, “active in 2024”, “last seen in 2022”.
import { stepOf } from '../paths.ts';
import type { WordCursor } from './cursor.ts';
import { ownDate } from './dates.ts';
import { comparedDate } from './readMeasures.ts';
import { mayPrecedeActivity } from './related.ts';
import { lookup, negations } from './vocabulary.ts';

/** The words, and whether they say that something happened. */
const seenWords: Readonly<Record<string, boolean>> = { seen: true, active: true, inactive: false };

/** The date of the only related records that have one; of several kinds, it is unclear which is meant. */
function onlyRelatedDate({ model, entity, doc }: WordCursor) {
  const [root] = doc.entities;
  const dates = (entity?.relations ?? []).flatMap((relation) => {
    if (!root || relation.type !== 'one2many') return [];
    return ownDate(model, { root: root.alias, steps: [stepOf(relation)] }) ?? [];
  });
  return dates.length === 1 ? dates[0] : undefined;
}

export function readSeen(cursor: WordCursor): boolean {
  const { plain, meaning } = cursor;
  let at = cursor.at;
  while (mayPrecedeActivity(plain[at] ?? '')) at++;
  const isLast = plain[at] === 'last' && plain[at + 1] === 'seen';
  if (isLast) at++;
  const word = plain[at] ?? '';
  const happened = lookup(seenWords, word);
  // A date such as Last Seen, a field such as Active and a status have their own meaning.
  const isOther =
    cursor.dateByWordForm(word) || cursor.ownField(at) || (word !== 'seen' && cursor.sense.isText(word));
  if (happened === undefined || isOther) return false;
  const before = plain.slice(cursor.at, at);
  const path = onlyRelatedDate(cursor);
  const isNegated = before.filter((one) => negations.has(one)).length % 2 === 1;
  if (isLast && path && !isNegated) return comparedDate(cursor, 'max', path, at + 1, true);
  const time = cursor.time(cursor.skipFillers(at + 1));
  if (path && time && !isLast) {
    const presence = happened === isNegated ? 'NOT_EXISTS' : 'EXISTS';
    const many = { path: { root: path.root, steps: path.steps }, words: [] };
    meaning.related.push({ many, presence, time: { path, time } });
    cursor.at = time.next;
    return true;
  }
  if (happened && !isLast) return false;
  // “inactive since 2020” must not be read as “since 2020”.
  cursor.at = isLast ? cursor.at : at;
  const next = time?.next ?? at + 1;
  meaning.unknown.push(cursor.wordsUpTo(next));
  cursor.at = next;
  return true;
}
