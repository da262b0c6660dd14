// A result as a stream of bytes: batches of a portal, fetched one ahead of the reader, or the lines of a COPY.
import type { Statement } from '../../../query/dialect/statement.ts';
import type { Lease } from '../../base/pool.ts';
import type { PageOptions, PageRead, RowStream } from '../../dialect.ts';
import { RowChunks } from './chunks.ts';
import { MomentLines } from './moments.ts';
import type { Session } from './session.ts';
import type { RowSink } from './tap.ts';

const firstBatchRows = 128;
/** All rows of a portal. The engine uses parallel workers only for that. */
const allRows = 0;
const maxBatchRows = 100_000;
/** The target size of a batch, estimated from the rows so far. */
const batchBytes = 256 * 1024;
/** If rows are larger than estimated, the socket is paused at this many chunks, and the engine with it. */
const maxWaitingChunks = 4;

export interface ResultOptions extends PageOptions {
  /** Statements that lock the tables to read. */
  readonly locks: readonly string[];
  /** Translates a failure. */
  readonly failure: (error: unknown) => unknown;
}

/** Takes over the lease. Resolves with the first rows, so that early failures reach the caller. */
export async function openPage(
  lease: Lease<Session>,
  statement: Statement,
  options: ResultOptions,
): Promise<PageRead> {
  const stream = new ResultStream(lease, options);
  await stream.open(statement);
  return { rows: stream, companionRows: () => stream.companionRows(), end: () => stream.end() };
}

type State = 'running' | 'suspended' | 'complete' | 'failed' | 'ended';

class ResultStream implements RowStream {
  rows = 0;
  readonly #lease: Lease<Session>;
  readonly #options: ResultOptions;
  /** If present, the session stays in its transaction until the page is ended. */
  readonly #companion: Statement | null;
  readonly #chunks: RowChunks;
  #state: State = 'running';
  #running: Promise<unknown> = Promise.resolve();
  #failure: { readonly error: unknown } | null = null;
  #wake: () => void = () => {};
  #isCopy = false;
  /** A COPY has begun, and its first partial chunk is to be sent. */
  #isFresh = false;

  constructor(lease: Lease<Session>, options: ResultOptions) {
    this.#lease = lease;
    this.#options = options;
    this.#companion = options.companion?.statement ?? null;
    this.#chunks = new RowChunks(options.separator, { onFirst: this.#onFirst, onFull: this.#onFull });
  }

  async open(statement: Statement): Promise<void> {
    const { signal, locks } = this.#options;
    const { session } = this.#lease;
    signal?.addEventListener('abort', this.#abort, { once: true });
    this.#isCopy = statement.hints?.lines !== undefined;
    const batch = statement.hints?.isGathered ? allRows : firstBatchRows;
    if (this.#isCopy) this.#follow(session.copy(statement, locks, this.#lines(statement)), true);
    else this.#follow(session.open(statement, batch, this.#chunks, this.#companion && locks), false);
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
        // Partial chunks are sent only at the beginning.
        const mayWait = this.rows > 0 && this.#state === 'suspended' && this.#chunks.full === 0;
        const chunk = mayWait ? null : this.#chunks.take();
        this.#isFresh = false;
        if (this.#chunks.full === 0) this.#continue();
        if (chunk) yield chunk;
        else if (this.#state === 'complete') break;
      }
    } finally {
      // If a second statement is still possible, the reader of the page ends it.
      if (this.#companion === null || this.#state !== 'complete') this.end();
    }
  }

  async companionRows(): Promise<string[]> {
    if (this.#companion === null || this.#state !== 'complete') return [];
    const work = this.#lease.session.all(this.#companion, true);
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

  /** The first lines do not wait for a full chunk. */
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
    if (this.#chunks.full < maxWaitingChunks) this.#lease.session.noteProgress();
    else this.#lease.session.pause();
  };

  /** Everything so far has been sent. Resumes the engine: with the current batch, or with the next one. */
  #continue(): void {
    this.rows = this.#chunks.rows;
    // A returned session may already serve another reader.
    if (this.#state === 'running') this.#lease.session.resume();
    if (this.#state !== 'suspended') return;
    const { rows, bytes } = this.#chunks;
    const batch = Math.min(maxBatchRows, Math.max(1, Math.floor((batchBytes * rows) / (bytes + rows))));
    this.#state = 'running';
    this.#follow(this.#lease.session.more(batch, this.#chunks), true);
  }

  /** A session that has sent its last row is returned at once, however slow the reader is. */
  #follow(batch: Promise<'complete' | 'suspended'>, inTransaction: boolean): void {
    this.#running = batch.then(
      (outcome) => {
        if (this.#state !== 'running') return;
        this.#state = outcome;
        this.#wake();
        if (outcome === 'complete' && this.#companion === null) this.#release(inTransaction);
      },
      (error: unknown) => {
        this.#failure ??= { error: this.#options.failure(error) };
        if (this.#state === 'running') this.#state = 'failed';
        this.#wake();
      },
    );
  }

  #release(inTransaction: boolean): void {
    const { session, release } = this.#lease;
    session.resume();
    const over = inTransaction ? session.rollback() : session.ready();
    over.catch(() => session.drop()).finally(release);
  }

  /** Resolves when there is something to send, or when the batch has ended. */
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

  /** Leaves the session clean: cancels what is running, and closes what is open. */
  end(): void {
    this.#options.signal?.removeEventListener('abort', this.#abort);
    const state = this.#state;
    if (state === 'ended' || (state === 'complete' && this.#companion === null)) return;
    this.#state = 'ended';
    const { session, release } = this.#lease;
    session.resume();
    this.#chunks.close();
    if (state === 'running') void session.interrupt(this.#running).finally(release);
    else this.#release(true);
  }
}
