// The meanings of a question's words, from left to right: periods, top N, measures, groups, related records, values.
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
import { isUnitOfUnknown, lasting, moreThan, mostOf, qualityNamed } from './qualities.ts';
import { dateWord, recent } from './recency.ts';
import { deed, related, TOP_OF } from './related.ts';
import { rest } from './rest.ts';
import { sold, spent, topGroup } from './sales.ts';
import { part, topTime } from './timeParts.ts';
import { isNameAt, namedValue, role, stateWord, valueBefore, yearNumber } from './values.ts';
import {
  bottomWords,
  fillers,
  groupWords,
  namedParts,
  own,
  revenueWords,
  stem,
  summaryWords,
  topWords,
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
