// The measures that a grouped query can have, searched by words: "total", "sum total", "average".

import type { SummaryName } from '../../../src/contract/summaries.ts';
import { t } from '../../messages/index.ts';
import { foldForSearch } from '../../model/matching.ts';
import type { Column, Model } from '../../model/model.ts';
import { isQuantity } from '../../values/types.ts';
import { rootLabel } from '../columns.ts';
import { type QueryDocument, rootOf } from '../document.ts';
import { mayHoldNumbers } from '../filters/notation.ts';
import { type Found, findFields, findRecords, nearbyFields } from '../find.ts';
import { countingAt, reachedFromSeveral } from '../paths.ts';
import { fillers, stem } from '../question/vocabulary.ts';
import { countingField } from './rowCount.ts';

export interface Measure extends Found {
  readonly summary: SummaryName;
}

export interface MeasureGroup {
  readonly summary: SummaryName;
  readonly items: readonly Measure[];
}

/** Ordered by how often people need them. */
const offeredSummaries: readonly SummaryName[] = ['count', 'sum', 'avg', 'min', 'max', 'count_distinct'];

/** A table with hundreds of columns is searched, not browsed. */
const MAX_PER_SUMMARY = 40;

/**
 * Each column of a key counts the records; without a key, the field that does. Records with a key of several columns
 * that others share cannot be counted: it would be the number of the others.
 */
function countsItsRecords(doc: QueryDocument, model: Model, { path, column }: Found): boolean {
  const root = rootOf(doc, path.root)?.id;
  const id = path.steps.at(-1)?.entity ?? root;
  const areShared = reachedFromSeveral(model, root ?? '', path.steps) !== undefined;
  if (areShared && countingAt(doc, model, path) !== 'count_distinct') return false;
  return column.inKey || path.attribute === countingField(model.entities.get(id ?? ''), path.steps);
}

function suits(summary: Exclude<SummaryName, 'count'>, column: Column): boolean {
  const { type, inKey } = column;
  const isAddable = isQuantity(column);
  // A foreign key that is part of a composite key is not unique per record.
  const isKey = inKey && !column.pointsTo;
  if (summary === 'count_distinct') return !isAddable && !isKey && type !== 'binary' && type !== 'json';
  if (isAddable || mayHoldNumbers(column)) return true;
  return (summary === 'min' || summary === 'max') && (type === 'date' || type === 'datetime');
}

/** Records are counted by their key, but the count is named after the records. */
function named(doc: QueryDocument, model: Model, found: Found): readonly string[] {
  const way = found.words.slice(0, -1);
  return way.length > 0 ? way : [rootLabel(doc, model, found.path.root)];
}

/** The search without the words for the summary. */
function withoutName(search: string, summary: SummaryName): string {
  const names = foldForSearch(t.query.summaries[summary]).split(' ');
  const others = t.query.alsoCalled[summary];
  const words = foldForSearch(search).split(/\s+/);
  return words
    .filter((word) => !names.some((name) => name.startsWith(word)) && !others.includes(word))
    .join(' ');
}

/** Searches for the text as typed, and if nothing matches, for its single words: “different customers”. */
export function findMeasures(doc: QueryDocument, model: Model, search: string): readonly MeasureGroup[] {
  const found = measuresNamed(doc, model, search);
  const words = search.split(/\s+/).filter((word) => !fillers.has(foldForSearch(word)));
  const isFound = found.some(({ items }) => items.length > 0);
  return isFound ? found : measuresNamed(doc, model, words.map(stem).join(' '));
}

function measuresNamed(doc: QueryDocument, model: Model, search: string): readonly MeasureGroup[] {
  const near = nearbyFields(doc, model, { many: true }).flatMap(({ items }) => items);
  // Usually the remaining words are the same for all summaries, so they are searched only once.
  const byRest = Map.groupBy(offeredSummaries, (summary) => withoutName(search, summary));
  const measures = new Map<SummaryName, readonly Measure[]>();
  for (const [rest, summaries] of byRest) {
    const fields = rest === '' ? near : findFields(doc, model, rest);
    for (const summary of summaries) {
      const records = summary === 'count' ? findRecords(doc, model, rest) : [];
      measures.set(summary, measuresOf(doc, model, [...records, ...fields], summary));
    }
  }
  return offeredSummaries.map((summary) => ({ summary, items: measures.get(summary) ?? [] }));
}

function measuresOf(
  doc: QueryDocument,
  model: Model,
  fields: readonly Found[],
  summary: SummaryName,
): readonly Measure[] {
  const items = fields
    .filter((one) => (summary === 'count' ? countsItsRecords(doc, model, one) : suits(summary, one.column)))
    .map((one): Measure => {
      const words = summary === 'count' ? named(doc, model, one) : one.words;
      return { ...one, summary, words };
    });
  // Each column of a composite key counts the same records.
  const alike = Map.groupBy(items, ({ words }) => words.join());
  return [...alike.values()].flatMap(([first]) => first ?? []).slice(0, MAX_PER_SUMMARY);
}
