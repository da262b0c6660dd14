// The reader threads: assigns each statement to the least busy thread, and replaces threads that hang.
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { statementTimeout } from '../../base/clock.ts';
import type { OpenedFile } from '../../base/file.ts';
import { Slots, type Taker, type Turn } from '../../base/slots.ts';
import {
  cancelSlots,
  clock,
  type FromReader,
  type Question,
  type ReaderChannel,
  type ReaderSetup,
  type Reply,
  SqliteFailure,
  type ToReader,
  type WorkerSetup,
} from './protocol.ts';

// The worker is next to this file: .ts in a checkout, .js in a build.
const workerFile = new URL(`worker${extname(import.meta.url)}`, import.meta.url);

/** How long a thread may exceed the statement timeout before it is abandoned: on a busy machine it starts late. */
const graceMs = 1_000;
/** Statements per thread, most of them paused: each holds its own connection and memory. */
const statementsPerThread = 16;

export interface ThreadPoolOptions {
  readonly size: number;
  readonly waitMs: number;
  readonly onWarning: (message: string) => void;
}

export class ThreadPool {
  readonly #setup: ReaderSetup;
  readonly #options: ThreadPoolOptions;
  readonly #slots: Slots;
  readonly #threads: ReaderThread[] = [];
  readonly #shortReads = new Int32Array(new SharedArrayBuffer(4));
  #nextId = 1;

  constructor(setup: ReaderSetup, options: ThreadPoolOptions) {
    this.#setup = setup;
    this.#options = options;
    const withinMs = Math.min(options.waitMs, setup.timeoutMs || Number.POSITIVE_INFINITY);
    this.#slots = new Slots(options.size * statementsPerThread, () => withinMs);
  }

  async openChannel(turn: Turn, taker: Taker): Promise<ReaderChannel> {
    const asked = clock();
    const leave = await this.#slots.take(turn, taker);
    const id = this.#nextId++;
    const whose = { id, asked };
    // Chosen at the first request: two lines opened at once would both see the same idle thread.
    let thread: ReaderThread | undefined;
    return {
      ask: (question) => {
        thread ??= this.#free();
        return thread.ask({ ...question, ...whose });
      },
      end: (isComplete) => {
        if (!isComplete) thread?.end(id);
        leave();
      },
    };
  }

  /** Makes every thread close its connections to a file that will not be requested again. */
  async retire(file: OpenedFile, endsStatements: boolean): Promise<void> {
    const question = { type: 'retire', file, endsStatements } as const;
    // A lost thread has no open connections, or cannot be reached.
    await Promise.allSettled(this.#threads.map((thread) => thread.ask({ ...question, id: this.#nextId++ })));
  }

  /** Makes long statements yield to a read on the main thread. */
  noteShortRead(): void {
    Atomics.add(this.#shortReads, 0, 1);
  }

  /** Whether there are several threads, and at most this many running statements. */
  hasRoomBeside(statements: number): boolean {
    return this.#options.size > 1 && this.#slots.held <= statements;
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.splice(0).map((thread) => thread.stop()));
  }

  /** The least busy thread; starts a new one if all are busy and the pool is not full. */
  #free(): ReaderThread {
    const [best] = this.#threads.toSorted((a, b) => a.load - b.load);
    if (best && (best.load === 0 || this.#threads.length >= this.#options.size)) return best;
    const setup = { ...this.#setup, shortReads: this.#shortReads.buffer };
    const thread = new ReaderThread(setup, (reason) => {
      this.#threads.splice(this.#threads.indexOf(thread), 1);
      this.#options.onWarning(`a SQLite reader thread was replaced: ${reason}`);
    });
    this.#threads.push(thread);
    return thread;
  }
}

interface Waiter {
  readonly id: number;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: unknown) => void;
}

class ReaderThread {
  readonly #worker: Worker;
  readonly #cancelled = new Int32Array(new SharedArrayBuffer(4 * (cancelSlots + 1)));
  /**
   * In the order in which the thread answers. Not a Map: maps with frequent changes are rehashed now and then, and old
   * copies keep references to former entries, so chunks would outlive the young generation.
   */
  readonly #waiting: Waiter[] = [];
  readonly #timeoutMs: number;
  readonly #onEnded: (reason: string) => void;
  /** Resolves when every request is answered after the thread was told to stop. */
  readonly #idle = Promise.withResolvers<void>();
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;

  constructor(setup: Omit<WorkerSetup, 'cancelled'>, onGone: (reason: string) => void) {
    this.#timeoutMs = setup.timeoutMs;
    this.#onEnded = onGone;
    const workerData: WorkerSetup = { ...setup, cancelled: this.#cancelled.buffer };
    // Rows are short-lived: a small young generation collects them early and keeps the thread's memory low.
    const resourceLimits = { maxYoungGenerationSizeMb: 2 };
    this.#worker = new Worker(workerFile, { workerData, execArgv: [], resourceLimits });
    this.#worker.unref();
    this.#worker.on('message', (message: FromReader) => this.#settle(message));
    this.#worker.on('error', (error) => this.#leave(error.message));
    this.#worker.on('exit', () => this.#leave('it ended'));
  }

  /** The number of unanswered requests. */
  get load(): number {
    return this.#waiting.length;
  }

  ask(question: Question): Promise<Reply> {
    if (this.#isEnded) return Promise.reject(lost());
    return new Promise((resolve, reject) => {
      if (this.#waiting.push({ id: question.id, resolve, reject }) === 1) this.#watch();
      this.#worker.postMessage(question);
    });
  }

  /** Ends the statement: immediately if running; if paused, by closing its cursor. */
  end(id: number): void {
    Atomics.store(this.#cancelled, id % cancelSlots, id);
    this.#worker.postMessage({ type: 'close', id } satisfies ToReader);
  }

  /** Ends the statements first: a thread terminated within one would continue it forever. */
  async stop(): Promise<void> {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    this.#endStatements();
    if (this.#waiting.length > 0) await this.#idle.promise;
    await this.#worker.terminate();
  }

  #endStatements(): void {
    Atomics.store(this.#cancelled, cancelSlots, 1);
  }

  /**
   * The first in the queue is the running one; the time of the others has not started. Native code cannot be
   * interrupted, so after the grace period the thread is abandoned, and ends once its statement does.
   */
  #watch(): void {
    if (this.#timeoutMs === 0) return;
    if (this.#timer) this.#timer.refresh();
    else this.#timer = setTimeout(() => this.#giveUp(), this.#timeoutMs + graceMs).unref();
  }

  #giveUp(): void {
    const first = this.#waiting.shift();
    if (first === undefined) return;
    first.reject(statementTimeout());
    this.#endStatements();
    this.#leave('a statement did not end in time');
  }

  #settle(message: FromReader): void {
    const [waiter] = this.#waiting;
    if (waiter?.id !== message.id) {
      // The abandoned statement has finished, and no other will start.
      if (this.#isEnded) void this.#worker.terminate();
      return;
    }
    this.#waiting.shift();
    if (!this.#isEnded) this.#watch();
    else if (this.#waiting.length === 0) this.#idle.resolve();
    if (message.type === 'error') waiter.reject(new SqliteFailure(message.code, message.message));
    else waiter.resolve(message);
  }

  #leave(reason: string): void {
    this.#idle.resolve();
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#timer);
    for (const { reject } of this.#waiting.splice(0)) reject(lost());
    this.#onEnded(reason);
  }
}

function lost(): SqliteFailure {
  return new SqliteFailure('JOINERY_LOST', 'the reader thread is gone');
}
