// The meanings of a question's words, from left to right: periods, top N, measures, groups, related records, values.
import type { Model } from '../../model/model.ts';
import { isMoment } from '../../values/types.ts';
import type { QueryDocument } from '../document.ts';
import { compareField, compareMeasure, comparisonAfter, reportStrayComparison } from './comparisons.ts';
import { isAmount, type Sense, WordCursor } from './cursor.ts';
import { readAfterGroupCondition, readQualifiedGroups } from './groupConditions.ts';
import { columnNamed, wholeReference } from './groupFields.ts';
import type { Meaning } from './meaning.ts';
import { isMeasurable, isOnlyPart, isRankable } from './measurable.ts';
import { revenueField } from './measures.ts';
import { readNamedParts } from './namedParts.ts';
import { readNumberedReference, readNumberNamed, readOwnNumber } from './numbered.ts';
import { yearOf } from './periods.ts';
import {
  isUnitOfUnknown,
  quantityNamed,
  readComparative,
  readDuration,
  readSuperlative,
} from './qualities.ts';
import {
  rankingSummary,
  readAmount,
  readExactAmount,
  readExtreme,
  readMeasure,
  readTotal,
  readUnsupported,
} from './readMeasures.ts';
import { readDateWord, readRecency } from './recency.ts';
import { DEFAULT_TOP, readActivity, readRelated } from './related.ts';
import { readRankedGroup, readSold, readSpent, readTopGroup } from './sales.ts';
import { readSeen } from './seen.ts';
import { readPart, readTopPeriod } from './timeParts.ts';
import { readUnrecognized } from './unrecognized.ts';
import { isNameAt, readLeadingValue, readNamedValue, readOutside, readRole, readState } from './values.ts';
import {
  bottomWords,
  fillers,
  groupWords,
  lookup,
  revenueWords,
  stem,
  summaryWords,
  topWords,
  units,
} from './vocabulary.ts';
import { readYearNumber } from './years.ts';

/** Readers of what may begin at a word. A reader consumes it, or leaves it to the next one. */
const readers: readonly ((cursor: WordCursor) => boolean)[] = [
  readQualifiedGroups,
  readAfterGroupCondition,
  readSeen,
  readRecency,
  readSold,
  readSpent,
  readSuperlative,
  readDuration,
  readComparative,
  readNumberedReference,
  readNumberNamed,
  readExtreme,
  readTop,
  readTopPeriod,
  readTopGroup,
  readRankedGroup,
  readUnsupported,
  readYearNumber,
  readTime,
  readRole,
  readNamedParts,
  readActivity,
  readRelated,
  readOutside,
  readGroups,
  readMeasure,
  readTotal,
  readExactAmount,
  readQuantity,
  readRevenue,
  readAmount,
  readDateWord,
  readNamedValue,
  readLeadingValue,
  readState,
];

/** Reads the words from left to right. */
export function readWords(doc: QueryDocument, model: Model, words: readonly string[], sense: Sense): Meaning {
  const cursor = new WordCursor(doc, model, words, sense);
  readOwnNumber(cursor);
  while (cursor.at < words.length) {
    if (!readers.some((read) => read(cursor))) readUnrecognized(cursor);
  }
  return cursor.meaning;
}

/** The condition on related records that the words before belong to. */
function lastCondition({ related }: Meaning): { readonly of?: number } {
  return related.length > 0 ? { of: related.length - 1 } : {};
}

function readTime(cursor: WordCursor): boolean {
  const list = cursor.periodList(cursor.at);
  const listed = list?.period && { period: list.period, list, next: cursor.at + list.length };
  const found = listed ?? cursor.time(cursor.at);
  if (!found) return false;
  const words = cursor.wordsUpTo(found.next);
  if (cursor.meaning.hasUnknownActivity) cursor.meaning.unknown.push(words);
  else {
    const { date } = cursor.meaning;
    cursor.meaning.times.push({ ...found, words, ...(date && { date }), ...lastCondition(cursor.meaning) });
  }
  cursor.at = found.next;
  return true;
}

