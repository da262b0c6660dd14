// Conditions on groups: “countries with more than 5 customers”, “genres with revenue over 100”.
import { isMoment, isQuantity } from '../../values/types.ts';
import { type ComparisonAt, furtherComparison, joinedComparison } from './comparisons.ts';
import { isAmount, type WordCursor } from './cursor.ts';
import type { RequestedMeasure } from './meaning.ts';
import { revenueField } from './measures.ts';
import { DEFAULT_TOP } from './related.ts';
import {
  bottomWords,
  groupWords,
  lookup,
  mostWords,
  revenueWords,
  stem,
  summaryWords,
  topWords,
} from './vocabulary.ts';

const hasWords = new Set(['with', 'have', 'has', 'having', 'had']);

/** The groups come first, before what is counted or measured; other conditions select records. */
export function readQualifiedGroups(cursor: WordCursor): boolean {
  if (cursor.at !== cursor.skipFillers(0)) return false;
  const group = cursor.field(
    cursor.at,
    ({ many, column }) => !many && !isQuantity(column) && !isMoment(column.type) && column.type !== 'boolean',
  );
  if (!group) return false;
  const has = cursor.plain.findIndex((word, i) => i >= group.next && hasWords.has(word));
  if (has < 0 || cursor.skipFillers(group.next) < has) return false;
  const from = afterArticle(cursor, has + 1);
  const ranked = rankAt(cursor, from);
  const found = ranked ?? countAt(cursor, from) ?? measureAt(cursor, from);
  if (!found) return false;
  const { measure, comparisons } = found;
  const { path, column } = group.found;
  cursor.meaning.isOfGroups = true;
  cursor.meaning.groups.push(group.found);
  // Records without a country are not of a country.
  if (column.nullable || path.steps.length > 0) cursor.meaning.presences.push({ path, isPresent: true });
  if (measure) cursor.meaning.measures.push(measure);
  if (ranked) {
    cursor.meaning.top = { n: DEFAULT_TOP, asc: ranked.asc };
    cursor.meaning.topGroup = group.found;
    cursor.at = ranked.next;
    return true;
  }
  let next = comparisons.at(-1)?.next ?? from;
  for (const compared of comparisons) cursor.meaning.groupConditions.push({ ...compared, isCount: !measure });
  for (let more = furtherComparison(cursor, next); more; more = furtherComparison(cursor, next)) {
    cursor.meaning.groupConditions.push({ ...more, isCount: !measure });
    next = more.next;
  }
  cursor.at = next;
  return true;
}

interface Condition {
  /** Absent: the number of records. */
  readonly measure?: RequestedMeasure;
  readonly comparisons: readonly ComparisonAt[];
}

const afterArticle = ({ plain }: WordCursor, at: number) =>
  ['a', 'an', 'the', 'had'].includes(plain[at] ?? '') ? at + 1 : at;

/** “revenue of more than 100”. */
export const afterOf = (plain: readonly string[], at: number) => (plain[at] === 'of' ? at + 1 : at);

/** “the most customers”, “the highest revenue”. What was never sold has no lines, so it is missing among the lowest. */
function rankAt(cursor: WordCursor, at: number) {
  const word = cursor.plain[at] ?? '';
  const most = lookup(mostWords, word);
  const asc = most ? most.asc : bottomWords.has(word);
  if (!most && !asc && !topWords.has(word)) return undefined;
  if (most && at + 1 === cursor.sense.stood) return { asc, comparisons: [], next: at + 1 };
  const revenue = asc && cursor.sense.isOfLines ? undefined : revenueAt(cursor, at + 1);
  return revenue && { asc, comparisons: [], measure: revenue.measure, next: revenue.next };
}

/** “more than 5 customers”, “more than 5 and fewer than 20 customers”: the name of the records follows. */
function countAt(cursor: WordCursor, at: number): Condition | undefined {
  const first = cursor.comparison(at) ?? cursor.equal(at);
  if (!first) return undefined;
  const second = joinedComparison(cursor, first.next);
  if (first.next === cursor.sense.stood) return { comparisons: [first] };
  return second && second.next === cursor.sense.stood ? { comparisons: [first, second] } : undefined;
}

/** “revenue over 100”, “more than 100 in revenue”, “average total over 10”. */
function measureAt(cursor: WordCursor, at: number): Condition | undefined {
  const before = cursor.comparison(at);
  const named =
    before && revenueAt(cursor, cursor.plain[before.next] === 'in' ? before.next + 1 : before.next);
  if (before && named) return { measure: named.measure, comparisons: [{ ...before, next: named.next }] };
  const found = revenueAt(cursor, cursor.plain[at] === 'total' ? at + 1 : at) ?? summaryAt(cursor, at);
  const compared = found && cursor.comparison(afterOf(cursor.plain, found.next));
  return compared && { measure: found.measure, comparisons: [compared] };
}

/** The records' own quantity with the name. */
const amountAt = (cursor: WordCursor, at: number) =>
  cursor.field(at, (one) => isAmount(one) && one.path.steps.length === 0);

function revenueAt(cursor: WordCursor, at: number) {
  if (!revenueWords.has(stem(cursor.plain[at] ?? ''))) return undefined;
  const named = amountAt(cursor, at);
  const path = named?.found.path ?? (cursor.entity && revenueField(cursor.model, cursor.entity));
  const measure = { summary: 'sum', ...(path && { path }) } as const;
  return path?.steps.length === 0 ? { measure, next: named?.next ?? at + 1 } : undefined;
}

function summaryAt(cursor: WordCursor, at: number) {
  const summary = lookup(summaryWords, cursor.plain[at] ?? '');
  const named = summary && summary !== 'count' ? amountAt(cursor, cursor.skipFillers(at + 1)) : undefined;
  return summary && named && { measure: { summary, path: named.found.path }, next: named.next };
}

/**
 * What follows the condition of a group after “and” could be another one, which cannot be expressed, or select records:
 * “countries with more than 5 customers and no invoices”.
 */
export function readAfterGroupCondition(cursor: WordCursor): boolean {
  const word = cursor.plain[cursor.at] ?? '';
  const { isOfGroups, groupConditions } = cursor.meaning;
  const isJoined = ['and', 'but'].includes(word) || (groupConditions.length > 0 && groupWords.has(word));
  if (!isOfGroups || !isJoined || cursor.time(cursor.at + 1)) return false;
  cursor.meaning.unknown.push(cursor.wordsUpTo(cursor.words.length));
  cursor.at = cursor.words.length;
  return true;
}
