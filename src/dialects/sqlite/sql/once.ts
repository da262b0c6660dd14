// Values that are written and worked out once, however often their words are used.
import { type RawBuilder, sql } from 'kysely';
import type { Value } from '../../../query/dialect/sql.ts';
import { writtenLength } from '../../../query/dialect/written.ts';

/** In characters. What is shorter is quicker as it stands. */
const short = 1_000;

/**
 * The words about a value, in which a long one has a name: what repeats its value, again and again within each other, makes a
 * statement that is too long for the engine. It does not put the value back in place of the name, as what is selected from
 * nothing stays a query of its own.
 */
export function once(value: Value, words: (value: Value) => Value): RawBuilder<unknown> {
  if (writtenLength(value) <= short) return sql`${words(value)}`;
  return sql`(select ${words(sql.id('once'))} from (select ${value} as ${sql.id('once')}))`;
}
