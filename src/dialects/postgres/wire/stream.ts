// A result as a stream of bytes: batches of a portal, the next one on its way while the last is being written, or the
// lines of a copy.
import type { Statement } from '../../../query/dialect/statement.ts';
import type { Lease } from '../../base/pool.ts';
import type { PageOptions, PageRead, RowStream } from '../../dialect.ts';
import { RowChunks } from './chunks.ts';
import { MomentLines } from './moments.ts';
import type { Session } from './session.ts';
import type { RowSink } from './tap.ts';

const firstBatchRows = 128;
/** Of a portal: all rows that there are. The engine works in parallel only for those. */
const allRows = 0;
const mostBatchRows = 100_000;
/** What a batch should weigh, going by the rows so far. */
const batchBytes = 256 * 1024;
/** Rows heavier than expected stop the socket here, and with it the engine, until they are written. */
const mostWaitingChunks = 4;

export interface ResultOptions extends PageOptions {
  /** What a failure means. */
  readonly failure: (error: unknown) => unknown;
}

/** Takes the lease over. Resolves with the first rows, so that an early failure is still the caller's. */
export async function openPage(
  lease: Lease<Session>,
  statement: Statement,
  options: ResultOptions,
): Promise<PageRead> {
  const stream = new ResultStream(lease, options);
  await stream.open(statement);
  return { rows: stream, beside: () => stream.beside(), end: () => stream.end() };
}

type State = 'running' | 'suspended' | 'complete' | 'failed' | 'ended';

class ResultStream implements RowStream {
  rows = 0;
  readonly #lease: Lease<Session>;
  readonly #options: ResultOptions;
  /** Where there is one, the session stays in its transaction until the page is ended. */
  readonly #beside: Statement | null;
  readonly #chunks: RowChunks;
  #state: State = 'running';
  #running: Promise<unknown> = Promise.resolve();
  #failure: { readonly error: unknown } | null = null;
  #wake: () => void = () => {};
  #isCopy = false;
  /** A copy has begun, and what there is of its first chunk is to be handed on. */
  #isFresh = false;

  constructor(lease: Lease<Session>, options: ResultOptions) {
    this.#lease = lease;
    this.#options = options;
    this.#beside = options.beside?.statement ?? null;
    this.#chunks = new RowChunks(options.separator, { onFirst: this.#onFirst, onFull: this.#onFull });
  }

  async open(statement: Statement): Promise<void> {
    const { signal } = this.#options;
    const { session } = this.#lease;
    signal?.addEventListener('abort', this.#abort, { once: true });
    this.#isCopy = statement.hints?.lines !== undefined;
    const batch = statement.hints?.isGathered ? allRows : firstBatchRows;
    if (this.#isCopy) this.#follow(session.copy(statement, this.#lines(statement)), true);
    else this.#follow(session.open(statement, batch, this.#chunks, this.#beside !== null), false);
    if (signal?.aborted) this.#abort();
    try {
      await this.#filled();
    } catch (error) {
      this.end();
      throw error;
    }
  }

  #lines({ hints }: Statement): RowSink {
    const { separator = '', moments = [] } = hints?.lines ?? {};
    return moments.length === 0 ? this.#chunks : new MomentLines(this.#chunks, separator, moments);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        await this.#filled();
        // Only the beginning is handed on before its chunk is full.
        const mayWait = this.rows > 0 && this.#state === 'suspended' && this.#chunks.full === 0;
        const chunk = mayWait ? null : this.#chunks.take();
        this.#isFresh = false;
        if (this.#chunks.full === 0) this.#moveOn();
        if (chunk) yield chunk;
        else if (this.#state === 'complete') break;
      }
    } finally {
      // What has come to its end with another statement beside it is ended by whoever asks for that.
      if (this.#beside === null || this.#state !== 'complete') this.end();
    }
  }

  async beside(): Promise<string[]> {
    if (this.#beside === null || this.#state !== 'complete') return [];
    const work = this.#lease.session.all(this.#beside, true);
    this.#state = 'running';
    this.#running = work.catch(() => {});
    try {
      const rows = await work;
      if (this.#state === 'running') this.#state = 'complete';
      return rows.map(([text]) => text ?? 'null');
    } catch (error) {
      if (this.#state === 'running') this.#state = 'failed';
      throw this.#failure?.error ?? this.#options.failure(error);
    }
  }

  /** The first lines do not wait until a chunk is full. */
  readonly #onFirst = (): void => {
    if (!this.#isCopy) return;
    setImmediate(() => {
      this.#isFresh = true;
      this.#wake();
    });
  };

  readonly #onFull = (): void => {
    this.#wake();
    if (this.#state === 'ended') return;
    if (this.#chunks.full < mostWaitingChunks) this.#lease.session.seeProgress();
    else this.#lease.session.pause();
  };

  /** Everything so far is handed on. Lets the engine go on: with the batch it is at, or with the next one. */
  #moveOn(): void {
    this.rows = this.#chunks.rows;
    // A session that has been given back may be somebody else's by now.
    if (this.#state === 'running') this.#lease.session.resume();
    if (this.#state !== 'suspended') return;
    const { rows, bytes } = this.#chunks;
    const batch = Math.min(mostBatchRows, Math.max(1, Math.floor((batchBytes * rows) / (bytes + rows))));
    this.#state = 'running';
    this.#follow(this.#lease.session.more(batch, this.#chunks), true);
  }

  /** A session that has given its last row goes back at once, however slow the reader is. */
  #follow(batch: Promise<'complete' | 'suspended'>, inTransaction: boolean): void {
    this.#running = batch.then(
      (outcome) => {
        if (this.#state !== 'running') return;
        this.#state = outcome;
        this.#wake();
        if (outcome === 'complete' && this.#beside === null) this.#giveBack(inTransaction);
      },
      (error: unknown) => {
        this.#failure ??= { error: this.#options.failure(error) };
        if (this.#state === 'running') this.#state = 'failed';
        this.#wake();
      },
    );
  }

  #giveBack(inTransaction: boolean): void {
    const { session, release } = this.#lease;
    session.resume();
    const over = inTransaction ? session.rollback() : session.ready();
    over.catch(() => session.drop()).finally(release);
  }

  /** Resolves when there is something to hand on or the batch is at its end. */
  async #filled(): Promise<void> {
    while (!this.#failure && this.#state === 'running' && this.#chunks.full === 0 && !this.#isFresh) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#failure) throw this.#failure.error;
  }

  readonly #abort = (): void => this.#fail(this.#options.signal?.reason);

  #fail(error: unknown): void {
    this.#failure = { error };
    this.#wake();
    this.end();
  }

  /** Leaves the session clean: interrupts what runs, and closes what is open. */
  end(): void {
    this.#options.signal?.removeEventListener('abort', this.#abort);
    const state = this.#state;
    if (state === 'ended' || (state === 'complete' && this.#beside === null)) return;
    this.#state = 'ended';
    const { session, release } = this.#lease;
    session.resume();
    this.#chunks.close();
    if (state === 'running') void session.interrupt(this.#running).finally(release);
    else this.#giveBack(true);
  }
}
