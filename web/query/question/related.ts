// Conditions on related records, and on missing values: “with more than 5 invoices”, “without a company”.
import type { Entity } from '../../model/model.ts';
import { isQuantity } from '../../values/types.ts';
import { findMany } from '../find.ts';
import { isBeyondMentioned, joinedComparison, reportComparison, wholeNumberRange } from './comparisons.ts';
import type { WordCursor } from './cursor.ts';
import { revenueField } from './measures.ts';
import { readMissing } from './missing.ts';
import { listAt } from './namedParts.ts';
import { isNameAt, isValueAt, readExcludedTexts, readPresent } from './values.ts';
import {
  activities,
  activityInfinitives,
  fillers,
  groupWords,
  lookup,
  mostWords,
  nameParts,
  negations,
  revenueWords,
  stem,
} from './vocabulary.ts';

/** The default N of a top N. */
export const DEFAULT_TOP = 10;

/** Words between “with”, “have” or “never” and the name of related records. */
const mayPrecedeRelated = new Set(['have', 'has', 'had', 'having', 'ever', 'a', 'an', 'any', 'single']);

export function readRelated(cursor: WordCursor): boolean {
  let from = cursor.at;
  const startsWithHave = ['with', 'have', 'has', 'having', 'had'].includes(cursor.plain[from] ?? '');
  if (startsWithHave) from++;
  if (readCounted(cursor, from, startsWithHave)) return true;
  if (startsWithHave && readMost(cursor, from)) return true;
  // “not more than 5” refuses nothing.
  if (cursor.comparison(from)) return false;
  const isNegated = negations.has(cursor.plain[from] ?? '');
  if (!startsWithHave && !isNegated) return false;
  while (negations.has(cursor.plain[from] ?? '') || ['any', 'yet', 'been'].includes(cursor.plain[from] ?? ''))
    from++;
  // “not in any playlist”
  if (cursor.plain[from] === 'in' && cursor.plain[from + 1] === 'any') from += 2;
  // “have never had a”, “had an”
  let name = from;
  while (mayPrecedeRelated.has(cursor.plain[name] ?? '')) name++;
  // “never had more than 5 visits”: the opposite of the comparison is not expressed.
  const compared = isNegated ? cursor.comparison(name) : undefined;
  if (compared) {
    const next = cursor.relatedRecords(compared.next)?.next ?? compared.next;
    reportComparison(cursor, { ...compared, next });
    return true;
  }
  // A field of this name is nearer than related records: “sequel” is Sequel, not a Book (Sequel Of). What a field
  // refers to is not: “departments without employees” may have a head.
  const ownName = cursor.fieldCalled(cursor.skipFillers(name));
  const many = cursor.relatedRecords(name);
  if (many && (ownName?.next ?? 0) < many.next) {
    cursor.meaning.related.push({ many: many.found, presence: isNegated ? 'NOT_EXISTS' : 'EXISTS' });
    cursor.at = many.next;
    return true;
  }
  from = cursor.skipFillers(from);
  // “not by Anna Berg”
  if (isNegated && cursor.plain[from] === 'by') from++;
  if (readFlag(cursor, from, !isNegated)) return true;
  return isNegated ? readNegated(cursor, from) : readPresent(cursor, from);
}

/**
 * “who never ordered”, “bought nothing”, “sold in 2024”: whether there are records of the activity, if only one kind of
 * records matches. “Ordered by” means something else.
 */
export function readActivity(cursor: WordCursor): boolean {
  let at = cursor.at;
  while (mayPrecedeActivity(cursor.plain[at] ?? '')) at++;
  const word = cursor.plain[at] ?? '';
  const isNegated = cursor.plain.slice(cursor.at, at).join(' ').endsWith('not');
  const names =
    lookup(activities, word) ?? (isNegated ? lookup(activityInfinitives, word) : verbOf(cursor, word)) ?? [];
  if (names.length === 0 || groupWords.has(cursor.plain[at + 1] ?? '')) return false;
  const [many, another] = findMany(cursor.doc, cursor.model, '').filter(({ words }) =>
    nameParts(words.at(-1) ?? '').some((part) => names.includes(stem(part))),
  );
  if (!many || another) return false;
  const isNothing = cursor.plain[at + 1] === 'nothing';
  const isExcluded = isNothing || cursor.plain.slice(cursor.at, at).some((word) => negations.has(word));
  const often = isExcluded ? undefined : timesAt(cursor, at + 1);
  cursor.meaning.related.push({ many, presence: often?.presence ?? (isExcluded ? 'NOT_EXISTS' : 'EXISTS') });
  cursor.at = often?.next ?? at + (isNothing ? 2 : 1);
  // What was bought is not a text of the buyer.
  while (isValueAt(cursor, cursor.at)) cursor.meaning.unknown.push(cursor.words[cursor.at++] ?? '');
  return true;
}

/** “visited”: the name of the activity's records. A role such as partner is no activity, and a date has its own words. */
function verbOf(cursor: WordCursor, word: string): readonly string[] | undefined {
  const isVerb = word.length > 5 && word.endsWith('ed') && !cursor.dateByWordForm(word);
  const names = [word.slice(0, -2), word.slice(0, -1)];
  const isNamed = ({ label }: Entity) => nameParts(label).some((part) => names.includes(stem(part)));
  return isVerb && [...cursor.model.entities.values()].some(isNamed) ? names : undefined;
}

/** “more than 5 times”. */
function timesAt(cursor: WordCursor, at: number) {
  const compared = cursor.comparison(at);
  if (!compared || stem(cursor.plain[compared.next] ?? '') !== 'time') return undefined;
  const { operator, values, next } = compared;
  return { presence: { operator, values }, next: next + 1 };
}

