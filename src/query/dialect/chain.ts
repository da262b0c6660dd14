// Joins many conditions or texts by one operator.
import { type RawBuilder, sql } from 'kysely';

/** To SQLite a chain of 1,000 terms is an expression 1,000 deep, and it takes none that is deeper. */
const longest = 100;

/** A long chain becomes a chain of chains. */
export function chained(terms: readonly RawBuilder<unknown>[], by: RawBuilder<unknown>): RawBuilder<unknown> {
  if (terms.length <= longest) return sql.join(terms, by);
  const links: RawBuilder<unknown>[] = [];
  for (let at = 0; at < terms.length; at += longest) {
    links.push(sql`(${sql.join(terms.slice(at, at + longest), by)})`);
  }
  return chained(links, by);
}
