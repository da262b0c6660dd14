// Which page of a result a statement is asked for.
import { sql } from 'kysely';
import type { SqlDialect } from '../dialect/sql.ts';
import type { Cursor } from './cursor.ts';
import type { TellsTotal } from './told-total.ts';

export interface PageOptions {
  /** Null means all rows. */
  readonly limit: bigint | null;
  readonly offset: bigint;
  readonly after: Cursor | null;
  /** Whether each row is followed by a line break and its cursor values. */
  readonly withCursors: boolean;
  /** How a last line of each row tells the number of rows on all pages; null where none does. */
  readonly totalBy: TellsTotal | null;
}

/** SQL counts in 64 bits; no table has more rows. */
const largest = 9_223_372_036_854_775_807n;

export function page(dialect: SqlDialect, { limit, offset }: Pick<PageOptions, 'limit' | 'offset'>) {
  const skipped = offset > largest ? largest : offset;
  const from = skipped === 0n ? null : sql`${skipped}`;
  if (limit === null || limit > largest) return dialect.page(null, from);
  return dialect.page(dialect.writesLimit ? sql.raw(String(limit)) : sql`${limit}`, from);
}
