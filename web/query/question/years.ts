// Years that are numbers, as in “published before 2010” and “graduation year 2027”.
import type { OwnField, WordCursor } from './cursor.ts';
import { ownDate } from './dates.ts';
import type { Comparison } from './meaning.ts';
import type { NamedTime } from './times.ts';

/** The comparison of a numeric year with a year. */
function yearComparison({ period, side, to }: NamedTime): Comparison | undefined {
  if (period.kind !== 'fixed') return undefined;
  const yearOf = (date: string) => String(Number(date.slice(0, 4)));
  const from = yearOf(period.start);
  const { start, last = '' } = period;
  // “2020 or 2021”
  if (side === undefined && !to && start.endsWith('-01-01') && last.endsWith('-12-31'))
    return { operator: 'BETWEEN_INC', values: [from, yearOf(last)] };
  if (period.unit !== 'year') return undefined;
  if (to) return { operator: 'BETWEEN_INC', values: [from, yearOf(to.start)] };
  if (side === undefined) return { operator: 'EQ', values: [from] };
  const bounds = { before: 'LT', until: 'LTE', since: 'GTE', after: 'GT' } as const;
  return { operator: bounds[side], values: [from] };
}

/** “published before 2010”, “graduation year 2027”, if the year is a number and the records have no date that could be meant. */
export function readYearNumber(cursor: WordCursor): boolean {
  const [root] = cursor.doc.entities;
  const isYear = ({ type, name }: OwnField['column']) =>
    type === 'integer' &&
    (/year/i.test(name) || !root || !ownDate(cursor.model, { root: root.alias, steps: [] }));
  const named = cursor.ownField(cursor.at, isYear);
  const field = named?.found ?? cursor.fieldByWordForm(cursor.plain[cursor.at] ?? '', isYear);
  const time = field && cursor.time(cursor.skipFillers(named?.next ?? cursor.at + 1));
  const compared = time && yearComparison(time);
  if (!field || !time || !compared) return false;
  cursor.meaning.comparisons.push({ ...compared, path: field.path, words: cursor.wordsUpTo(time.next) });
  cursor.at = time.next;
  return true;
}
