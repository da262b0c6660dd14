// Which page of a result a statement is asked for.
import { type RawBuilder, sql } from 'kysely';
import type { BoundCursor, Cursor } from './cursor.ts';
import type { Draft } from './draft.ts';
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

/** All that the words of a statement depend on: pages of the same form differ in their numbers only. */
export interface PageForm extends Pick<PageOptions, 'withCursors' | 'totalBy'> {
  readonly size: PageSize;
  /** The limit itself where the engine has it in the text. */
  readonly written: bigint | null;
  readonly hasOffset: boolean;
  readonly after: BoundCursor | null;
}

/** How many rows there are at most: so few that they are had at once, few enough to be sorted twice, more, or all. */
export type PageSize = 'few' | 'some' | 'many' | 'all';

/** From so many rows on it pays to have them in slices. */
const slicedRows = 1_000n;
/** Up to this many rows are sorted a second time without being noticed. */
const smallPage = 5_000n;

/** SQL counts in 64 bits; no table has more rows. */
const largest = 9_223_372_036_854_775_807n;

/** A limit and an offset as the engines take them. */
export function withinBounds({ limit, offset }: Pick<PageOptions, 'limit' | 'offset'>): {
  readonly limit: bigint | null;
  readonly offset: bigint;
} {
  return {
    limit: limit === null || limit > largest ? null : limit,
    offset: offset > largest ? largest : offset,
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
  if (limit < slicedRows) return 'few';
  return limit <= smallPage ? 'some' : 'many';
}

/** `LIMIT` and `OFFSET`. */
export function pageClause(draft: Draft, { size, written, hasOffset }: PageForm): RawBuilder<unknown> {
  const limit = written === null ? draft.limit : sql.raw(String(written));
  return draft.dialect.page(size === 'all' ? null : limit, hasOffset ? draft.offset : null);
}
