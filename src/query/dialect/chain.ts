// Many conditions or texts, one beside the other.
import { type RawBuilder, sql } from 'kysely';

/** SQLite counts a chain as deep as it is long, and takes none that is deeper than 1,000. */
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