/** Words that may precede the activity: “that have never been”. */
export const mayPrecedeActivity = (word: string) =>
  fillers.has(word) || ['never', 'not', 'been', 'ever'].includes(word);

/** “with more than 5 invoices”, “with 5 invoices”, “with 10 beds”, “with at least 2 but fewer than 4 lines”. */
function readCounted(cursor: WordCursor, start: number, has: boolean): boolean {
  const from = has && ['only', 'just'].includes(cursor.plain[start] ?? '') ? start + 1 : start;
  const compared = cursor.comparison(from) ?? (has ? cursor.equal(from) : undefined);
  if (!compared) return false;
  const second = joinedComparison(cursor, compared.next);
  const { operator, values } = (second && wholeNumberRange(compared, second)) ?? compared;
  const next = second?.next ?? compared.next;
  const many = cursor.relatedRecords(next);
  if (many && !has && cursor.meaning.isOfGroups) {
    // “countries with more than 5 customers, more than 100 invoices”: of the countries, too.
    reportComparison(cursor, { ...compared, next: many.next });
    return true;
  }
  if (many) {
    // It is unclear whether each of the records before it is meant, or all of them together.
    if (isBeyondMentioned(cursor, many.found.path) || (second && !wholeNumberRange(compared, second)))
      cursor.meaning.unknown.push(cursor.words.slice(start, many.next).join(' '));
    else cursor.meaning.related.push({ many: many.found, presence: { operator, values } });
    cursor.at = many.next;
    return true;
  }
  const field = operator === 'EQ' ? cursor.ownField(next, isQuantity) : undefined;
  if (!field) return false;
  cursor.meaning.comparisons.push({
    path: field.found.path,
    operator,
    values,
    words: cursor.wordsUpTo(field.next),
  });
  cursor.at = field.next;
  return true;
}

/** "with the most albums": the top N by their number; “with the most revenue”. */
function readMost(cursor: WordCursor, from: number): boolean {
  const at = cursor.plain[from] === 'the' ? from + 1 : from;
  const asked = lookup(mostWords, cursor.plain[at] ?? '');
  if (!asked) return false;
  const many = cursor.relatedRecords(at + 1);
  const isRevenue = !many && revenueWords.has(stem(cursor.plain[at + 1] ?? ''));
  const path = isRevenue && cursor.entity ? revenueField(cursor.model, cursor.entity) : undefined;
  if (!many && !path) return false;
  cursor.meaning.top ??= { n: DEFAULT_TOP, asc: asked.asc };
  cursor.meaning.measures.push(
    many ? { summary: 'count', of: many.found } : { summary: 'sum', ...(path && { path }) },
  );
  cursor.at = many?.next ?? at + 2;
  return true;
}

/** "with newsletter": a boolean field. */
function readFlag(cursor: WordCursor, from: number, isTrue: boolean): boolean {
  const field = cursor.field(from, ({ many, column: { type } }) => !many && type === 'boolean');
  if (!field) return false;
  cursor.meaning.flags.push({ path: field.found.path, isTrue });
  cursor.at = field.next;
  return true;
}

/** A negated condition. */
function readNegated(cursor: WordCursor, from: number): boolean {
  const date = cursor.dateByWordForm(cursor.plain[from] ?? '');
  const after = date ? cursor.skipFillers(from + 1) : from;
  const list = cursor.periodList(after);
  // “not in 2023 and 2024”: in neither of them, or not in both?
  if (list && (list.joiner !== 'or' || !list.period)) {
    cursor.meaning.unknown.push(cursor.wordsUpTo(after + list.length));
    cursor.at = after + list.length;
    return true;
  }
  const time = cursor.time(after);
  if (time) {
    if (date) cursor.meaning.date = date.path;
    if (cursor.meaning.hasUnknownActivity && !date) cursor.meaning.unknown.push(cursor.wordsUpTo(time.next));
    else cursor.meaning.excludedTimes.push({ ...time, words: cursor.wordsUpTo(time.next) });
    cursor.at = time.next;
    return true;
  }
  // “not in March or April”, “not born in June”
  const parts = listAt(cursor, after);
  if (parts) {
    cursor.meaning.unknown.push(cursor.wordsUpTo(parts.next));
    cursor.at = parts.next;
    return true;
  }
  if (readMissing(cursor, from) || readExcludedTexts(cursor, from)) return true;
  // The word after it must not be searched for, because the opposite was asked.
  cursor.meaning.unknown.push(...cursor.words.slice(cursor.at, from + 1));
  cursor.at = from + 1;
  reportTime(cursor);
  reportName(cursor);
  return true;
}

/** “not insured by AOK”: those with the name are the opposite. */
function reportName(cursor: WordCursor): void {
  const after = cursor.skipFillers(cursor.at);
  const start = cursor.plain[after] === 'by' ? after + 1 : after;
  let at = start;
  while (isNameAt(cursor, at)) at++;
  if (at === start) return;
  cursor.meaning.unknown.push(cursor.words.slice(start, at).join(' '));
  cursor.at = at;
}

/** The time of an activity that was not understood does not apply to anything else. */
function reportTime(cursor: WordCursor): void {
  let at = cursor.at;
  while (fillers.has(cursor.plain[at] ?? '')) at++;
  const time = cursor.time(at);
  if (!time) return;
  cursor.meaning.unknown.push(cursor.words.slice(at, time.next).join(' '));
  cursor.at = time.next;
}
