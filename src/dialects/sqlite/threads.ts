// The reader threads: hands each job to a free thread, replaces a thread that does not come back.
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Problem } from '../../contract/problem.ts';
import { cancelSlots, type FromWorker, type ToWorker, type WorkerSetup } from './protocol.ts';

// The worker stands beside this file, as .ts in a checkout and as .js in a build.
const workerFile = new URL(`worker${extname(import.meta.url)}`, import.meta.url);

/** How long a thread may overstay its statement timeout before it is given up. */
const graceMs = 300;

type Reply = Exclude<FromWorker, { type: 'error' }>;

interface Waiter {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout | undefined;
}

/** A failure inside SQLite, with the engine's own code. */
export class SqliteFailure extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'SqliteFailure';
    this.code = code;
  }
}

export class ReaderThread {
  readonly #worker: Worker;
  readonly #cancelled = new Int32Array(new SharedArrayBuffer(4 * cancelSlots));
  readonly #waiting = new Map<number, Waiter>();
  readonly #timeoutMs: number;
  gone = false;

  constructor(setup: Omit<WorkerSetup, 'cancelled'>, onGone: (thread: ReaderThread, reason: string) => void) {
    this.#timeoutMs = setup.timeoutMs;
    const workerData: WorkerSetup = { ...setup, cancelled: this.#cancelled.buffer as SharedArrayBuffer };
    // Rows die young: a small nursery collects them early and keeps the thread's memory low.
    const resourceLimits = { maxYoungGenerationSizeMb: 6 };
    this.#worker = new Worker(workerFile, { workerData, execArgv: [], resourceLimits });
    this.#worker.unref();
    this.#worker.on('message', (message: FromWorker) => this.#settle(message));
    this.#worker.on('error', (error) => this.#leave(error, () => onGone(this, error.message)));
    this.#worker.on('exit', () =>
      this.#leave(new Error('the reader thread ended'), () => onGone(this, 'it ended')),
    );
    this.#onGone = onGone;
  }
  readonly #onGone: (thread: ReaderThread, reason: string) => void;

  /** Steps under way in this thread. */
  get load(): number {
    return this.#waiting.size;
  }

  ask(message: Exclude<ToWorker, { type: 'close' }>): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const timer = this.#timeoutMs > 0 ? this.#watch(message.id) : undefined;
      this.#waiting.set(message.id, { resolve, reject, timer });
      this.#worker.postMessage(message);
    });
  }

  /** Ends the job: at once if it is running, and its cursor if it is paused. */
  end(id: number): void {
    Atomics.store(this.#cancelled, id % cancelSlots, id);
    this.#worker.postMessage({ type: 'close', id } satisfies ToWorker);
  }

  async stop(): Promise<void> {
    this.gone = true;
    await this.#worker.terminate();
  }

  /** Native code cannot be stopped from outside: past the grace period the thread is left to itself. */
  #watch(id: number): NodeJS.Timeout {
    return setTimeout(() => {
      const timeout = new Problem('statement-timeout', 'The statement took longer than the service allows.');
      this.#waiting.get(id)?.reject(timeout);
      this.#waiting.delete(id);
      this.#leave(new SqliteFailure('JOINERY_LOST', 'the reader thread was given up'), () =>
        this.#onGone(this, 'a statement did not end in time'),
      );
      void this.#worker.terminate();
    }, this.#timeoutMs + graceMs).unref();
  }

  #settle(message: FromWorker): void {
    const waiter = this.#waiting.get(message.id);
    if (!waiter) return;
    this.#waiting.delete(message.id);
    clearTimeout(waiter.timer);
    if (message.type === 'error') waiter.reject(new SqliteFailure(message.code, message.message));
    else waiter.resolve(message);
  }

  #leave(error: unknown, tell: () => void): void {
    if (this.gone) return;
    this.gone = true;
    for (const waiter of this.#waiting.values()) {
      clearTimeout(waiter.timer);
      waiter.reject(error);
    }
    this.#waiting.clear();
    tell();
  }
}
