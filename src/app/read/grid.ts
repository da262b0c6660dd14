// Answers a query: the page and, beside it, the number of rows and the summaries.
import type { ReadGridRequest } from '../../contract/read-grid.ts';
import type { RowStream } from '../../dialects/dialect.ts';
import { jsonRow } from '../../query/compile/formats.ts';
import type { TellsTotal } from '../../query/compile/told-total.ts';
import { catalogEstimate } from '../../query/compile/totals.ts';
import type { Statement } from '../../query/dialect/sql.ts';
import type { Asker, OpenDatabase, Snapshot } from '../database.ts';
import type { Held } from '../reading.ts';
import { pageOptions, type Query, readQuery } from './query.ts';

/** An answer that is short enough to be had at once, or one to be streamed. */
export type Answer = string | AsyncIterable<Uint8Array>;

/** Rows of a page whose request does not say how many. */
const defaultLimit = 100n;

/** Up to this many rows an answer is put together in memory. */
const wholePageRows = 5_000n;

export function runGrid(open: OpenDatabase, asker: Asker, read: ReadGridRequest): Promise<Answer> {
  return open.use(asker, async (snapshot) => {
    const query = readQuery(snapshot, read);
    const limit = query.paging.limit ?? defaultLimit;
    if (limit > wholePageRows) return new GridRun(snapshot, query).streamed(limit);
    return snapshot.connection.atOneMoment((connection) =>
      new GridRun({ ...snapshot, connection }, query).whole(limit),
    );
  });
}

interface Totals {
  /** Null where nobody asked. */
  readonly total: bigint | null;
  /** JSON texts, in the order of the plan's summaries. */
  readonly summaries: readonly string[];
}

const noTotals: Totals = { total: null, summaries: [] };

export class GridRun {
  readonly #snapshot: Snapshot;
  readonly #query: Query;
  /** How many rows come before the page. */
  readonly #position: bigint;

  constructor(snapshot: Snapshot, query: Query) {
    this.#snapshot = snapshot;
    this.#query = query;
    this.#position = query.after?.position ?? query.paging.offset;
  }

  async whole(limit: bigint): Promise<string> {
    const { plan, paging } = this.#query;
    const keyset = this.#query.hasKeyset;
    const isSorted = plan.order.length > 0 && plan.group === null;
    const totalBy = paging.count === 'exact' && this.#query.after === null ? this.#totalBy : null;
    // The page starts first: it usually takes longer, and the first statement gets a processor at once.
    const page = this.#rows(limit, totalBy);
    // A page in key order, or of groups, is mostly found sooner than it takes to count, and may tell the number.
    const counting = isSorted && totalBy === null ? this.#totals(paging.count !== 'none') : null;
    counting?.catch(() => {}); // Met where it is awaited, unless the page tells enough or fails first.
    const rows = await page;
    // Line breaks end the row where its cursor values and the total follow.
    const [, ...lines] = rows.at(-1)?.split('\n') ?? [];
    const told = totalBy === null ? undefined : lines.pop();
    const total = told === undefined ? this.#totalTold(BigInt(rows.length), limit) : BigInt(told);
    const totals =
      total === null || plan.summaries.length > 0
        ? await (counting ?? this.#totals(paging.count !== 'none' && total === null))
        : noTotals;
    const data = keyset || totalBy !== null ? rows.map((row) => row.slice(0, row.indexOf('\n'))) : rows;
    const frame = BigInt(rows.length);
    const [values = '[]'] = lines;
    const known = { ...totals, total: totals.total ?? (paging.count === 'none' ? null : total) };
    const next = rows.length === 0 || frame < limit ? '' : this.#next(frame, known, values);
    return `${this.#head()}${data.join(',')}${this.#tail(known, frame, next)}`;
  }

  /** How the page is asked for the number of all rows; null where that is a statement of its own. */
  get #totalBy(): TellsTotal | null {
    const { tellsTotal } = this.#query;
    return tellsTotal === 'index' && !this.#snapshot.connection.isCrowded ? null : tellsTotal;
  }

  /** The number of all rows where the page itself tells it: it ends before its limit. */
  #totalTold(frame: bigint, limit: bigint): bigint | null {
    return frame < limit && (frame > 0n || this.#position === 0n) ? this.#position + frame : null;
  }

