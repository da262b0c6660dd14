// A worker thread that appends to the audit log of a store in a file. SQLite is synchronous and blocks during disk
// syncs and checkpoints, sometimes for tens of milliseconds in which no request would be answered.
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type NotedEvent, type PackedEvents, packEvents } from './noted-events.ts';

/** The thread's start-up data. */
export interface AuditThreadSetup {
  readonly file: string;
  readonly keepMs: number | null;
}

/** The entries to write; null to end. */
export type ToAuditThread = PackedEvents | null;

/** Ready to write, or the failure of a batch; null if it succeeded. */
export type FromAuditThread = 'ready' | { readonly failure: string | null };

// The worker is beside this file: .ts in a checkout, .js in a build.
const workerFile = new URL(`audit-worker${extname(import.meta.url)}`, import.meta.url);

const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 64 };

/** Appends entries outside this thread. */
export interface Appender {
  /** Whether it can be used yet. */
  readonly isReady: boolean;
  /** Whether it has ended. */
  readonly isLost: boolean;
  /** One call at a time. */
  append(noted: readonly NotedEvent[]): Promise<void>;
  close(): Promise<void>;
}

export class AuditThread implements Appender {
  isReady = false;
  readonly #worker: Worker;
  #waiting: PromiseWithResolvers<void> | null = null;
  #lost: Error | null = null;

  constructor(setup: AuditThreadSetup) {
    this.#worker = new Worker(workerFile, { workerData: setup, resourceLimits });
    // The process may end while there is nothing to write.
    this.#worker.unref();
    this.#worker.on('message', (message: FromAuditThread) => {
      if (message === 'ready') this.isReady = true;
      else this.#settle(message.failure === null ? null : new Error(message.failure));
    });
    this.#worker.on('error', (error) => this.#lose(error));
    this.#worker.on('exit', () => this.#lose(new Error('the thread that writes has ended')));
  }

  get isLost(): boolean {
    return this.#lost !== null;
  }

  append(noted: readonly NotedEvent[]): Promise<void> {
    if (this.#lost !== null) return Promise.reject(this.#lost);
    this.#waiting = Promise.withResolvers();
    this.#worker.ref();
    this.#send(packEvents(noted));
    return this.#waiting.promise;
  }

  async close(): Promise<void> {
    if (this.#lost !== null) return;
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#send(null);
    await ended;
  }

  #send(message: ToAuditThread): void {
    this.#worker.postMessage(message);
  }

  #settle(failure: Error | null): void {
    this.#worker.unref();
    if (failure === null) this.#waiting?.resolve();
    else this.#waiting?.reject(failure);
    this.#waiting = null;
  }

  #lose(error: Error): void {
    this.#lost ??= error;
    this.#settle(this.#lost);
  }
}
