// Which page of a result a statement is asked for.
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

export function page(dialect: SqlDialect, { limit, offset }: PageOptions) {
  return dialect.page(limit === null || limit > largest ? null : limit, offset > largest ? largest : offset);
}
