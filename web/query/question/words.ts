// The meanings of a question's words, from left to right: periods, top N, measures, groups, related records, values.
import { foldForSearch } from '../../model/matching.ts';
import type { Model } from '../../model/model.ts';
import { isMoment } from '../../values/types.ts';
import type { QueryDocument } from '../document.ts';
import { compareField, compareMeasure, leaveCompared } from './comparisons.ts';
import { isAmount, type Sense, WordCursor } from './cursor.ts';
import type { Meant } from './meant.ts';
import { amount, extreme, measure, rankedBy, totalOf, unoffered } from './measured.ts';
import { revenueOf } from './measures.ts';
import { numbered, ownNumber } from './numbered.ts';
import { yearOf } from './periods.ts';
import { isMostAt, isUnitOfUnknown, lasting, moreThan, mostOf, qualityNamed } from './qualities.ts';
import { dateWord, recent } from './recency.ts';
import { deed, related, TOP_OF } from './related.ts';
import { endsTop, sold, spent, topGroup } from './sales.ts';
import { part, topTime } from './timeParts.ts';
import {
  isCapital,
  isNameAt,
  isOfPlaces,
  namedValue,
  role,
  stateWord,
  valueBefore,
  yearNumber,
} from './values.ts';
import {
  bottomWords,
  deeds,
  fillers,
  groupWords,
  NUMBER,
  namedParts,
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

/** Readers of what may begin at a word. A reader consumes it, or leaves it to the next one. */
const readers: readonly ((cursor: WordCursor) => boolean)[] = [
  recent,
  sold,
  spent,
  mostOf,
  lasting,
  moreThan,
  numbered,
  extreme,
  top,
  topTime,
  topGroup,
  unoffered,
  yearNumber,
  time,
  role,
  namedPart,
  deed,
  related,
  groups,
  measure,
  totalOf,
  quantity,
  revenue,
  amount,
  dateWord,
  namedValue,
  valueBefore,
  stateWord,
];

/** Reads the words from left to right. */
export function readWords(doc: QueryDocument, model: Model, words: readonly string[], sense: Sense): Meant {
  const cursor = new WordCursor(doc, model, words, sense);
  ownNumber(cursor);
  while (cursor.at < words.length) {
    if (!readers.some((read) => read(cursor))) rest(cursor);
  }
  return cursor.meant;
}

function time(cursor: WordCursor): boolean {
  const found = cursor.time(cursor.at);
  if (!found) return false;
  const words = cursor.said(found.next);
  if (cursor.meant.isUndone) cursor.meant.unknown.push(words);
  else cursor.meant.times.push({ ...found, words });
  cursor.at = found.next;
  return true;
}

/** “worst delay per line”: good or bad refers to a quantity of each group. */
function isJudged(cursor: WordCursor): boolean {
  const isGood = ['best', 'worst'].includes(cursor.plain[cursor.at] ?? '');
  const field = isGood ? cursor.field(cursor.at + 1, isAmount) : undefined;
  return field !== undefined && groupWords.has(cursor.plain[field.next] ?? '');
}

function top(cursor: WordCursor): boolean {
  const isTop = (word: string | undefined) =>
    word !== undefined && (topWords.has(word) || bottomWords.has(word));
  const [word = '', second = ''] = cursor.plain.slice(cursor.at);
  const count = (text: string) => (/^\d{1,4}$/.test(text) && Number(text) > 0 ? Number(text) : undefined);
  if (isTop(word)) {
    // The worst delay is the longest, but the worst rating the lowest: it is unclear which is meant.
    if (isJudged(cursor)) return false;
    const n = yearOf(second) === undefined ? count(second) : undefined;
    const next = cursor.at + (n === undefined ? 1 : 2);
    const usual = cursor.sense.isOne && cursor.plain.some((one) => groupWords.has(one)) ? 1 : TOP_OF;
    cursor.meant.top = {
      n: n ?? cursor.meant.top?.n ?? usual,
      asc: bottomWords.has(word),
      words: cursor.said(next),
    };
    cursor.at = next;
    return true;
  }
  const before = count(word);
  if (before === undefined || !isTop(second)) return false;
  cursor.meant.top = { n: before, asc: bottomWords.has(second), words: cursor.said(cursor.at + 2) };
  cursor.at += 2;
  return true;
}

/** "on mondays", "in march": of any year. */
function namedPart(cursor: WordCursor): boolean {
  const word = stem(cursor.plain[cursor.at] ?? '');
  const found = own(namedParts, word);
  if (!found) return false;
  cursor.meant.parts.push({ ...found, words: cursor.words[cursor.at] ?? '' });
  cursor.at++;
  return true;
}

/** "by total" is the criterion of a top N; "per country and year" are groups. */
function groups(cursor: WordCursor): boolean {
  const word = cursor.plain[cursor.at];
  if (word === undefined || !groupWords.has(word)) return false;
  cursor.at++;
  // “albums by artist 3” are those of a single artist.
  if (numbered(cursor)) return true;
  if (cursor.plain[cursor.at] === 'each') cursor.at++;
  // A calculation for the records themselves: their name was here.
  if (cursor.sense.isPer) cursor.at = cursor.skipFillers(cursor.at);
  for (;;) {
    const isMeasure = cursor.meant.top !== undefined && word === 'by';
    const isSaid = word === 'by' && own(summaryWords, cursor.plain[cursor.at] ?? '') !== undefined;
    if ((isMeasure || isSaid) && measure(cursor)) return true;
    if (word === 'by' && !cursor.field(cursor.at) && revenue(cursor)) return true;
    if (!isMeasure && part(cursor)) {
      if (cursor.plain[cursor.at] !== 'and') return true;
      cursor.at++;
      continue;
    }
    const unit = isMeasure ? undefined : own(units, stem(cursor.plain[cursor.at] ?? ''));
    const found = unit
      ? undefined
      : cursor.field(cursor.at, isMeasure ? isAmount : ({ many: isMany }) => !isMany);
    if (!unit && !found) {
      const counted = isMeasure ? cursor.many(cursor.at) : undefined;
      const path = isMeasure && !counted ? qualityNamed(cursor, cursor.at) : undefined;
      if (path) cursor.meant.measures.push({ summary: 'sum', path });
      else if (counted) cursor.meant.measures.push({ summary: 'count', of: counted.found });
      else if (cursor.time(cursor.at)) return true;
      // “albums by Queen”: not a group, but a name.
      else if (word === 'by' && !isMeasure && isNameAt(cursor, cursor.at)) return true;
      else if (cursor.at < cursor.words.length) {
        cursor.meant.unknown.push(cursor.words[cursor.at] ?? '');
        cursor.meant.isUnranked ||= isMeasure;
      }
      cursor.at = counted?.next ?? cursor.at + 1;
      return true;
    }
    const ofDate =
      found && isMoment(found.found.column.type)
        ? own(units, stem(cursor.plain[found.next] ?? ''))
        : undefined;
    if (found && ofDate) {
      cursor.meant.date = found.found.path;
      cursor.meant.groups.push(ofDate);
      cursor.at = found.next + 1;
      if (cursor.plain[cursor.at] !== 'and') return true;
      cursor.at++;
      continue;
    }
    if (found && isMeasure)
      cursor.meant.measures.push({ summary: rankedBy(cursor, found.found, cursor.at), of: found.found });
    else cursor.meant.groups.push(...(unit ? [unit] : []), ...(found ? [found.found] : []));
    cursor.at = found?.next ?? cursor.at + 1;
    if (cursor.plain[cursor.at] !== 'and') return true;
    cursor.at++;
  }
}

function quantity(cursor: WordCursor): boolean {
  // “To” is part of many names, and means none of them.
  if (fillers.has(cursor.plain[cursor.at] ?? '') || isUnitOfUnknown(cursor)) return false;
  const found = cursor.field(cursor.at, isAmount);
  if (!found) return false;
  const compared = cursor.comparison(found.next) ?? cursor.equal(found.next);
  if (compared) compareField(cursor, found.found.path, found.found.many, compared);
  else {
    cursor.meant.measures.push({ summary: rankedBy(cursor, found.found, cursor.at), of: found.found });
    cursor.at = found.next;
  }
  return true;
}

/** "revenue per country": if nothing has that name, the amount paid. */
function revenue(cursor: WordCursor): boolean {
  if (!revenueWords.has(stem(cursor.plain[cursor.at] ?? ''))) return false;
  const path = cursor.entity && revenueOf(cursor.model, cursor.entity);
  if (!path) return false;
  if (path.steps.length > 0 && compareMeasure(cursor, 'sum', path, cursor.at + 1)) return true;
  cursor.meant.measures.push({ summary: 'sum', path });
  cursor.at++;
  leaveCompared(cursor);
  return true;
}

function rest(cursor: WordCursor): void {
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
