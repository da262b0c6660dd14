// Where clocks are set back to midnight it occurs twice, and PostgreSQL and DuckDB let a day begin with the second.
import { type RawBuilder, sql } from 'kysely';
import { repeatedMidnights } from '../../query/clock-changes.ts';
import type { Value } from '../../query/dialect/sql.ts';

/** The first instant at which the zone's clock shows the time of the given one, the start of a day or longer period. */
export function firstMidnight(start: RawBuilder<unknown>, zone: string): RawBuilder<unknown> {
  const clock = (instant: Value) => sql`(${instant} at time zone ${sql.lit(zone)})`;
  const branches = repeatedMidnights(zone).map((seconds) => {
    const earlier = sql`(${start} - interval ${sql.lit(`${seconds} seconds`)})`;
    return sql`when ${clock(earlier)} = ${clock(start)} then ${earlier}`;
  });
  return branches.length === 0 ? start : sql`case ${sql.join(branches, sql` `)} else ${start} end`;
}
