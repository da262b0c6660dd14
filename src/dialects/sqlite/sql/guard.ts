// Makes running statements interruptible: SQLite can be stopped only while it calls a function of ours.
import { type RawBuilder, sql } from 'kysely';
import type { Entity } from '../../../model/database.ts';
import type { GuardedTable } from '../../../query/dialect/sql.ts';
import { classOf } from './classes.ts';
import { rowIdentity } from './summarise.ts';

/** One row in this many makes a call. A prime, so that row ids that are multiples of each other cannot avoid it. */
const interval = 251;

/** Each table has this many times the weight of the one before, so that sums differ even for small tables. */
const spread = 31;

/** Scanning this many rows takes about a second: shorter statements need no interruption. */
const shortScan = 2_000_000;

/**
 * A term for each table that multiplies the rows, over the row ids of it and of the tables before it: however the
 * engine nests its loops, each loop has a term whose sum changes from row to row. Each term costs a quarter of the
 * cheapest scan, so a scan of a single table known to be small goes without.
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
    // Without a row id, every row makes the call; the argument ties it to the loop over its table.
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
