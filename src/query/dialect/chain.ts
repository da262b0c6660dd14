// Joins many conditions or texts with one operator.
import { type RawBuilder, sql } from 'kysely';

/** SQLite parses a chain of 1,000 terms as an expression 1,000 levels deep, its limit. */
const maxChainLength = 100;

/** Splits a long chain into a chain of shorter ones. */
export function chained(terms: readonly RawBuilder<unknown>[], by: RawBuilder<unknown>): RawBuilder<unknown> {
  if (terms.length <= maxChainLength) return sql.join(terms, by);
  const links: RawBuilder<unknown>[] = [];
  for (let at = 0; at < terms.length; at += maxChainLength) {
    links.push(sql`(${sql.join(terms.slice(at, at + maxChainLength), by)})`);
  }
  return chained(links, by);
}