/** “worst delay per line”: good or bad refers to a quantity of each group. */
function isJudgment(cursor: WordCursor): boolean {
  const isGood = ['best', 'worst'].includes(cursor.plain[cursor.at] ?? '');
  const field = isGood ? cursor.field(cursor.at + 1, isAmount) : undefined;
  return field !== undefined && groupWords.has(cursor.plain[field.next] ?? '');
}

/** Whether groups precede, and at most a time follows: “revenue by country top 5 in 2024”. */
function isTrailing(cursor: WordCursor, next: number): boolean {
  const after = cursor.skipFillers(next);
  const isLast = after === cursor.words.length || cursor.time(after) !== undefined;
  return isLast && cursor.meaning.groups.length > 0;
}

/** “average invoice”, “total of invoices”: the records stood as what is measured. */
function areRecordsMeasured({ plain, sense: { stood = 0 }, meaning }: WordCursor): boolean {
  const before = plain[stood - 1] ?? '';
  return meaning.measures.length > 0 && (before === 'of' || lookup(summaryWords, before) !== undefined);
}

/**
 * The groups are ranked if nothing else can be. “Invoices per country top 5” could be the invoices, too, and of several
 * groups it is unclear which one is meant.
 */
function ranksGroups(cursor: WordCursor): boolean {
  const { meaning, sense } = cursor;
  const [group, another] = meaning.groups;
  if ((sense.stood !== undefined && !areRecordsMeasured(cursor)) || another) return false;
  meaning.topGroup = group;
  return true;
}

function readTop(cursor: WordCursor): boolean {
  const isTop = (word: string | undefined) =>
    word !== undefined && (topWords.has(word) || bottomWords.has(word));
  const [word = '', second = ''] = cursor.plain.slice(cursor.at);
  const count = (text: string) => (/^\d{1,4}$/.test(text) && Number(text) > 0 ? Number(text) : undefined);
  if (isTop(word)) {
    // The worst delay is the longest, but the worst rating the lowest: it is unclear which is meant.
    if (isJudgment(cursor)) return false;
    const n = yearOf(second) === undefined ? count(second) : undefined;
    const next = cursor.at + (n === undefined ? 1 : 2);
    if (n !== undefined && isTrailing(cursor, next) && !ranksGroups(cursor)) {
      cursor.meaning.unknown.push(cursor.wordsUpTo(next));
      cursor.at = next;
      return true;
    }
    const usual = cursor.sense.isOne && cursor.plain.some((one) => groupWords.has(one)) ? 1 : DEFAULT_TOP;
    cursor.meaning.top = {
      n: n ?? cursor.meaning.top?.n ?? usual,
      asc: bottomWords.has(word),
      words: cursor.wordsUpTo(next),
    };
    cursor.at = next;
    return true;
  }
  const before = count(word);
  if (before === undefined || !isTop(second)) return false;
  cursor.meaning.top = { n: before, asc: bottomWords.has(second), words: cursor.wordsUpTo(cursor.at + 2) };
  cursor.at += 2;
  return true;
}

