// The measures that a question asks for: “average salary”, “highest total per country”.

import type { SummaryName } from '../../../src/contract/summaries.ts';
import { isMoment, isTextual } from '../../values/types.ts';
import type { Found, FoundMany } from '../find.ts';
import type { FieldPath } from '../paths.ts';
import { compareMeasure, leave, leaveCompared, ofNearest } from './comparisons.ts';
import { isAmount, type WordCursor } from './cursor.ts';
import { atTime, datedAt } from './dates.ts';
import { ofOnePiece, usualAmountOf } from './measures.ts';
import type { NamedTime } from './periods.ts';
import { qualityNamed } from './qualities.ts';
import { extremeWords, groupWords, momentWords, notOffered, own, summaryWords } from './vocabulary.ts';

/** "highest total per country"; without groups, the question is about the records themselves. */
export function extreme(cursor: WordCursor): boolean {
  const summary = own(extremeWords, cursor.plain[cursor.at] ?? '');
  const found = summary && measured(cursor, cursor.at + 1, isAmount);
  if (!found || !groupWords.has(cursor.plain[found.next] ?? '')) return false;
  cursor.meant.measures.push({ summary, of: found.found });
  cursor.at = found.next;
  return true;
}

/** “median total” is not supported, and must not be replaced by another measure of the total. */
export function unoffered(cursor: WordCursor): boolean {
  if (!notOffered.has(cursor.plain[cursor.at] ?? '')) return false;
  const from = cursor.skipFillers(cursor.at + 1);
  const next = measured(cursor, from, isAmount)?.next ?? cursor.at + 1;
  cursor.meant.unknown.push(cursor.said(next));
  cursor.at = next;
  return true;
}

/** “total quantity” is a sum, even if another field is named total. */
export function totalOf(cursor: WordCursor): boolean {
  if (cursor.plain[cursor.at] !== 'total') return false;
  const from = cursor.skipFillers(cursor.at + 1);
  const found = measured(cursor, from, isAmount);
  if (!found) return ofRelated(cursor, 'sum', from, false);
  if (found.found.many && compareMeasure(cursor, 'sum', found.found.path, found.next)) return true;
  cursor.meant.measures.push({ summary: 'sum', of: found.found });
  cursor.at = found.next;
  leaveCompared(cursor);
  return true;
}

/** How to rank by a field: by the sum, or for values per piece, which nobody adds up, by an extreme or the average. */
export function rankedBy(cursor: WordCursor, { column, many: isOfMany }: Found, at: number): SummaryName {
  if (!isOfMany || !ofOnePiece.test(column.name)) return 'sum';
  return own(extremeWords, cursor.plain[at - 1] ?? '') ?? 'avg';
}

export function measure(cursor: WordCursor): boolean {
  const dated = own(momentWords, cursor.plain[cursor.at] ?? '');
  const summary = dated ?? own(summaryWords, cursor.plain[cursor.at] ?? '');
  if (!summary) return false;
  let from = cursor.at + 1;
  while (cursor.plain[from] === 'of' || cursor.plain[from] === 'the') from++;
  const suits = dated ? ({ column }: Found) => isMoment(column.type) : isAmount;
  const found = summary === 'count' ? cursor.many(from) : measured(cursor, from, suits);
  if (!found && summary !== 'count' && ofRelated(cursor, summary, from, dated !== undefined)) return true;
  // “average visits per patient”: their number, not an amount of the single visit.
  if (summary === 'avg' && !found && from === cursor.sense.stood && !cursor.sense.isOne) {
    cursor.meant.unknown.push(cursor.words[cursor.at] ?? '');
    cursor.at = from;
    return true;
  }
  const path = found || dated || summary === 'count' ? undefined : qualityNamed(cursor, from);
  if (path) {
    cursor.meant.measures.push({ summary, path });
    cursor.at = from + 1;
    return true;
  }
  // “first class”, “first name Anna”: not a date.
  const texted = dated && !found ? (cursor.own(cursor.at) ?? cursor.own(from)) : undefined;
  if (texted && isTextual(texted.found.column.type)) return false;
  // “average number of”: calculations over record counts cannot be expressed.
  if (!found && !dated && summary !== 'count' && own(summaryWords, cursor.plain[from] ?? '')) {
    cursor.meant.unknown.push(cursor.words[cursor.at] ?? '');
    cursor.at = from;
    return true;
  }
  if (
    found &&
    !dated &&
    isOfMany(found.found) &&
    compareMeasure(cursor, summary, found.found.path, found.next)
  )
    return true;
  const date = dated ? measured(cursor, from, suits) : undefined;
  if (date?.found.many && comparedDate(cursor, summary, date.found.path, date.next)) return true;
  if (!found && !dated && summary !== 'count') cursor.unnamedAt = from;
  cursor.meant.measures.push({
    summary,
    ...(found ? { of: found.found } : {}),
    ...(dated ? { isMoment: true } : {}),
  });
  cursor.at = found?.next ?? from;
  leaveCompared(cursor);
  return true;
}

