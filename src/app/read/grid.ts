// Answers a query: the page with the number of rows and the summaries.
import type { ReadGridRequest } from '../../contract/read-grid.ts';
import type { PageRead, RowCounts } from '../../dialects/dialect.ts';
import { Cache } from '../../query/cache.ts';
import { jsonRow } from '../../query/compile/formats.ts';
import type { TotalSource } from '../../query/compile/total-source.ts';
import { catalogEstimate, readTotals } from '../../query/compile/totals.ts';
import { PageReader, rowSeparator } from '../../query/lines.ts';
import type { Plan } from '../../query/plan/plan.ts';
import type { OpenDatabase, Requester } from '../database.ts';
import type { Snapshot } from '../snapshot.ts';
import { isFullyVisible } from './full-visibility.ts';
import { headOf, pivotText, summariesText } from './grid-text.ts';
import { type PivotPage, pivotPage, withPivotColumns } from './pivot.ts';
import { pageOptions, type Query, readQuery, type TotalsStatement } from './query.ts';

/** A short answer in memory, or a long one to stream. */
export type Answer = Uint8Array | AsyncIterable<Uint8Array>;

/** The page size if the request has none. */
const defaultLimit = 100n;

/** Larger pages are streamed from the start. */
const maxBriefRows = 5_000n;

/** A longer answer is streamed, so that large values take no more memory than others. */
const maxInMemoryBytes = 1024 * 1024;

/** Queries whose pages turned out longer: they are streamed at once next time. */
const longPages = new Cache<true>('long pages');

/** Page metadata, for callers that would otherwise have to parse it out of the answer. */
export interface PageInfo {
  readonly offset: bigint;
  readonly rows: number;
  /** Whether more rows follow. */
  readonly hasMore: boolean;
  /** Whether the total is the engine's estimate, not a count. */
  readonly isEstimated: boolean;
}

/** Called before the last bytes of an answer are sent. */
export type OnPage = (page: PageInfo) => void;

export function runGrid(
  open: OpenDatabase,
  requester: Requester,
  read: ReadGridRequest,
  onPage?: OnPage,
): Promise<Answer> {
  return open.use(requester, (snapshot) => answerGrid(snapshot, read, onPage));
}

export async function answerGrid(
  snapshot: Snapshot,
  read: ReadGridRequest,
  onPage?: OnPage,
): Promise<Answer> {
  const asked = readQuery(snapshot, read);
  const limit = asked.paging.limit ?? defaultLimit;
  const turned = await pivotPage(snapshot, asked, limit);
  if (turned !== null) return new GridRun(snapshot, turned.query, onPage).pivoted(turned);
  return new GridRun(snapshot, await withPivotColumns(snapshot, asked), onPage).answer(limit);
}

interface Totals {
  /** Null if it was not requested. */
  readonly total: bigint | null;
  /** JSON texts, in the order of the plan's summaries. */
  readonly summaries: readonly string[];
}

/** A page being read. */
interface Running {
  readonly read: PageRead;
  readonly pieces: AsyncIterator<Uint8Array>;
  readonly page: PageReader;
  /** The totals requested with it. */
  readonly totals: TotalsStatement | null;
  readonly estimate: bigint | null;
}

export class GridRun {
  readonly #snapshot: Snapshot;
  readonly #query: Query;
  /** The number of rows before the page. */
  readonly #position: bigint;
  readonly #onPage: OnPage | undefined;
  #isEstimated = false;

  constructor(snapshot: Snapshot, query: Query, onPage?: OnPage) {
    this.#snapshot = snapshot;
    this.#query = query;
    this.#onPage = onPage;
    this.#position = query.after?.position ?? query.paging.offset;
  }

  /** Starts as a short answer; if it turns out long, runs it again as a stream. */
  async answer(limit: bigint): Promise<Answer> {
    if (limit === 0n) return this.#withoutRows();
    const { scope, visibilityKey } = this.#snapshot;
    // The length of a user's page must not affect others.
    const id = `${this.#query.id} ${visibilityKey}`;
    if (limit > maxBriefRows || longPages.find(scope, id)) return this.streamed(limit);
    const page = await this.#inMemory(limit, this.#totalBy);
    const whole = page === 'untold' ? await this.#inMemory(limit, null) : page;
    if (typeof whole !== 'string') return whole;
    longPages.keep(scope, id, true);
    return this.streamed(limit);
  }

