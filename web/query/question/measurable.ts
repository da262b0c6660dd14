// Which fields the words of a question can measure and rank by.
import type { SummaryName } from '../../../src/contract/summaries.ts';
import type { Column } from '../../model/model.ts';
import type { Found } from '../find.ts';
import { startsWithSteps } from './comparisons.ts';
import { isAmount, type WordCursor } from './cursor.ts';
import { isDetour, isSummable } from './relatedNames.ts';
import { nameParts, stem } from './vocabulary.ts';

/** What can be measured by the summary, without counting anything several times. */
export const isMeasurable =
  ({ model }: WordCursor, summary: SummaryName) =>
  (found: Found): boolean =>
    isAmount(found) && (summary === 'sum' ? isSummable(model, found.path) : !isDetour(model, found.path));

/** What can be ranked by: “goals” are the records of this name, not the home goals of something else. */
export const isRankable = (cursor: WordCursor, counted: ReturnType<WordCursor['relatedRecords']>) => {
  const isSummed = isMeasurable(cursor, 'sum');
  return (found: Found) =>
    isAmount(found) &&
    (!found.many || isSummed(found)) &&
    (!counted || startsWithSteps(found.path, counted.found.path));
};

/**
 * Whether the words are a part of the field's name that says something else: “home matches” names neither the Home
 * Goals nor the Home Team, and “paid bills” are not about their Amount Paid.
 */
export function isOnlyPart(cursor: WordCursor, { path, column }: Found, next: number): boolean {
  const wanted = cursor.words.slice(cursor.at, next).map(stem);
  const parts = (label: string) => nameParts(label).map(stem);
  const own = parts(column.label);
  if (path.steps.length > 0 || wanted.length >= own.length) return false;
  const isState = next === cursor.sense.stood && wanted.every((word) => /(ed|paid)$/.test(word));
  const isShared = (other: Column) =>
    other.name !== column.name && wanted.every((word) => parts(other.label).includes(word));
  const isHead = wanted.includes(own.at(-1) ?? '');
  return isState || (!isHead && cursor.entity?.columns.some(isShared) === true);
}
