// A result as a stream of bytes: batches of a portal, the next one on its way while the last is being written.
import type { Statement } from '../../query/sql.ts';
import type { RowStream, StreamOptions } from '../dialect.ts';
import type { Fields } from './exchange.ts';
import { failure } from './failures.ts';
import type { Lease } from './pool.ts';

const firstBatchRows = 128;
const mostBatchRows = 100_000;
/** What a batch should weigh, going by the rows so far; it is also when a chunk is handed on. */
const batchChars = 256 * 1024;
/** Rows heavier than expected stop the socket here, and with it the engine, until they are written. */
const mostWaitingChars = 4 * batchChars;

/** Takes the lease over. Resolves with the first rows, so that an early failure is still the caller's. */
export async function openStream(
  lease: Lease,
  statement: Statement,
  options: StreamOptions,
): Promise<RowStream> {
  const stream = new PortalStream(lease, options);
  await stream.open(statement);
  return stream;
}

type State = 'running' | 'suspended' | 'complete' | 'failed' | 'ended';

class PortalStream implements RowStream {
  rows = 0;
  readonly #lease: Lease;
  readonly #options: StreamOptions;
  #state: State = 'running';
  #running: Promise<unknown> = Promise.resolve();
  #failure: { readonly error: unknown } | null = null;
  #text = '';
  #textRows = 0;
  #seen = { rows: 0, chars: 0 };
  /** Starts the socket again after it was stopped. */
  #resume: (() => void) | null = null;
  #wake: () => void = () => {};

  constructor(lease: Lease, options: StreamOptions) {
    this.#lease = lease;
    this.#options = options;
  }

  async open(statement: Statement): Promise<void> {
    const { signal } = this.#options;
    signal?.addEventListener('abort', this.#abort, { once: true });
    this.#follow(this.#lease.session.open(statement, firstBatchRows, this.#onRow), false);
    if (signal?.aborted) this.#abort();
    try {
      await this.#filled();
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      while (this.#state !== 'complete' || this.#text !== '') {
        await this.#filled();
        const chunk = this.#take();
        if (this.#state === 'suspended') this.#ask();
        if (chunk.length > 0) yield chunk;
      }
    } finally {
      this.#end();
    }
  }

  readonly #onRow = ([text]: Fields, connection: { readonly stream: NodeJS.ReadWriteStream }): void => {
    if (this.#state === 'ended') return;
    const row = text ?? 'null';
    this.#text += this.#seen.rows === 0 ? row : this.#options.separator + row;
    this.#textRows++;
    this.#seen.rows++;
    this.#seen.chars += row.length;
    if (this.#text.length >= batchChars) this.#wake();
    if (this.#text.length >= mostWaitingChars && !this.#resume) {
      connection.stream.pause();
      this.#resume = () => {
        this.#resume = null;
        connection.stream.resume();
      };
    }
  };

  #ask(): void {
    const charsPerRow = this.#seen.chars / this.#seen.rows + 1;
    const rows = Math.min(mostBatchRows, Math.max(1, Math.floor(batchChars / charsPerRow)));
    this.#state = 'running';
    this.#follow(this.#lease.session.more(rows, this.#onRow), true);
  }

  /** A session that has given its last row goes back at once, however slow the reader is. */
  #follow(batch: Promise<'complete' | 'suspended'>, inTransaction: boolean): void {
    this.#running = batch.then(
      (outcome) => {
        if (this.#state !== 'running') return;
        this.#state = outcome;
        this.#wake();
        if (outcome === 'complete') this.#giveBack(inTransaction);
      },
      (error: unknown) => {
        this.#failure ??= { error: failure(error) };
        if (this.#state === 'running') this.#state = 'failed';
        this.#wake();
      },
    );
  }

  #giveBack(inTransaction: boolean): void {
    const { session, release } = this.#lease;
    const over = inTransaction ? session.rollback() : session.ready();
    over.then(
      () => release(true),
      () => release(false),
    );
  }

  /** Resolves when there is a chunk to hand on or the batch is at its end. */
  async #filled(): Promise<void> {
    while (!this.#failure && this.#state === 'running' && this.#text.length < batchChars) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#failure) throw this.#failure.error;
  }

  #take(): Uint8Array {
    const chunk = Buffer.from(this.#text);
    this.rows += this.#textRows;
    this.#text = '';
    this.#textRows = 0;
    this.#resume?.();
    return chunk;
  }

  readonly #abort = (): void => {
    this.#failure = { error: this.#options.signal?.reason };
    this.#wake();
    this.#end();
  };

  /** Leaves the session clean: interrupts what runs, and closes what is open. */
  #end(): void {
    this.#options.signal?.removeEventListener('abort', this.#abort);
    const state = this.#state;
    if (state === 'ended' || state === 'complete') return;
    this.#state = 'ended';
    this.#text = '';
    this.#resume?.();
    const { session, release } = this.#lease;
    if (state === 'running') void session.interrupt(this.#running).then(release);
    else this.#giveBack(true);
  }
}
