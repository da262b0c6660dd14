// Runs a query: the page and, beside it, the number of rows.

import { pointerTo } from '../contract/json.ts';
import type { ReadGridRequest } from '../contract/read-grid.ts';
import type { RowStream } from '../dialects/dialect.ts';
import type { Cursor } from '../query/compile/cursor.ts';
import { type OrderTerm, totalOrder } from '../query/compile/order.ts';
import { compileCount, compilePage, rowJson } from '../query/compile/rows.ts';
import type { Plan } from '../query/plan/plan.ts';
import { planGrid } from '../query/plan/planner.ts';
import { invalid } from '../query/plan/scope.ts';
import { decodeCursor, encodeCursor, queryHash } from './cursor.ts';
import type { OpenDatabase, Snapshot } from './database.ts';

/** An answer that is short enough to be had at once, or one to be streamed. */
export type Answer = string | AsyncIterable<Uint8Array>;

/** Up to this many rows an answer is put together in memory. */
const wholePageRows = 5_000n;

export function runGrid(open: OpenDatabase, read: ReadGridRequest, signal: AbortSignal): Promise<Answer> {
  return open.use(async (snapshot) => {
    const plan = planGrid(snapshot.dialect.sql, snapshot.database, read.request, read.pointer);
    const terms = totalOrder(plan);
    const run = new GridRun(snapshot, plan, terms, queryHash(read.request), signal);
    const after = readCursor(plan, terms, read);
    return plan.limit <= wholePageRows ? run.whole(after) : run.streamed(after);
  });
}

function readCursor(plan: Plan, terms: readonly OrderTerm[], read: ReadGridRequest): Cursor | null {
  if (plan.after === null) return null;
  const pointer = pointerTo(read.pointer, 'after');
  if (plan.offset > 0n) {
    throw invalid('A page begins at an offset or after a cursor, not both.', {
      pointer: pointerTo(read.pointer, 'offset'),
    });
  }
  return decodeCursor(plan.after, queryHash(read.request), terms.length, pointer);
}

class GridRun {
  readonly #snapshot: Snapshot;
  readonly #plan: Plan;
  readonly #terms: readonly OrderTerm[];
  readonly #hash: string;
  readonly #signal: AbortSignal;

  constructor(
    snapshot: Snapshot,
    plan: Plan,
    terms: readonly OrderTerm[],
    hash: string,
    signal: AbortSignal,
  ) {
    this.#snapshot = snapshot;
    this.#plan = plan;
    this.#terms = terms;
    this.#hash = hash;
    this.#signal = signal;
  }

  async whole(after: Cursor | null): Promise<string> {
    const { limit } = this.#plan;
    const [rows, total] = await Promise.all([
      limit === 0n ? [] : this.#snapshot.connection.fetch(this.#page(after, true), { signal: this.#signal }),
      this.#total(),
    ]);
    const cuts = rows.map((row) => row.indexOf('\n'));
    const data = rows.map((row, i) => row.slice(0, cuts[i])).join(',');
    const last = rows.at(-1)?.slice((cuts.at(-1) ?? 0) + 1);
    const position = after?.position ?? this.#plan.offset;
    const frame = BigInt(rows.length);
    const next = last === undefined ? null : this.#next(position + frame, frame, total, last);
    return `${this.#head()}${data}${this.#tail(position, total, frame, next)}`;
  }

  async streamed(after: Cursor | null): Promise<AsyncIterable<Uint8Array>> {
    const { connection } = this.#snapshot;
    const total = this.#total();
    total.catch(() => {}); // Met where it is awaited; the page may fail first.
    const rows = await connection.stream(this.#page(after, false), { separator: ',', signal: this.#signal });
    return this.#stream(rows, after?.position ?? this.#plan.offset, total);
  }

  async *#stream(
    rows: RowStream,
    position: bigint,
    total: Promise<bigint | null>,
  ): AsyncGenerator<Uint8Array> {
    yield Buffer.from(this.#head());
    yield* rows;
    const frame = BigInt(rows.rows);
    yield Buffer.from(this.#tail(position, await total, frame, null));
  }

  #page(after: Cursor | null, withCursors: boolean) {
    const { limit, offset } = this.#plan;
    return compilePage(this.#snapshot.dialect.sql, this.#plan, this.#terms, rowJson, {
      limit,
      offset: after === null ? offset : 0n,
      after,
      withCursors,
    });
  }

  async #total(): Promise<bigint | null> {
    if (this.#plan.count === 'none') return null;
    const statement = compileCount(this.#snapshot.dialect.sql, this.#plan);
    const [count = '0'] = await this.#snapshot.connection.fetch(statement, { signal: this.#signal });
    return BigInt(count);
  }

  /** The cursor of the page that follows, where there is one. */
  #next(position: bigint, frame: bigint, total: bigint | null, last: string): string | null {
    if (frame < this.#plan.limit || (total !== null && position >= total)) return null;
    const values: unknown = JSON.parse(last);
    if (!Array.isArray(values)) throw new Error('a row came without its cursor');
    return encodeCursor(this.#hash, { position, values });
  }

  #head(): string {
    const cols = this.#plan.attributes.filter(({ selected }) => selected).map(({ alias }) => alias);
    return `{"cols":${JSON.stringify(cols)},"data":[`;
  }

  #tail(offset: bigint, total: bigint | null, frame: bigint, next: string | null): string {
    const cursor = next === null ? '' : `,"next":${JSON.stringify(next)}`;
    return `],"size":{"offset":${offset},"total":${total},"frame":${frame}}${cursor}}`;
  }
}
