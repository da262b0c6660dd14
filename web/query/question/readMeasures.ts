// The measures that a question asks for: “average salary”, “highest total per country”.

import type { SummaryName } from '../../../src/contract/summaries.ts';
import { isMoment, isQuantity, isTextual } from '../../values/types.ts';
import type { Found, FoundMany } from '../find.ts';
import type { FieldPath } from '../paths.ts';
import { compareMeasure, compareNearest, reportComparison, reportStrayComparison } from './comparisons.ts';
import { isAmount, type WordCursor } from './cursor.ts';
import { nearestDate, timeFilters } from './dates.ts';
import { isMeasurable } from './measurable.ts';
import { defaultAmountOf, isEvent, perPieceName } from './measures.ts';
import { isTimeUnit, quantityNamed } from './qualities.ts';
import type { NamedTime } from './times.ts';
import { isAbsentAt } from './values.ts';
import {
  extremeWords,
  groupWords,
  judgedWords,
  judgingWords,
  lookup,
  momentWords,
  nameParts,
  stem,
  summaryWords,
  unsupportedWords,
} from './vocabulary.ts';

/** The extreme that “highest” asks for, and “best” of a field that judges. */
function extremeAt({ plain, at }: WordCursor): SummaryName | undefined {
  const word = plain[at] ?? '';
  const isJudged = judgedWords.has(stem(plain[at + 1] ?? ''));
  return lookup(extremeWords, word) ?? (isJudged ? lookup(judgingWords, word) : undefined);
}

/** "highest total per country"; without groups, the question is about the records themselves. */
export function readExtreme(cursor: WordCursor): boolean {
  const summary = extremeAt(cursor);
  const found = summary && findMeasuredField(cursor, cursor.at + 1, isMeasurable(cursor, summary));
  if (!found || !groupWords.has(cursor.plain[found.next] ?? '')) return false;
  cursor.meaning.measures.push({ summary, of: found.found });
  cursor.at = found.next;
  return true;
}

/** “median total” is not supported, and must not be replaced by another measure of the total. */
export function readUnsupported(cursor: WordCursor): boolean {
  if (!unsupportedWords.has(cursor.plain[cursor.at] ?? '')) return false;
  const from = cursor.skipFillers(cursor.at + 1);
  const next = findMeasuredField(cursor, from, isAmount)?.next ?? cursor.at + 1;
  cursor.meaning.unknown.push(cursor.wordsUpTo(next));
  cursor.at = next;
  return true;
}

/** “total quantity” is a sum, even if another field is named total. */
export function readTotal(cursor: WordCursor): boolean {
  if (cursor.plain[cursor.at] !== 'total') return false;
  const from = cursor.skipFillers(cursor.at + 1);
  const found = findMeasuredField(cursor, from, isMeasurable(cursor, 'sum'));
  if (!found) return ofRelated(cursor, 'sum', from, false) || readTotalOfRecords(cursor, from);
  if (found.found.many && compareMeasure(cursor, 'sum', found.found.path, found.next)) return true;
  cursor.meaning.measures.push({ summary: 'sum', of: found.found });
  cursor.at = found.next;
  reportStrayComparison(cursor);
  return true;
}

/** “total payments per month”: their amount. The total of people is their number, which is shown anyway. */
function readTotalOfRecords(cursor: WordCursor, from: number): boolean {
  const { entity, model, sense, meaning } = cursor;
  if (from !== sense.stood || sense.isPer || !entity || cursor.ownField(cursor.at)) return false;
  if (isEvent(model, entity)) meaning.measures.push({ summary: 'sum' });
  cursor.at = from;
  return true;
}

/** How to rank by a field: by the sum, or for values per piece, which nobody adds up, by an extreme or the average. */
export function rankingSummary(
  cursor: WordCursor,
  { column, many: isToMany }: Found,
  at: number,
): SummaryName {
  if (!isToMany || !perPieceName.test(column.name)) return 'sum';
  return lookup(extremeWords, cursor.plain[at - 1] ?? '') ?? 'avg';
}

