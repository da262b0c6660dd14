// How MySQL and MariaDB compare, match and sort.
import { sql } from 'kysely';
import type { CompareSql, Value } from '../../../query/dialect/sql.ts';
import { isAscii, likeEscape, likeText, type Pattern } from '../../../query/patterns.ts';
import type { TabledSql } from '../../base/type-class.ts';
import { classOf } from './classes.ts';
import { oneOf } from './lists.ts';
import { byCodePoint, fold, foldFor } from './texts.ts';
import { isInstant } from './zones.ts';

export const compare: Omit<CompareSql, keyof TabledSql> = {
  integerText: (value) => sql<string>`cast(${value} as char)`,
  oneOf,
  isZoned: isInstant,
  // The engine's IS NULL also holds for 0000-00-00 if the column is NOT NULL.
  isNull: (value, column) =>
    classOf(column).family === 'moment' ? sql<boolean>`${value} <=> null` : sql<boolean>`${value} is null`,
  comparableWith(value, column, other) {
    const { family, comparable } = classOf(column);
    return family === 'text' && column.storage !== other.storage
      ? byCodePoint(sql`convert(${value} using utf8mb4)`)
      : comparable(value, column, 'equality');
  },
  fold,
  // As bytes: some collations of the engines pad the shorter text with blanks.
  compareText: (a, comparison, b) =>
    sql<boolean>`cast(${a} as binary) ${sql.raw(comparison)} cast(${b} as binary)`,
  pattern(pattern, ignoreCase) {
    const like = likeText(pattern);
    const isLike = (text: Value, place: Value | undefined) =>
      sql`${text} like ${place} escape ${sql.lit(likeEscape)}`;
    if (!ignoreCase) return { form: '', values: [like], sql: ([place], text) => isLike(text, place) };
    const { form, words } = foldFor(pattern);
    // This collation ignores case and accents without building a new text for each row, and rejects only what the exact
    // test would also reject. For two letters it misses equivalents outside ASCII.
    if (!isAscii(like) || /[ik]/.test(like)) {
      return { form, values: [like], sql: ([place], text) => isLike(words(text), place) };
    }
    const loose = (text: Value) => sql`${text} collate utf8mb4_general_ci`;
    const literal = literalAnywhere(pattern);
    // Finding a literal text is faster than finding that a pattern does not match.
    return {
      form: `${literal === null ? 'loose' : 'anywhere'} ${form}`,
      values: [literal ?? like, like],
      sql([first, second], text) {
        const mayMatch =
          literal === null ? isLike(loose(text), first) : sql`locate(${first}, ${loose(text)}) > 0`;
        return sql`(${mayMatch} and ${isLike(words(text), second)})`;
      },
    };
  },
  // The backslash is the engine's default escape character.
  matchesPattern: (text, pattern) => sql<boolean>`${text} like ${pattern}`,
  containsText(text, part, place) {
    if (place === 'anywhere') return sql<boolean>`locate(${part}, ${text}) > 0`;
    const cut = sql`${place === 'start' ? sql`left` : sql`right`}(${text}, char_length(${part}))`;
    return sql<boolean>`cast(${cut} as binary) = cast(${part} as binary)`;
  },
  sort(value, { descending, nullsFirst, nullable }) {
    const direction = descending ? sql` desc` : sql``;
    // By default the engine sorts NULL below everything else.
    if (!nullable || nullsFirst !== descending) return sql`${value}${direction}`;
    const last = nullsFirst ? sql`${value} is not null` : sql`${value} is null`;
    return sql`${last}, ${value}${direction}`;
  },
  countsWhileSorting: 'window',
  joinsAfterSort: true,
  materializesJoins: true,
  textsBeforeSort: 'never',
  comparesRows: false,
};

/** The literal of a pattern that just searches for it anywhere in a text. */
function literalAnywhere([before, part, after, ...more]: Pattern): string | null {
  const isSurrounded = before === 'any' && after === 'any' && more.length === 0;
  return isSurrounded && typeof part === 'object' ? part.text : null;
}
