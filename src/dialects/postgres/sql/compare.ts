// How PostgreSQL compares, matches and sorts: the part that is the same for all types.
import { sql } from 'kysely';
import type { Bound, CompareSql, Value } from '../../../query/dialect/sql.ts';
import { isAscii, likeEscape, likeText, type Pattern } from '../../../query/patterns.ts';
import { sort } from '../../base/sort.ts';
import type { TabledSql } from '../../base/type-class.ts';
import { classOf } from './classes.ts';
import { oneOf } from './lists.ts';
import { storageOf } from './types.ts';

export const compare: Omit<CompareSql, keyof TabledSql> = {
  integerText: (value) => sql<string>`(${value})::text`,
  oneOf,
  isNull: (value, column) => classOf(column).isNull(value),
  isZoned: (column) => storageOf(column) === 'timestamptz',
  comparableWith(value, column, other) {
    const own = classOf(column);
    const isText = own.family === 'text' && column.nativeType !== other.nativeType;
    return isText ? sql`${value}::text` : own.comparable(value, column, 'order');
  },
  fold,
  compareText: (a, comparison, b) => sql<boolean>`${a} ${sql.raw(comparison)} ${b} collate "C"`,
  pattern,
  matchesPattern: (text, pattern) => sql<boolean>`${text} collate "C" like ${withCompleteEscapes(pattern)}`,
  containsText(text, part, place) {
    if (place === 'anywhere') return sql<boolean>`strpos(${text} collate "C", ${part} collate "C") > 0`;
    const cut = place === 'start' ? sql`left` : sql`right`;
    return sql<boolean>`${cut}(${text}, length(${part})) = ${part} collate "C"`;
  },
  sort,
  countsWhileSorting: 'window',
  joinsAfterSort: false,
  textsBeforeSort: 'long',
  comparesRows: true,
};

/** Lower case with ICU, independent of the database's locale; see query/fold.ts for the two exceptions. */
function fold(text: Value): Value {
  return sql`replace(lower(replace(${text}, ${sql.lit('\u0130')}, 'i') collate "und-x-icu"), ${sql.lit('\u03c2')}, ${sql.lit('\u03c3')}) collate "C"`;
}

function pattern(parts: Pattern, ignoreCase: boolean): Bound<[text: Value]> {
  const like = likeText(parts);
  const matching = (form: string, words: (text: Value) => Value): Bound<[text: Value]> => ({
    form,
    values: [like],
    sql: ([place], text) => sql`${words(text)} ${place} escape ${sql.lit(likeEscape)}`,
  });
  if (!ignoreCase) return matching('exact', (text) => sql`${text} collate "C" like`);
  if (!isAscii(like)) return matching('folded', (text) => sql`${fold(text)} like`);
  // The locale "C" folds only ASCII, but fast; two other characters fold to ASCII letters.
  if (!/[ik]/.test(like)) return matching('ASCII', (text) => sql`${text} collate "C" ilike`);
  const folded = (text: Value) => sql`translate(${text}, ${sql.lit('\u0130\u212a')}, 'ik')`;
  return matching('translated', (text) => sql`${folded(text)} collate "C" ilike`);
}

/** A pattern that ends in a lone backslash would raise an error: here it matches a backslash. */
function withCompleteEscapes(pattern: Value): Value {
  return sql`regexp_replace(${pattern}, ${sql.lit(String.raw`^((?:[^\\]|\\.)*)\\$`)}, ${sql.lit(String.raw`\1\\\\`)}, 'n')`;
}
