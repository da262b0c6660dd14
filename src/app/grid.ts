// Runs a query: the page and, beside it, the number of rows and the summaries.

import { pointerTo } from '../contract/json.ts';
import type { ReadGridRequest } from '../contract/read-grid.ts';
import type { RowStream } from '../dialects/dialect.ts';
import type { Cursor } from '../query/compile/cursor.ts';
import { compileGroupCount, compileGroups, groupOrder } from '../query/compile/groups.ts';
import { type OrderTerm, rowOrder } from '../query/compile/order.ts';
import { compilePage, jsonList, type PageOptions, rowJson } from '../query/compile/rows.ts';
import { compileTotals } from '../query/compile/summaries.ts';
import { type Plan, summaryColumn } from '../query/plan/plan.ts';
import { planGrid } from '../query/plan/planner.ts';
import { invalid } from '../query/plan/scope.ts';
import type { Statement } from '../query/sql.ts';
import { decodeCursor, encodeCursor, queryHash } from './cursor.ts';
import type { OpenDatabase, Snapshot } from './database.ts';

/** An answer that is short enough to be had at once, or one to be streamed. */
export type Answer = string | AsyncIterable<Uint8Array>;

/** Up to this many rows an answer is put together in memory. */
const wholePageRows = 5_000n;

export function runGrid(open: OpenDatabase, read: ReadGridRequest, signal: AbortSignal): Promise<Answer> {
  return open.use(async (snapshot) => {
    const plan = planGrid(snapshot.dialect.sql, snapshot.database, read.request, read.pointer);
    const query = plan.group === null ? plainQuery(snapshot, plan) : groupedQuery(snapshot, plan);
    const run = new GridRun(snapshot, plan, query, queryHash(read.request), signal);
    const after = readCursor(plan, query.terms, read);
    return plan.limit <= wholePageRows ? run.whole(after) : run.streamed(after);
  });
}

/** What differs between plain rows and groups. */
interface Query {
  readonly cols: readonly string[];
  readonly terms: readonly OrderTerm[];
  page(options: PageOptions): Statement;
  /** One row: the number of rows, then the summaries, in lines; null where none of them is asked for. */
  readonly totals: Statement | null;
}

function plainQuery({ dialect: { sql } }: Snapshot, plan: Plan): Query {
  const order = rowOrder(sql, plan);
  const count = plan.count !== 'none';
  return {
    cols: plan.attributes.filter(({ selected }) => selected).map(({ alias }) => alias),
    terms: order.terms,
    page: (options) => compilePage(sql, plan, order, rowJson, options),
    totals: count || plan.summaries.length > 0 ? compileTotals(sql, plan, { count, summaries: true }) : null,
  };
}

function groupedQuery({ dialect: { sql } }: Snapshot, plan: Plan): Query {
  const terms = groupOrder(sql, plan);
  return {
    cols: [...(plan.group ?? []).map(({ alias }) => alias), ...plan.summaries.map(summaryColumn)],
    terms,
    page: (options) => compileGroups(sql, plan, terms, jsonList, options),
    totals: plan.count === 'none' ? null : compileGroupCount(sql, plan),
  };
}

function readCursor(plan: Plan, terms: readonly OrderTerm[], read: ReadGridRequest): Cursor | null {
  if (plan.after === null) return null;
  if (plan.offset > 0n) {
    throw invalid('A page begins at an offset or after a cursor, not both.', {
      pointer: pointerTo(read.pointer, 'offset'),
    });
  }
  return decodeCursor(plan.after, queryHash(read.request), terms.length, pointerTo(read.pointer, 'after'));
}

interface Totals {
  /** Null where nobody asked. */
  readonly total: bigint | null;
  /** JSON texts, in the order of the plan's summaries. */
  readonly summaries: readonly string[];
}

class GridRun {
  readonly #snapshot: Snapshot;
  readonly #plan: Plan;
  readonly #query: Query;
  readonly #hash: string;
  readonly #signal: AbortSignal;

