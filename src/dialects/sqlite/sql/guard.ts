// Lets a running statement be stopped: SQLite looks up only when it calls a function of ours.
import { type RawBuilder, sql } from 'kysely';
import type { Entity } from '../../../model/database.ts';
import type { GuardedTable } from '../../../query/dialect/sql.ts';
import { classOf } from './classes.ts';
import { rowIdentity } from './summarise.ts';

/** One row in so many makes a call. A prime: row numbers that are multiples of each other must not escape it. */
const interval = 251;

/** Each table counts so many times what the one before it does: the sums of small tables then differ too. */
const spread = 31;

/** Looking at so many rows takes about a second: a statement that does no more needs no stopping. */
const shortScan = 2_000_000;

/**
 * A term for each table that multiplies the rows, over the row numbers of it and of those before it: in whatever
 * order the engine nests its loops, each of them meets a term whose sum changes from row to row. Each term costs
 * a quarter of what the shortest scan does, so that a scan of one table, known to be small, goes without.
 */
export function guard(tables: readonly GuardedTable[], isNested: boolean): RawBuilder<boolean>[] {
  const multiplying = tables.filter(({ isSingle }) => !isSingle);
  const [only, ...others] = multiplying;
  const { restriction, rowEstimate } = only?.entity ?? { restriction: null, rowEstimate: null };
  const rows =
    (restriction === null ? rowEstimate : restriction.base.rowEstimate) ?? Number.POSITIVE_INFINITY;
  if (!isNested && others.length === 0 && rows <= shortScan) return [];
  const sums: RawBuilder<unknown>[] = [];
  let weight = 1;
  return multiplying.map(({ alias, entity }) => {
    const number = rowNumber(alias, entity);
    // Without a number every row makes the call; the argument keeps it within the loop over its table.
    if (number === null) return sql<boolean>`joinery_tick(${sql.id(alias, entity.columns[0]?.name ?? '')})`;
    sums.push(sql`(${number}) * ${sql.raw(String(weight))}`);
    weight = (weight * spread) % interval;
    return sql<boolean>`((${sql.join(sums, sql` + `)}) % ${sql.raw(String(interval))} <> 0 or joinery_tick())`;
  });
}

function rowNumber(alias: string, entity: Entity): RawBuilder<unknown> | null {
  const keyed = entity.keyKind === 'primary' || entity.keyKind === 'unique';
  const columns = keyed ? entity.key.filter((column) => classOf(column).isWhole) : rowIdentity(entity);
  if (columns === null || columns.length === 0) return null;
  return sql.join(
    columns.map(({ name }) => sql`ifnull(${sql.id(alias, name)}, 0)`),
    sql` + `,
  );
}