export function readMeasure(cursor: WordCursor): boolean {
  const dateSummary = lookup(momentWords, cursor.plain[cursor.at] ?? '');
  const summary = dateSummary ?? lookup(summaryWords, cursor.plain[cursor.at] ?? '');
  if (!summary) return false;
  let from = cursor.at + 1;
  while (cursor.plain[from] === 'of' || cursor.plain[from] === 'the') from++;
  const suits = dateSummary ? ({ column }: Found) => isMoment(column.type) : isMeasurable(cursor, summary);
  const found = summary === 'count' ? cursor.relatedRecords(from) : findMeasuredField(cursor, from, suits);
  if (!found && summary !== 'count' && ofRelated(cursor, summary, from, dateSummary !== undefined))
    return true;
  // “average visits per patient”: their number, not an amount of the single visit.
  if (summary === 'avg' && !found && from === cursor.sense.stood && !cursor.sense.isOne) {
    cursor.meaning.unknown.push(cursor.words[cursor.at] ?? '');
    cursor.at = from;
    return true;
  }
  const path = found || dateSummary || summary === 'count' ? undefined : quantityNamed(cursor, from);
  if (path) {
    cursor.meaning.measures.push({ summary, path });
    cursor.at = from + 1;
    return true;
  }
  // “first class”, “first name Anna”: not a date.
  const textField = dateSummary && !found ? (cursor.ownField(cursor.at) ?? cursor.ownField(from)) : undefined;
  if (textField && isTextual(textField.found.column.type)) return false;
  // “in the first minute”: neither a date nor the sum of the minutes.
  if (textField && isQuantity(textField.found.column)) {
    cursor.meaning.unknown.push(cursor.wordsUpTo(textField.next));
    cursor.at = textField.next;
    return true;
  }
  // “average number of”: calculations over record counts cannot be expressed.
  if (!found && !dateSummary && summary !== 'count' && lookup(summaryWords, cursor.plain[from] ?? '')) {
    cursor.meaning.unknown.push(cursor.words[cursor.at] ?? '');
    cursor.at = from;
    return true;
  }
  if (
    found &&
    !dateSummary &&
    isOfMany(found.found) &&
    compareMeasure(cursor, summary, found.found.path, found.next)
  )
    return true;
  const date = dateSummary ? findMeasuredField(cursor, from, suits) : undefined;
  if (date?.found.many && comparedDate(cursor, summary, date.found.path, date.next)) return true;
  if (!found && !dateSummary && summary !== 'count') cursor.missingFieldAt = from;
  cursor.meaning.measures.push({
    summary,
    ...(found ? { of: found.found } : {}),
    ...(dateSummary ? { isMoment: true } : {}),
  });
  cursor.at = found?.next ?? from;
  reportStrayComparison(cursor);
  return true;
}

/**
 * “total payments”, “last visit”: the default amount of related records, or their date, which may be compared: “whose
 * last visit was before 2020”.
 */
function ofRelated(cursor: WordCursor, summary: SummaryName, from: number, isDated: boolean): boolean {
  const many = cursor.relatedRecords(from);
  const place = many && { root: many.found.path.root, steps: many.found.path.steps };
  const path = place && (isDated ? nearestDate(cursor.model, place) : defaultAmountOf(cursor.model, place));
  if (!many || !path) return false;
  if (isDated && comparedDate(cursor, summary, path, many.next)) return true;
  if (isDated || !compareMeasure(cursor, summary, path, many.next)) {
    cursor.meaning.measures.push({ summary, path });
    cursor.at = many.next;
  }
  return true;
}

/** “was before 2020”: requires a time of the latest or earliest date. “Last invoice 2024” is that of the year. */
export function comparedDate(
  cursor: WordCursor,
  summary: SummaryName,
  path: FieldPath,
  at: number,
  isSaidBefore = false,
): boolean {
  const from = cursor.skipFillers(at);
  const time: (NamedTime & { readonly next: number }) | undefined = cursor.time(from);
  const isSaid =
    isSaidBefore || cursor.plain.slice(at, from).some((word) => ['was', 'were', 'is', 'are'].includes(word));
  if (!time || (!isSaid && time.side === undefined)) return false;
  if (time.period.kind === 'fixed') {
    const whole = time.side === undefined && time.to === undefined ? { ...time, to: time.period } : time;
    for (const { operator, values } of timeFilters(path, whole, undefined)) {
      const ends = values.flatMap((value) => (value.kind === 'literal' ? [String(value.value)] : []));
      cursor.meaning.related.push({
        many: { path, words: [] },
        presence: { operator, values: ends },
        of: path,
        summary,
      });
    }
  } else cursor.meaning.unknown.push(cursor.wordsUpTo(time.next));
  cursor.at = time.next;
  return true;
}