  constructor(snapshot: Snapshot, plan: Plan, query: Query, hash: string, signal: AbortSignal) {
    this.#snapshot = snapshot;
    this.#plan = plan;
    this.#query = query;
    this.#hash = hash;
    this.#signal = signal;
  }

  async whole(after: Cursor | null): Promise<string> {
    const [rows, totals] = await Promise.all([this.#rows(after), this.#totals()]);
    const cuts = rows.map((row) => row.indexOf('\n'));
    const data = rows.map((row, i) => row.slice(0, cuts[i])).join(',');
    const last = rows.at(-1)?.slice((cuts.at(-1) ?? 0) + 1);
    const position = after?.position ?? this.#plan.offset;
    const frame = BigInt(rows.length);
    const next = last === undefined ? null : this.#next(position + frame, frame, totals.total, last);
    return `${this.#head()}${data}${this.#tail(position, totals, frame, next)}`;
  }

  async streamed(after: Cursor | null): Promise<AsyncIterable<Uint8Array>> {
    const { connection } = this.#snapshot;
    const totals = this.#totals();
    totals.catch(() => {}); // Met where it is awaited; the page may fail first.
    const statement = this.#query.page(this.#options(after, false));
    const rows = await connection.stream(statement, { separator: ',', signal: this.#signal });
    return this.#stream(rows, after?.position ?? this.#plan.offset, totals);
  }

  async *#stream(rows: RowStream, position: bigint, totals: Promise<Totals>): AsyncGenerator<Uint8Array> {
    yield Buffer.from(this.#head());
    yield* rows;
    yield Buffer.from(this.#tail(position, await totals, BigInt(rows.rows), null));
  }

  async #rows(after: Cursor | null): Promise<readonly string[]> {
    if (this.#plan.limit === 0n) return [];
    const statement = this.#query.page(this.#options(after, true));
    return this.#snapshot.connection.fetch(statement, { signal: this.#signal });
  }

  #options(after: Cursor | null, withCursors: boolean): PageOptions {
    const { limit, offset } = this.#plan;
    return { limit, offset: after === null ? offset : 0n, after, withCursors };
  }

  async #totals(): Promise<Totals> {
    const { totals } = this.#query;
    if (totals === null) return { total: null, summaries: [] };
    const [row = 'null'] = await this.#snapshot.connection.fetch(totals, { signal: this.#signal });
    const [count = 'null', ...summaries] = row.split('\n');
    return { total: count === 'null' ? null : BigInt(count), summaries };
  }

  /** The cursor of the page that follows, where there is one. */
  #next(position: bigint, frame: bigint, total: bigint | null, last: string): string | null {
    if (frame < this.#plan.limit || (total !== null && position >= total)) return null;
    const values: unknown = JSON.parse(last);
    if (!Array.isArray(values)) throw new Error('a row came without its cursor');
    return encodeCursor(this.#hash, { position, values });
  }

  #head(): string {
    return `{"cols":${JSON.stringify(this.#query.cols)},"data":[`;
  }

  #tail(offset: bigint, { total, summaries }: Totals, frame: bigint, next: string | null): string {
    const summarised = summaries.length === 0 ? '' : `,"summaries":${this.#summaries(summaries)}`;
    const cursor = next === null ? '' : `,"next":${JSON.stringify(next)}`;
    return `],"size":{"offset":${offset},"total":${total},"frame":${frame}}${summarised}${cursor}}`;
  }

  #summaries(values: readonly string[]): string {
    const named = this.#plan.summaries.map((summary, i) => ({ ...summary, value: values[i] ?? 'null' }));
    const byAttribute = Map.groupBy(named, ({ attribute }) => attribute);
    const objects = [...byAttribute].map(([{ alias }, parts]) => {
      const fields = parts.map(({ summary, value }) => `${JSON.stringify(summary)}:${value}`);
      return `${JSON.stringify(alias)}:{${fields.join(',')}}`;
    });
    return `{${objects.join(',')}}`;
  }
}