  /** A pivot page that is in memory already. */
  pivoted({ rows, total, cursor }: PivotPage): Uint8Array {
    const hasMore = this.#position + BigInt(rows.length) < total && rows.length > 0;
    const following = this.#next({ hasMore, rows: rows.length, cursor });
    const told = this.#query.paging.count === 'none' ? null : total;
    const tail = this.#written({ total: told, summaries: [] }, rows.length, following);
    return Buffer.concat([headOf(this.#query), Buffer.from(rows.join(',')), tail]);
  }

  /** `limit` null means all rows. */
  async streamed(limit: bigint | null): Promise<AsyncIterable<Uint8Array>> {
    if (limit === 0n) return once(await this.#withoutRows());
    return this.#stream(await this.#begin(limit, false, null));
  }

  /** `long`: too long for memory. `untold`: there is no row to carry the total. */
  async #inMemory(limit: bigint, totalBy: TotalSource | null): Promise<Uint8Array | 'long' | 'untold'> {
    const running = await this.#begin(limit, true, totalBy);
    try {
      const parts = [headOf(this.#query)];
      let bytes = 0;
      for (let piece = await next(running); piece !== null; piece = await next(running)) {
        bytes += piece.length;
        if (bytes > maxInMemoryBytes) return 'long';
        parts.push(piece);
      }
      // If the first page is empty, the total is 0.
      if (totalBy !== null && running.page.rows === 0 && this.#position > 0n) return 'untold';
      return Buffer.concat([...parts, await this.#tail(running)]);
    } finally {
      await leave(running);
    }
  }

  /** How the page itself can carry the total; null if that takes a separate statement. */
  get #totalBy(): TotalSource | null {
    const { totalSource: tellsTotal, paging, after } = this.#query;
    return paging.count === 'exact' && after === null ? tellsTotal : null;
  }

  async #begin(limit: bigint | null, isBrief: boolean, totalBy: TotalSource | null): Promise<Running> {
    const query = this.#query;
    const { plan, paging } = query;
    const estimate = await this.#estimate();
    const counts = estimate === null && paging.count !== 'none' && totalBy === null;
    const totals = query.totals({ count: counts });
    // Fetch one extra row to know whether more follow: a count cannot tell while rows come and go.
    const options = pageOptions(query, limit === null ? null : limit + 1n, limit !== null);
    const statement = query.page(jsonRow, { ...options, totalBy });
    // A page in key order, of groups, or of the first of each group mostly arrives sooner than a count, and may imply
    // the total.
    const isSorted = plan.order.length > 0 && plan.group === null && plan.top === null;
    const isCertain = isSorted || hasOverallSummaries(plan);
    const read = await this.#snapshot.connection.page(statement, rowSeparator, {
      isBrief,
      companion: totals && {
        statement: totals.statement,
        isCertain,
        unless: this.#countsImplyingTotal(limit),
      },
    });
    const page = new PageReader({ cursor: options.withCursors, total: totalBy !== null }, limit);
    return { read, pieces: read.rows[Symbol.asyncIterator](), page, totals, estimate };
  }

  /** The numbers of rows with which a page implies all requested totals; null if none does. */
  #countsImplyingTotal(limit: bigint | null): RowCounts | null {
    const least = this.#minRowsImplyingTotal;
    if (least === null || hasOverallSummaries(this.#query.plan)) return null;
    return { min: least, max: limit === null ? Number.POSITIVE_INFINITY : Number(limit) };
  }

  async *#stream(running: Running): AsyncGenerator<Uint8Array> {
    try {
      yield headOf(this.#query);
      for (let piece = await next(running); piece !== null; piece = await next(running)) yield piece;
      yield await this.#tail(running);
    } finally {
      await leave(running);
    }
  }

  async #withoutRows(): Promise<Uint8Array> {
    const estimate = await this.#estimate();
    const counts = estimate === null && this.#query.paging.count !== 'none';
    const totals = this.#query.totals({ count: counts });
    const [row = ''] = totals === null ? [] : await this.#snapshot.connection.fetch(totals.statement);
    return Buffer.concat([headOf(this.#query), this.#written(this.#totals(totals, row, estimate), 0, '')]);
  }

  /** Null if no estimate was requested, or if it would take a count. */
  async #estimate(): Promise<bigint | null> {
    const estimate = await this.#expected();
    this.#isEstimated = estimate !== null;
    return estimate;
  }

  async #expected(): Promise<bigint | null> {
    const { plan, paging } = this.#query;
    if (paging.count !== 'estimate' || plan.group !== null || plan.top !== null) return null;
    const { connection, database } = this.#snapshot;
    const bare = this.#query.bare();
    // The engine's estimate covers all rows, visible or not.
    if (!isFullyVisible(database, bare)) return null;
    await connection.annotate();
    const known = catalogEstimate(plan);
    if (known !== null) return BigInt(Math.round(known));
    const { estimate = null } = (await connection.explain(bare)) ?? {};
    return estimate === null ? null : BigInt(Math.round(estimate));
  }

  #totals(totals: TotalsStatement | null, row: string, total: bigint | null): Totals {
    if (totals === null) return { total, summaries: [] };
    const { plan } = this.#query;
    const { count, summaries } = readTotals(totals, plan, row);
    return { total: count ?? total, summaries: plan.group === null ? summaries : [] };
  }

  /** What follows the rows, after the last has been read. */
  async #tail(running: Running): Promise<Uint8Array> {
    const { page, read, totals, estimate } = running;
    page.end();
    const told = estimate ?? page.total ?? this.#totalImpliedByEnd(page);
    const isWanted = totals !== null && (hasOverallSummaries(this.#query.plan) || told === null);
    const [row = ''] = isWanted ? await read.companionRows() : [];
    return this.#written(this.#totals(isWanted ? totals : null, row, told), page.rows, this.#next(page));
  }

  /** The total, if the page implies it. */
  #totalImpliedByEnd({ rows, hasMore }: PageReader): bigint | null {
    const least = this.#minRowsImplyingTotal;
    return least === null || hasMore || rows < least ? null : this.#position + BigInt(rows);
  }

  /**
   * The fewest rows with which a last page implies the total, since its position counts from the first row. Null if it
   * never does.
   */
  get #minRowsImplyingTotal(): number | null {
    const { after, paging } = this.#query;
    if (paging.count === 'none' || after !== null) return null;
    return this.#position === 0n ? 0 : 1;
  }

  /** The cursor of the next page, if there is one. */
  #next({ hasMore, rows, cursor }: Pick<PageReader, 'hasMore' | 'rows' | 'cursor'>): string {
    if (!hasMore) return '';
    const values: unknown = JSON.parse(this.#query.hasKeyset ? (cursor ?? 'null') : '[]');
    if (!Array.isArray(values)) throw new Error('a row came without its cursor');
    const position = this.#position + BigInt(rows);
    return `,"next":${JSON.stringify(this.#query.cursors.encode({ position, values }))}`;
  }

  #written({ total, summaries }: Totals, frame: number, following: string): Uint8Array {
    this.#snapshot.connection.noteDelivered(frame);
    this.#onPage?.({
      offset: this.#position,
      rows: frame,
      hasMore: following !== '',
      isEstimated: this.#isEstimated,
    });
    const summarised = summaries.length === 0 ? '' : `,"summaries":${summariesText(this.#query, summaries)}`;
    const size = `{"offset":${this.#position},"total":${total},"frame":${frame}}`;
    return Buffer.from(`],"size":${size}${summarised}${pivotText(this.#query)}${following}}`);
  }
}

/** Whether summaries of all rows follow the page; those of groups are columns of it. */
function hasOverallSummaries({ group, summaries }: Plan): boolean {
  return group === null && summaries.length > 0;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The next rows; null at the end. */
async function next({ pieces, page }: Running): Promise<Uint8Array | null> {
  const { done, value } = await pieces.next();
  return done === true ? null : page.take(value);
}

/** Ends an unfinished read. */
async function leave({ read, pieces }: Running): Promise<void> {
  await pieces.return?.();
  read.end();
}
