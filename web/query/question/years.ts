// Years that are numbers, as in “published before 2010” and “graduation year 2027”.
import { isLifeDate } from '../../model/labels.ts';
import type { Column, Model } from '../../model/model.ts';
import type { Filter } from '../filters/filters.ts';
import { type Period, resolvePeriod } from '../filters/relative.ts';
import { entitiesAlong, type FieldPath, type NodePath, stepOf } from '../paths.ts';
import type { OwnField, WordCursor } from './cursor.ts';
import { nearestDate, ownDate } from './dates.ts';
import type { Comparison } from './meaning.ts';
import type { NamedTime } from './times.ts';
import { nameParts } from './vocabulary.ts';

const isYearName = (column: Column) =>
  column.type === 'integer' &&
  !column.inReference &&
  !isLifeDate(column) &&
  nameParts(column.label).includes('year');

/** The only year of the records at the path, if they have no date: “performance reviews in 2025”. */
export function ownYear(model: Model, path: NodePath): FieldPath | undefined {
  if (ownDate(model, path)) return undefined;
  const entity = entitiesAlong(model, path.root, path.steps)?.at(-1);
  const [year, another] = entity?.columns.filter(isYearName) ?? [];
  return year && !another ? { root: path.root, steps: path.steps, attribute: year.name } : undefined;
}

/** The year of the records at the path, or of a record that they belong to other than the root. */
export function nearestYear(model: Model, path: NodePath): FieldPath | undefined {
  const own = ownYear(model, path);
  const entity = entitiesAlong(model, path.root, path.steps)?.at(-1);
  if (own || !entity || nearestDate(model, path)) return own;
  const parents = entity.relations.filter(
    ({ type, entity: target }) => type === 'many2one' && target !== path.root,
  );
  const years = parents.flatMap(
    (relation) => ownYear(model, { ...path, steps: [...path.steps, stepOf(relation)] }) ?? [],
  );
  return years.length === 1 ? years[0] : undefined;
}

/** The condition that restricts a numeric year to a time; undefined if that does not consist of whole years. */
export function yearFilter(
  path: FieldPath,
  time: NamedTime,
  quantity: Filter['quantity'],
): Filter | undefined {
  const compared = yearComparison(time);
  const values = compared?.values.map((value) => ({ kind: 'literal', value }) as const) ?? [];
  return compared && { path, operator: compared.operator, values, quantity };
}

const opposites: Readonly<Record<string, string>> = { EQ: 'NOT_EQ', BETWEEN_INC: 'NOT_BETWEEN_INC' };

/** The condition that a numeric year is outside of a time. */
export function otherYearsFilter(path: FieldPath, time: NamedTime): Filter | undefined {
  const inside = yearFilter(path, time, undefined);
  const operator = inside && opposites[inside.operator];
  return inside && operator !== undefined ? { ...inside, operator } : undefined;
}

/** The comparison of a numeric year with a time that consists of whole years: “2010”, “since 2010”, “last year”. */
function yearComparison({ period, side, to }: NamedTime): Comparison | undefined {
  const [from, last] = wholeYears(period) ?? [];
  const [, end] = to ? (wholeYears(to) ?? []) : [undefined, last];
  if (from === undefined || last === undefined || end === undefined) return undefined;
  if (side !== undefined) {
    const bounds = {
      before: ['LT', from],
      until: ['LTE', last],
      since: ['GTE', from],
      after: ['GT', last],
    } as const;
    const [operator, year] = bounds[side];
    return { operator, values: [String(year)] };
  }
  return from === end
    ? { operator: 'EQ', values: [String(from)] }
    : { operator: 'BETWEEN_INC', values: [String(from), String(end)] };
}

/** The first and the last year of a period; undefined if it does not consist of whole years. */
function wholeYears(period: Period): readonly [first: number, last: number] | undefined {
  const { from, before } = resolvePeriod(period, new Date());
  const isStart = (day: string) => /^\d{4}-01-01$/.test(day);
  const yearOf = (day: string) => Number(day.slice(0, 4));
  return isStart(from) && isStart(before) ? [yearOf(from), yearOf(before) - 1] : undefined;
}

/** “published before 2010”, “graduation year 2027”, if the year is a number and the records have no date that could be meant. */
export function readYearNumber(cursor: WordCursor): boolean {
  const [root] = cursor.doc.entities;
  const hasDate = root !== undefined && ownDate(cursor.model, { root: root.alias, steps: [] }) !== undefined;
  const isYear = (column: OwnField['column']) =>
    column.type === 'integer' && !column.inReference && (/year/i.test(column.name) || !hasDate);
  const word = cursor.plain[cursor.at] ?? '';
  const named = cursor.ownField(cursor.at, isYear);
  // “Published” is rather the Published Year than the number of Published Copies.
  const field =
    named?.found ?? cursor.fieldByWordForm(word, isYearName) ?? cursor.fieldByWordForm(word, isYear);
  const time = field && cursor.time(cursor.skipFillers(named?.next ?? cursor.at + 1));
  const compared = time && yearComparison(time);
  if (!field || !time || !compared) return false;
  cursor.meaning.comparisons.push({ ...compared, path: field.path, words: cursor.wordsUpTo(time.next) });
  cursor.at = time.next;
  return true;
}
