// How SQLite compares, matches and sorts: the part that is the same for all types.
import { sql } from 'kysely';
import type { CompareSql } from '../../../query/dialect/sql.ts';
import { sort } from '../../base/sort.ts';
import type { TabledSql } from '../../base/type-class.ts';
import { beyond, plainNumber } from './classes/added.ts';
import { classOf } from './classes.ts';
import { oneOf } from './lists.ts';
import { holds, matchesPattern, pattern } from './patterns.ts';
import { searched } from './searched.ts';
import { storageOf } from './types.ts';

export const compare: Omit<CompareSql, keyof TabledSql> = {
  integerText: (value) => sql<string>`cast(${value} as text)`,
  oneOf,
  isZoned: () => false,
  onClock: (value, zone) => sql`joinery_clock(${value}, ${sql.lit(zone)})`,
  comparableWith(value, column, other) {
    const isAdded = storageOf(column) === 'added';
    if (isAdded && storageOf(other) !== 'added') return plainNumber(value);
    return classOf(column).comparable(value, column, 'order');
  },
  tieBreaker: (value, column) => (storageOf(column) === 'added' ? beyond(value) : null),
  fold: (text) => sql`joinery_fold(${text})`,
  compareText: (a, comparison, b) => sql<boolean>`${a} ${sql.raw(comparison)} ${b} collate binary`,
  pattern,
  searched,
  matchesPattern,
  containsText: holds,
  sort,
  countsWhileSorting: 'named',
  joinsAfterSort: false,
  sortsKeysFaster: true,
  textsBeforeSort: 'never',
  comparesRows: true,
};
