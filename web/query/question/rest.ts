// Words that no reader takes: texts to search for, fillers, and what is not understood.
import { foldForSearch } from '../../model/matching.ts';
import type { WordCursor } from './cursor.ts';
import { isMostAt, isUnitOfUnknown } from './qualities.ts';
import { endsTop } from './sales.ts';
import { isCapital, isOfPlaces } from './values.ts';
import {
  bottomWords,
  deeds,
  fillers,
  NUMBER,
  ordinals,
  own,
  quantityWords,
  revenueWords,
  shareWords,
  sides,
  stem,
  summaryWords,
  topWords,
  turns,
  units,
} from './vocabulary.ts';

export function rest(cursor: WordCursor): void {
  const word = cursor.words[cursor.at] ?? '';
  const before = cursor.words[cursor.at - 1] ?? '';
  // A number refers to the word before it: "longest 5".
  const isTurned =
    NUMBER.test(word) &&
    (turns.has(foldForSearch(before)) || cursor.meant.unknown.at(-1) === before || isOfTime(cursor));
  const joins = cursor.meant.texts.at(-1) === cursor.words[cursor.at - 2] ? foldForSearch(before) : '';
  const isAlternative =
    joins === 'or' || (joins === 'and' && (isOfPlaces(cursor) || cursor.at + 1 === cursor.sense.stood));
  const isUnit = isUnitOfUnknown(cursor);
  // A field's name is not a text to search for.
  const isField = cursor.own(cursor.at)?.next === cursor.at + 1;
  cursor.at++;
  if (shareWords.has(foldForSearch(word))) {
    cursor.meant.share = word;
    return;
  }
  if (fillers.has(foldForSearch(word))) return;
  const isBetween = word.toLowerCase() === 'or' && cursor.meant.texts.at(-1) === before;
  if (isBetween && cursor.sense.isText(cursor.words[cursor.at] ?? '')) return;
  const plain = foldForSearch(word);
  const isDeed = own(deeds, plain) !== undefined;
  // “who joined”, “who moved in 2024”: unless it is a text, another activity than those of the records.
  cursor.meant.isUndone ||= isDeed || (/..ed$/.test(plain) && !cursor.sense.isText(word));
  const isNoText =
    isUnit ||
    isField ||
    isDeed ||
    turns.has(plain) ||
    topWords.has(plain) ||
    bottomWords.has(plain) ||
    (cursor.unnamedAt === cursor.at - 1 && quantityWords.has(stem(word))) ||
    (ordinals.has(plain) && isMostAt(cursor, cursor.at)) ||
    (cursor.sense.isPer && revenueWords.has(stem(word)));
  if (cursor.sense.isText(word) && !isTurned && !isNoText) {
    if (isAlternative) cursor.meant.alternatives.push(cursor.meant.texts.length);
    const isSameName = isCapital(before) && isCapital(word) && cursor.meant.texts.at(-1) === before;
    if (isSameName) cursor.meant.names.push(cursor.meant.texts.length);
    cursor.meant.texts.push(word);
  } else notUnderstood(cursor, cursor.at - 1);
  // “outside 2024” must not be read as “2024”, nor “older than 2024”: the period is not understood, either.
  const time = aside.has(plain) ? cursor.time(cursor.at) : undefined;
  if (!time) return;
  cursor.meant.unknown.push(cursor.said(time.next));
  cursor.at = time.next;
}

/** Words after which a period does not mean “within the period”. */
const aside = new Set(['outside', 'than', ...sides.flatMap(([words]) => words.slice(-1))]);

/** “30 days ago”, “31 February 2024”: a number that belongs to a time that is not understood or does not exist. */
function isOfTime(cursor: WordCursor): boolean {
  const behind = cursor.at + 1;
  return own(units, stem(cursor.plain[behind] ?? '')) !== undefined || cursor.time(behind) !== undefined;
}

/**
 * A word that was not understood must not be replaced by anything else: neither as the field of a measure nor as the
 * criterion of a top N.
 */
function notUnderstood(cursor: WordCursor, at: number): void {
  const { meant, words } = cursor;
  if (cursor.unnamedAt === at) {
    meant.measures.pop();
    meant.unknown.push(words.slice(0, at).findLast((word) => own(summaryWords, foldForSearch(word))) ?? '');
  }
  if (meant.top && endsTop(cursor, at)) meant.isUnranked = true;
  // The buyer's date of birth is not a date of what they bought.
  if (cursor.isDateElsewhere(cursor.plain[at] ?? '')) meant.isUndone = true;
  meant.unknown.push(words[at] ?? '');
}
