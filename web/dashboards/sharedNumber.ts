// The number of a tile behind a link: the same as on the dashboard, although a link does not reveal the query.
import type { GridAnswer } from '../../src/contract/grid.ts';
import { type Cell, type Exactly, isExact, toNumber } from '../api/exact.ts';
import { late } from '../messages/late.ts';

type Rows = Pick<Exactly<GridAnswer>, 'cols' | 'data' | 'size'>;

const measure = /^(sum|avg|min|max|count|count_distinct)_/;

export interface SharedNumber {
  readonly value: Cell;
  readonly label: string;
}

/** Whether a column is called as the service calls the measures of groups. */
export function isMeasureName(name: string): boolean {
  return measure.test(name);
}

/**
 * The first measure of groups, or else their first number; for any other query the row count, whatever its columns are
 * called. Undefined if groups have no number.
 */
export function sharedNumber({ cols, data, size }: Rows, isGrouped: boolean): SharedNumber | undefined {
  if (!isGrouped) return { value: size.total, label: late.dashboards.rowCount };
  const named = cols.findIndex(isMeasureName);
  const column = named >= 0 ? named : cols.findIndex((_, i) => isExact(data[0]?.[i]));
  const name = cols[column];
  if (name === undefined) return undefined;
  return { value: data[0]?.[column] ?? null, label: numberLabel(name, toNumber(size.total)) };
}

/** Several groups have a number each, of which a tile shows the first. */
export function numberLabel(name: string, groups: number | undefined): string {
  return groups !== undefined && groups > 1 ? late.dashboards.firstGroup(name, groups) : name;
}