/** "by total" is the criterion of a top N; "per country and year" are groups. */
function readGroups(cursor: WordCursor): boolean {
  const word = cursor.plain[cursor.at];
  if (word === undefined || !groupWords.has(word)) return false;
  const followsName = word === 'by' && cursor.at === cursor.sense.stood;
  cursor.at++;
  // “albums by artist 3” are those of a single artist.
  if (readNumberedReference(cursor)) return true;
  if (cursor.plain[cursor.at] === 'each') cursor.at++;
  // A calculation for the records themselves: their name was here.
  if (cursor.sense.isPer) cursor.at = cursor.skipFillers(cursor.at);
  for (;;) {
    const isMeasure = cursor.meaning.top !== undefined && word === 'by';
    const isSummaryWord = word === 'by' && lookup(summaryWords, cursor.plain[cursor.at] ?? '') !== undefined;
    const isRead =
      ((isMeasure || isSummaryWord) && readMeasure(cursor)) ||
      (word === 'by' && !cursor.field(cursor.at) && readRevenue(cursor));
    if (isRead) {
      if (followsName) cursor.meaning.isRanked = true;
      return true;
    }
    if (!isMeasure && readPart(cursor)) {
      if (cursor.plain[cursor.at] !== 'and') return true;
      cursor.at++;
      continue;
    }
    const named = isMeasure ? undefined : columnNamed(cursor);
    const unit = isMeasure || named ? undefined : lookup(units, stem(cursor.plain[cursor.at] ?? ''));
    const counted = isMeasure ? cursor.relatedRecords(cursor.at) : undefined;
    const found = unit
      ? undefined
      : (named ??
        cursor.field(cursor.at, isMeasure ? isRankable(cursor, counted) : ({ many: isMany }) => !isMany));
    if (!unit && !found) {
      const path = isMeasure && !counted ? quantityNamed(cursor, cursor.at) : undefined;
      if (path) cursor.meaning.measures.push({ summary: 'sum', path });
      else if (counted) cursor.meaning.measures.push({ summary: 'count', of: counted.found });
      else if (cursor.time(cursor.at)) return true;
      // “albums by Queen”: not a group, but a name.
      else if (word === 'by' && !isMeasure && isNameAt(cursor, cursor.at)) return true;
      else if (cursor.at < cursor.words.length) {
        cursor.meaning.unknown.push(cursor.words[cursor.at] ?? '');
        cursor.meaning.hasUnknownRanking ||= isMeasure;
      }
      cursor.at = counted?.next ?? cursor.at + 1;
      return true;
    }
    const ofDate =
      found && isMoment(found.found.column.type)
        ? lookup(units, stem(cursor.plain[found.next] ?? ''))
        : undefined;
    if (found && ofDate) {
      cursor.meaning.date = found.found.path;
      cursor.meaning.groups.push(ofDate);
      cursor.at = found.next + 1;
      if (cursor.plain[cursor.at] !== 'and') return true;
      cursor.at++;
      continue;
    }
    if (found && isMeasure)
      cursor.meaning.measures.push({
        summary: rankingSummary(cursor, found.found, cursor.at),
        of: found.found,
      });
    else
      cursor.meaning.groups.push(
        ...(unit ? [unit] : []),
        ...(found ? wholeReference(cursor, found.found, found.next) : []),
      );
    cursor.at = found?.next ?? cursor.at + 1;
    if (cursor.plain[cursor.at] !== 'and') return true;
    cursor.at++;
  }
}

function readQuantity(cursor: WordCursor): boolean {
  // “To” is part of many names, and means none of them.
  if (fillers.has(cursor.plain[cursor.at] ?? '') || isUnitOfUnknown(cursor)) return false;
  const named = cursor.field(cursor.at, isAmount);
  const compared = named && (comparisonAfter(cursor, named.next) ?? cursor.equal(named.next));
  if (compared) {
    compareField(cursor, named.found.path, named.found.many, compared);
    return true;
  }
  const found = cursor.field(cursor.at, isMeasurable(cursor, 'sum'));
  if (!found || isOnlyPart(cursor, found.found, found.next)) return false;
  cursor.meaning.measures.push({ summary: rankingSummary(cursor, found.found, cursor.at), of: found.found });
  cursor.at = found.next;
  return true;
}

/** "revenue per country": if nothing has that name, the amount paid. */
function readRevenue(cursor: WordCursor): boolean {
  if (!revenueWords.has(stem(cursor.plain[cursor.at] ?? ''))) return false;
  const path = cursor.entity && revenueField(cursor.model, cursor.entity);
  if (!path) return false;
  if (path.steps.length > 0 && compareMeasure(cursor, 'sum', path, cursor.at + 1)) return true;
  cursor.meaning.measures.push({ summary: 'sum', path });
  cursor.at++;
  reportStrayComparison(cursor);
  return true;
}