/**
 * “total payments”, “last visit”: the default amount of related records, or their date, which may be compared: “whose
 * last visit was before 2020”.
 */
function ofRelated(cursor: WordCursor, summary: SummaryName, from: number, isDated: boolean): boolean {
  const many = cursor.many(from);
  const place = many && { root: many.found.path.root, steps: many.found.path.steps };
  const path = place && (isDated ? datedAt(cursor.model, place) : usualAmountOf(cursor.model, place));
  if (!many || !path) return false;
  if (isDated && comparedDate(cursor, summary, path, many.next)) return true;
  if (isDated || !compareMeasure(cursor, summary, path, many.next)) {
    cursor.meant.measures.push({ summary, path });
    cursor.at = many.next;
  }
  return true;
}

/** “was before 2020”: requires a time of the latest or earliest date. “Last invoice 2024” is that of the year. */
function comparedDate(cursor: WordCursor, summary: SummaryName, path: FieldPath, at: number): boolean {
  const from = cursor.skipFillers(at);
  const time: (NamedTime & { readonly next: number }) | undefined = cursor.time(from);
  const isSaid = cursor.plain.slice(at, from).some((word) => ['was', 'were', 'is', 'are'].includes(word));
  if (!time || (!isSaid && time.side === undefined)) return false;
  if (time.period.kind === 'fixed') {
    const whole = time.side === undefined && time.to === undefined ? { ...time, to: time.period } : time;
    for (const { operator, values } of atTime(path, whole, undefined)) {
      const ends = values.flatMap((value) => (value.kind === 'literal' ? [String(value.value)] : []));
      cursor.meant.related.push({
        many: { path, words: [] },
        presence: { operator, values: ends },
        of: path,
        summary,
      });
    }
  } else cursor.meant.unknown.push(cursor.said(time.next));
  cursor.at = time.next;
  return true;
}

/** Whether related records, or a field of theirs, were found. */
const isOfMany = (found: Found | FoundMany) => !('many' in found) || found.many;

/**
 * The field to calculate. In a calculation for each record it must be the record's own, or of many related records:
 * nobody averages a single value, such as the salary of a department's head.
 */
function measured(cursor: WordCursor, from: number, suits: (found: Found) => boolean) {
  const preferred = cursor.sense.isPer
    ? cursor.field(from, (one) => suits(one) && (one.many || one.path.steps.length === 0))
    : undefined;
  return preferred ?? cursor.field(from, suits);
}

/** "invoices over 20": the default quantity, unless a field follows. */
export function amount(cursor: WordCursor): boolean {
  const compared = cursor.comparison(cursor.at);
  if (!compared) return false;
  // “more than 3 invoices” asks for their number, not for their amounts.
  // “under 10 or over 390”: one of two comparisons cannot be expressed.
  if (compared.next === cursor.sense.stood || cursor.plain[cursor.at - 1] === 'or') {
    leave(cursor, compared);
    return true;
  }
  const { operator, values } = compared;
  const named = cursor.field(compared.next, (one) => isAmount(one) && !one.many);
  if (!named && ofNearest(cursor, compared)) return true;
  const next = named?.next ?? compared.next;
  const words = cursor.said(next);
  cursor.meant.compared.push({ operator, values, words, ...(named ? { path: named.found.path } : {}) });
  cursor.at = next;
  return true;
}
