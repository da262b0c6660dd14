// Words that no reader takes: texts to search for, fillers, and what is not understood.
import { foldForSearch } from '../../model/matching.ts';
import type { WordCursor } from './cursor.ts';
import { isSuperlativeAt, isUnitOfUnknown } from './qualities.ts';
import { followsTopWords } from './sales.ts';
import { isCapitalized, isOfPlaces } from './values.ts';
import {
  activities,
  bottomWords,
  fillers,
  lookup,
  modifiers,
  nonContainingWords,
  ordinals,
  quantityWords,
  revenueWords,
  shareWords,
  stem,
  summaryWords,
  topWords,
  units,
} from './vocabulary.ts';

/** Any number, even one that is not understood. */
const DIGITS = /^-?\d[\d.,]*$/;

export function readUnrecognized(cursor: WordCursor): void {
  const word = cursor.words[cursor.at] ?? '';
  const before = cursor.words[cursor.at - 1] ?? '';
  // A number refers to the word before it: "longest 5".
  const isModified =
    DIGITS.test(word) &&
    (modifiers.has(foldForSearch(before)) || cursor.isAfterUnknown || belongsToTime(cursor));
  const joins = cursor.meaning.texts.at(-1) === cursor.words[cursor.at - 2] ? foldForSearch(before) : '';
  const isAlternative =
    joins === 'or' || (joins === 'and' && (isOfPlaces(cursor) || cursor.at + 1 === cursor.sense.stood));
  const isUnit = isUnitOfUnknown(cursor);
  // A field's name is not a text to search for.
  const isField = cursor.ownField(cursor.at)?.next === cursor.at + 1;
  cursor.at++;
  if (shareWords.has(foldForSearch(word))) {
    cursor.meaning.share = word;
    return;
  }
  if (fillers.has(foldForSearch(word))) return;
  const isBetween = word.toLowerCase() === 'or' && cursor.meaning.texts.at(-1) === before;
  if (isBetween && cursor.sense.isText(cursor.words[cursor.at] ?? '')) return;
  const plain = foldForSearch(word);
  const isActivity = lookup(activities, plain) !== undefined;
  // “who joined”, “who moved in 2024”: unless it is a text, another activity than those of the records.
  const isClause = ['who', 'that', 'which'].includes(foldForSearch(before));
  const isVerb = /..ed$/.test(plain) || ((/..ing$/.test(plain) || isClause) && isBeforeTime(cursor));
  cursor.meaning.hasUnknownActivity ||= isActivity || (isVerb && !cursor.sense.isText(word));
  const isNotText =
    isUnit ||
    isField ||
    isActivity ||
    modifiers.has(plain) ||
    topWords.has(plain) ||
    bottomWords.has(plain) ||
    (cursor.missingFieldAt === cursor.at - 1 && quantityWords.has(stem(word))) ||
    (ordinals.has(plain) && isSuperlativeAt(cursor, cursor.at)) ||
    (cursor.sense.isPer && revenueWords.has(stem(word)));
  if (cursor.sense.isText(word) && !isModified && !isNotText) {
    if (isAlternative) cursor.meaning.alternatives.push(cursor.meaning.texts.length);
    const isFollower = cursor.meaning.texts.at(-1) === before;
    if (isFollower) cursor.meaning.followers.push(cursor.meaning.texts.length);
    const isSameName = isFollower && isCapitalized(before) && isCapitalized(word);
    if (isSameName) cursor.meaning.names.push(cursor.meaning.texts.length);
    cursor.meaning.texts.push(word);
  } else reportUnknown(cursor, cursor.at - 1);
  // “outside 2024” must not be read as “2024”, nor “older than 2024”: the period is not understood, either.
  const time = nonContainingWords.has(plain) ? cursor.time(cursor.at) : undefined;
  if (!time) return;
  cursor.meaning.unknown.push(cursor.wordsUpTo(time.next));
  cursor.at = time.next;
}

/** “graduating in 2027”: the time of what the word says. */
function isBeforeTime(cursor: WordCursor): boolean {
  const at = cursor.skipFillers(cursor.at);
  return at > cursor.at && cursor.time(at) !== undefined;
}

/** “30 days ago”, “31 February 2024”: a number that belongs to a time that is not understood or does not exist. */
function belongsToTime(cursor: WordCursor): boolean {
  const next = cursor.at + 1;
  return lookup(units, stem(cursor.plain[next] ?? '')) !== undefined || cursor.time(next) !== undefined;
}

/**
 * A word that was not understood must not be replaced by anything else: neither as the field of a measure nor as the
 * criterion of a top N.
 */
function reportUnknown(cursor: WordCursor, at: number): void {
  const { meaning, words } = cursor;
  if (cursor.missingFieldAt === at) {
    meaning.measures.pop();
    meaning.unknown.push(
      words.slice(0, at).findLast((word) => lookup(summaryWords, foldForSearch(word))) ?? '',
    );
  }
  if (meaning.top && followsTopWords(cursor, at)) meaning.hasUnknownRanking = true;
  // The buyer's date of birth is not a date of what they bought.
  if (cursor.isDateOfOthers(cursor.plain[at] ?? '')) meaning.hasUnknownActivity = true;
  meaning.unknown.push(words[at] ?? '');
}