/** Whether related records, or a field of theirs, were found. */
const isOfMany = (found: Found | FoundMany) => !('many' in found) || found.many;

const isAfterBy = ({ plain, at }: WordCursor) => plain[at - 1] === 'by';

/**
 * The field to calculate. In a calculation for each record, or to rank records by, it must be the record's own, or of
 * many related records: nobody averages a single value, such as the salary of a department's head.
 */
function findMeasuredField(cursor: WordCursor, from: number, suits: (found: Found) => boolean) {
  const isOfEach = cursor.sense.isPer || cursor.meaning.top !== undefined || isAfterBy(cursor);
  const preferred = isOfEach
    ? cursor.field(from, (one) => suits(one) && (one.many || one.path.steps.length === 0))
    : undefined;
  return preferred ?? cursor.field(from, suits);
}

/** “lessons of 45 minutes”, “3 credit courses”: a number before the name of a quantity of the records. */
export function readExactAmount(cursor: WordCursor): boolean {
  const compared = cursor.equal(cursor.at);
  const field = compared && cursor.ownField(compared.next, (column) => isAmount({ column }));
  if (!compared || !field) return false;
  const { operator, values } = compared;
  const words = cursor.wordsUpTo(field.next);
  cursor.meaning.comparisons.push({ operator, values, words, path: field.found.path });
  cursor.at = field.next;
  return true;
}

/** “with more than 3 children”, “with total fees over 20”: the number of something that was not understood. */
function isOfUnknown(cursor: WordCursor, next: number): boolean {
  const before = cursor.plain[cursor.at - 1] ?? '';
  return (
    cursor.isAfterUnknown ||
    (['with', 'have', 'has', 'having', 'had'].includes(before) && isAbsentAt(cursor, next))
  );
}

function isEntityAt({ model, words }: WordCursor, at: number): boolean {
  const word = stem(words[at] ?? '');
  return [...model.entities.values()].some(({ label }) => nameParts(label).map(stem).join(' ') === word);
}

/** "invoices over 20": the default quantity, unless a field follows. */
export function readAmount(cursor: WordCursor): boolean {
  const compared = cursor.comparison(cursor.at);
  if (!compared) return false;
  // “more than 3 invoices” asks for their number, not for their amounts.
  // “under 10 or over 390”: one of two comparisons cannot be expressed.
  if (
    compared.next === cursor.sense.stood ||
    cursor.plain[cursor.at - 1] === 'or' ||
    isOfUnknown(cursor, compared.next)
  ) {
    reportComparison(cursor, compared);
    return true;
  }
  const { operator, values } = compared;
  const named = cursor.field(compared.next, (one) => isAmount(one) && !one.many);
  // “borrowed more than 10 books”: neither a quantity of the loans nor their number.
  if (!named && isEntityAt(cursor, compared.next)) {
    reportComparison(cursor, { ...compared, next: compared.next + 1 });
    return true;
  }
  if (!named && isTimeUnit(cursor.plain[compared.next])) {
    // “unpaid for more than 90 days”: no quantity, unless `readDuration` has found one.
    reportComparison(cursor, { ...compared, next: compared.next + 1 });
    return true;
  }
  // “average total per country over 10”: of each invoice, or of the average?
  if (!named && !cursor.meaning.isOfGroups && cursor.meaning.groups.length > 0) {
    reportComparison(cursor, compared);
    return true;
  }
  if (!named && compareNearest(cursor, compared)) return true;
  const next = named?.next ?? compared.next;
  const words = cursor.wordsUpTo(next);
  cursor.meaning.comparisons.push({ operator, values, words, ...(named ? { path: named.found.path } : {}) });
  cursor.at = next;
  return true;
}
