// How SQLite concatenates texts.
import { sql } from 'kysely';
import type { Column } from '../../../model/database.ts';
import type { TextSql, Value } from '../../../query/dialect/sql.ts';
import { classOf } from './classes.ts';

/** The engine allows 1,000 arguments per function. */
export const argumentsPerCall = 1_000;

/**
 * The function fills a single buffer, where a chain of `||` would copy the text once per part, and it does not stop at
 * a NUL. Constant parts are written into the SQL: binding the 21 of a record for each read took 4.5 of its 12.7 µs.
 */
export function concat(parts: readonly (string | TextSql)[]): TextSql {
  if (parts.length > argumentsPerCall) {
    const half = Math.ceil(parts.length / 2);
    return concat([concat(parts.slice(0, half)), concat(parts.slice(half))]);
  }
  const texts = parts.map((part) => (typeof part === 'string' ? sql.lit(part) : part));
  return sql<string>`concat(${sql.join(texts)})`;
}

/**
 * One call for the whole row: per 100,000 rows of 12 columns it takes 116 ms of CPU time, against 156 for joining each
 * value's JSON with `concat`, and 179 for also asking each value for its type name.
 */
export function jsonList(cells: readonly ListCell[]): TextSql | null {
  return listOf(cells, ({ own, column }) => classOf(column).quotable(own));
}

/** Unusual values become an impossible number, which the reader looks for: this saves a tenth of a page's time. */
export function usualJsonList(cells: readonly ListCell[]): TextSql | null {
  return listOf(cells, ({ own, column }) => classOf(column).usual(own));
}

interface ListCell {
  readonly own: Value;
  readonly column: Column;
}

function listOf(cells: readonly ListCell[], write: (cell: ListCell) => Value): TextSql | null {
  if (cells.length > argumentsPerCall) return null;
  return sql<string>`json_array(${sql.join(cells.map(write))})`;
}

/** How the engine writes an infinity in such a list. No finite number is written like this. */
export const impossibleNumber = '9.0e+999';
