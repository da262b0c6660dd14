// The page of a result that a statement returns.
import { type RawBuilder, sql } from 'kysely';
import type { BoundCursor, Cursor } from './cursor.ts';
import type { Draft } from './draft.ts';
import type { TotalSource } from './total-source.ts';

export interface PageOptions {
  /** Null means all rows. */
  readonly limit: bigint | null;
  readonly offset: bigint;
  readonly after: Cursor | null;
  /** Whether each row is followed by a line with its cursor values. */
  readonly withCursors: boolean;
  /** How the last line of each row gives the total number of rows; null if there is no such line. */
  readonly totalBy: TotalSource | null;
}

/** Everything that the SQL depends on: pages of the same form differ only in bound numbers. */
export interface PageForm extends Pick<PageOptions, 'withCursors' | 'totalBy'> {
  readonly size: PageSize;
  /** The limit itself, if the engine needs it in the text. */
  readonly written: bigint | null;
  readonly hasOffset: boolean;
  readonly after: BoundCursor | null;
}

/** The size of a page: returned at once, small enough to be sorted twice, larger, or all rows. */
export type PageSize = 'few' | 'some' | 'many' | 'all';

/** From this many rows on, reading in slices pays off. */
const minSlicedRows = 1_000n;
/** Up to this many rows, the cost of a second sort is negligible. */
const maxSmallPage = 5_000n;

/** SQL counts in 64 bits; no table has more rows. */
const maxRowCount = 9_223_372_036_854_775_807n;

/** Limit and offset within the engines' range. */
export function withinBounds({ limit, offset }: Pick<PageOptions, 'limit' | 'offset'>): {
  readonly limit: bigint | null;
  readonly offset: bigint;
} {
  return {
    limit: limit === null || limit > maxRowCount ? null : limit,
    offset: offset > maxRowCount ? maxRowCount : offset,
  };
}

export function pageForm(
  { limit, offset, withCursors, totalBy }: PageOptions,
  after: BoundCursor | null,
  writesLimit: boolean,
): PageForm {
  return {
    size: sizeOf(limit),
    written: writesLimit ? limit : null,
    hasOffset: offset > 0n,
    after,
    withCursors,
    totalBy,
  };
}

function sizeOf(limit: bigint | null): PageSize {
  if (limit === null) return 'all';
  if (limit < minSlicedRows) return 'few';
  return limit <= maxSmallPage ? 'some' : 'many';
}

/** `LIMIT` and `OFFSET`. */
export function pageClause(draft: Draft, { size, written, hasOffset }: PageForm): RawBuilder<unknown> {
  const limit = written === null ? draft.limit : sql.raw(String(written));
  return draft.dialect.page(size === 'all' ? null : limit, hasOffset ? draft.offset : null);
}