  /** `limit` null means all rows. */
  async streamed(limit: bigint | null): Promise<AsyncIterable<Uint8Array>> {
    const { connection } = this.#snapshot;
    const statement = this.#query.page(jsonRow, pageOptions(this.#query, limit, false));
    const totals = this.#query.totals({ count: this.#query.paging.count === 'exact' });
    const held = await connection.hold(
      totals === null ? [statement] : [statement, totals.statement],
      'stream',
    );
    return new GridRun({ ...this.#snapshot, connection: held.reading }, this.#query).#begun(
      statement,
      limit,
      held,
    );
  }

  async #begun(statement: Statement, limit: bigint | null, held: Held): Promise<AsyncIterable<Uint8Array>> {
    try {
      const stream = this.#snapshot.connection.stream(statement, ',');
      const totals = this.#totals(this.#query.paging.count !== 'none');
      totals.catch(() => {}); // Met where it is awaited; the page may fail first.
      return this.#stream(await stream, totals, limit, held);
    } catch (error) {
      held.release();
      throw error;
    }
  }

  async #totals(count: boolean): Promise<Totals> {
    const { plan, paging } = this.#query;
    const estimate = count && paging.count === 'estimate' ? await this.#estimate() : null;
    const compiled = this.#query.totals({ count: count && estimate === null });
    if (compiled === null) return { total: estimate, summaries: [] };
    const { statement, summaries } = compiled;
    const [row = 'null'] = await this.#snapshot.connection.fetch(statement);
    const [number = 'null', ...lines] = row.split('\n');
    return {
      total: number === 'null' ? estimate : BigInt(number),
      summaries:
        plan.group === null
          ? plan.summaries.map((summary) => lines[summaries.indexOf(summary)] ?? 'null')
          : [],
    };
  }

  /** Null where nobody has an idea without counting. */
  async #estimate(): Promise<bigint | null> {
    const { plan } = this.#query;
    if (plan.group !== null) return null;
    const { connection } = this.#snapshot;
    await connection.annotate();
    const known = catalogEstimate(plan);
    if (known !== null) return BigInt(Math.round(known));
    const { estimate } = await connection.explain(this.#query.bare());
    return estimate === null ? null : BigInt(Math.round(estimate));
  }

  async *#stream(
    rows: RowStream,
    totals: Promise<Totals>,
    limit: bigint | null,
    held: Held,
  ): AsyncGenerator<Uint8Array> {
    try {
      yield Buffer.from(this.#head());
      yield* rows;
      const frame = BigInt(rows.rows);
      const known = await totals;
      // Without a row there is no place from which the next page could start.
      const next = frame > 0n && frame === limit ? await this.#nextAfter(frame, known) : '';
      yield Buffer.from(this.#tail(known, frame, next));
    } finally {
      held.release();
    }
  }

  /** The rows of a stream are not looked at, so the last row is fetched once more for its cursor. */
  async #nextAfter(frame: bigint, totals: Totals): Promise<string> {
    if (!this.#query.hasKeyset) return this.#next(frame, totals, '[]');
    const options = pageOptions(this.#query, 1n, true);
    const statement = this.#query.page(jsonRow, { ...options, offset: options.offset + frame - 1n });
    const [last] = await this.#snapshot.connection.fetch(statement);
    return last === undefined ? '' : this.#next(frame, totals, last.slice(last.indexOf('\n') + 1));
  }

  async #rows(limit: bigint, totalBy: TellsTotal | null): Promise<readonly string[]> {
    if (limit === 0n) return [];
    const statement = this.#query.page(jsonRow, { ...pageOptions(this.#query, limit, true), totalBy });
    return this.#snapshot.connection.fetch(statement);
  }

  /** The cursor of the page that follows, where there is one. */
  #next(frame: bigint, { total }: Totals, cursor: string): string {
    const position = this.#position + frame;
    if (total !== null && position >= total && this.#query.paging.count !== 'estimate') return '';
    const values: unknown = JSON.parse(cursor);
    if (!Array.isArray(values)) throw new Error('a row came without its cursor');
    return `,"next":${JSON.stringify(this.#query.cursors.encode({ position, values }))}`;
  }

  #head(): string {
    return `{"cols":${JSON.stringify(this.#query.cols)},"data":[`;
  }

  #tail({ total, summaries }: Totals, frame: bigint, next: string): string {
    const summarised = summaries.length === 0 ? '' : `,"summaries":${this.#summaries(summaries)}`;
    return `],"size":{"offset":${this.#position},"total":${total},"frame":${frame}}${summarised}${next}}`;
  }

  #summaries(values: readonly string[]): string {
    const named = this.#query.plan.summaries.map((summary, i) => ({
      ...summary,
      value: values[i] ?? 'null',
    }));
    const byAttribute = Map.groupBy(named, ({ attribute }) => attribute);
    const objects = [...byAttribute].map(([{ alias }, parts]) => {
      const fields = parts.map(({ summary, value }) => `${JSON.stringify(summary)}:${value}`);
      return `${JSON.stringify(alias)}:{${fields.join(',')}}`;
    });
    return `{${objects.join(',')}}`;
  }
}
