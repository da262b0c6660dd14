// Comparisons with numbers: “more than 100”, “5 or more”, “over 5 and under 9”, and the fields that they apply to.
import type { SummaryName } from '../../../src/contract/summaries.ts';
import { type FieldPath, type NodePath, sameStep } from '../paths.ts';
import type { WordCursor } from './cursor.ts';
import type { Comparison } from './meaning.ts';
import { defaultAmountOf } from './measures.ts';
import { comparisons, NUMBER } from './vocabulary.ts';

export type ComparisonAt = Comparison & { readonly next: number };

export const decimal = (number: string) => number.replace(',', '.');

/** “more than 100”, “5 or more”: the operator and the number. */
export function comparisonAt(plain: readonly string[], from: number): ComparisonAt | undefined {
  const [word = '', second, third = '', fourth = ''] = plain.slice(from);
  if (word === 'between' && third === 'and' && NUMBER.test(second ?? '') && NUMBER.test(fourth)) {
    const values = [decimal(second ?? ''), decimal(fourth)].toSorted((a, b) => Number(a) - Number(b));
    return { operator: 'BETWEEN_INC', values, next: from + 4 };
  }
  if (NUMBER.test(word) && second === 'or') {
    const operator = { more: 'GTE', fewer: 'LTE', less: 'LTE' }[third];
    if (operator) return { operator, values: [decimal(word)], next: from + 3 };
  }
  for (const [phrase, operator] of comparisons) {
    const value = plain[from + phrase.length] ?? '';
    if (phrase.every((part, i) => plain[from + i] === part) && NUMBER.test(value))
      return { operator, values: [decimal(value)], next: from + phrase.length + 1 };
  }
  return undefined;
}

/** The comparison of a field before it: “over 300”, “is more than 300”, “of at least 5”. */
export function comparisonAfter(cursor: WordCursor, at: number): ComparisonAt | undefined {
  const isJoined = ['is', 'are', 'was', 'were', 'of'].includes(cursor.plain[at] ?? '');
  return cursor.comparison(isJoined ? at + 1 : at);
}

/** A second comparison that is joined to the first: “over 5 and under 9”, “at least 2 but fewer than 4”. */
export function joinedComparison(cursor: WordCursor, at: number): ComparisonAt | undefined {
  return ['and', 'but'].includes(cursor.plain[at] ?? '') ? cursor.comparison(at + 1) : undefined;
}

/** A second comparison of the preceding field, unless it applies to something that follows. */
export function furtherComparison(cursor: WordCursor, at: number): ComparisonAt | undefined {
  const more = joinedComparison(cursor, at);
  return more && !cursor.relatedRecords(more.next) && !cursor.field(more.next) ? more : undefined;
}

/** The range of whole numbers that satisfy both comparisons; undefined if these are not its two ends. */
export function wholeNumberRange(one: Comparison, other: Comparison): Comparison | undefined {
  const ends = [one, other].flatMap(({ operator, values: [value = ''] }) => {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    const end = { GT: number + 1, GTE: number, LT: number - 1, LTE: number }[operator];
    return end === undefined || Number.isNaN(end) ? [] : [{ isLow: operator.startsWith('G'), end }];
  });
  const [low, high] = [ends.find(({ isLow }) => isLow), ends.find(({ isLow }) => !isLow)];
  return low && high ? { operator: 'BETWEEN_INC', values: [String(low.end), String(high.end)] } : undefined;
}

/** Whether the path begins with all steps of the other. */
export const startsWithSteps = (path: NodePath, start: NodePath) =>
  start.steps.every((step, i) => {
    const own = path.steps[i];
    return own !== undefined && sameStep(own, step);
  });

export const isSamePlace = (one: NodePath, other: NodePath) =>
  one.steps.length === other.steps.length && startsWithSteps(one, other);

/** Whether the path leads on from related records that the words mention: a number may be meant for each or for all. */
export function isBeyondMentioned({ meaning }: WordCursor, path: NodePath): boolean {
  return meaning.related.some(
    ({ many }) => startsWithSteps(path, many.path) && !isSamePlace(path, many.path),
  );
}

/** Compares a field of the records, or of related records; all comparisons then apply to the same related record. */
export function compareField(
  cursor: WordCursor,
  path: FieldPath,
  isToMany: boolean,
  first: ComparisonAt,
): void {
  let compared: ComparisonAt | undefined = first;
  if (isToMany && (isAmbiguousTotal(cursor, path) || !requireRelated(cursor, path))) {
    cursor.meaning.unknown.push(cursor.wordsUpTo(first.next));
    cursor.at = first.next;
    return;
  }
  for (; compared; compared = furtherComparison(cursor, cursor.at)) {
    const { operator, values, next } = compared;
    const of = cursor.meaning.related.findLastIndex(({ many }) => isSamePlace(many.path, path));
    const said = { path, operator, values, words: cursor.wordsUpTo(next) };
    cursor.meaning.comparisons.push({ ...said, ...(of >= 0 && { of }) });
    cursor.at = next;
  }
}

/** “customers with a total over 40”: unclear whether it is the field of one invoice or the sum of all. */
function isAmbiguousTotal({ plain, at, meaning }: WordCursor, path: FieldPath): boolean {
  return plain[at] === 'total' && !meaning.related.some(({ many }) => isSamePlace(many.path, path));
}

/** Requires related records with the field; false if it is reached only through others that the words mention. */
function requireRelated(cursor: WordCursor, path: FieldPath): boolean {
  const { related } = cursor.meaning;
  if (related.some(({ many }) => isSamePlace(many.path, path))) return true;
  if (isBeyondMentioned(cursor, path)) return false;
  related.push({ many: { path, words: [] }, presence: 'EXISTS' });
  return true;
}

/** “invoices over 20” of customers: a number after related records is compared with their default quantity, if any. */
export function compareNearest(cursor: WordCursor, compared: ComparisonAt): boolean {
  const nearest = cursor.meaning.related.at(-1);
  if (!nearest) return false;
  const path = defaultAmountOf(cursor.model, nearest.many.path);
  if (path) compareField(cursor, path, true, compared);
  else reportComparison(cursor, compared);
  return true;
}

/** Reports a comparison as not understood. */
export function reportComparison(cursor: WordCursor, { next }: ComparisonAt): void {
  cursor.meaning.unknown.push(cursor.wordsUpTo(next));
  cursor.at = next;
}

/** “average score above 80”, “number of tastings over 3”: compares a measure of related records. */
export function compareMeasure(
  cursor: WordCursor,
  summary: SummaryName,
  path: FieldPath | NodePath,
  at: number,
): boolean {
  const compared = cursor.comparison(at);
  if (!compared) return false;
  const { next, ...presence } = compared;
  const measured = 'attribute' in path ? { of: path, summary } : {};
  cursor.meaning.related.push({ many: { path, words: [] }, presence, ...measured });
  cursor.at = next;
  return true;
}

/** A measure of groups or of all records is not a quantity of the records: a number after it is not understood. */
export function reportStrayComparison(cursor: WordCursor): void {
  const compared = cursor.comparison(cursor.at);
  if (compared) reportComparison(cursor, compared);
}
