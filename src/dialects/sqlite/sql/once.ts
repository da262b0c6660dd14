// Values that are written and computed once, however often an expression mentions them.
import { type RawBuilder, sql } from 'kysely';
import type { Value } from '../../../query/dialect/sql.ts';
import { sqlLength } from '../../../query/dialect/sql-length.ts';

/** In characters. Shorter values are faster without a name. */
const short = 1_000;

/**
 * Builds an expression over a value, giving a long value a name: nested expressions that repeat their value would
 * exceed the engine's limit. The engine does not inline the name, because a SELECT without FROM remains a separate
 * subquery.
 */
export function once(value: Value, words: (value: Value) => Value): RawBuilder<unknown> {
  if (sqlLength(value) <= short) return sql`${words(value)}`;
  return sql`(select ${words(sql.id('once'))} from (select ${value} as ${sql.id('once')}))`;
}
