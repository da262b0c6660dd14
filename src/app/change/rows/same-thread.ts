// Compares values without holding the service: long ones in a thread of their own, and many short ones in turns. A JSON
// document may have two million names, which takes seconds.
import { extname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Column } from '../../../model/database.ts';
import { type ComparedColumn, isSame } from './same.ts';

export interface SameRequest {
  readonly a: string;
  readonly b: string;
  readonly column: ComparedColumn;
}

/** Null if comparing failed. */
export type SameReply = boolean | null;

// The worker is next to this file: .ts in a checkout, .js in a build.
const workerFile = new URL(`same-worker${extname(import.meta.url)}`, import.meta.url);

/** Characters that take some ten milliseconds. */
const maxShort = 512 * 1024;

/** The thread keeps its memory, so it ends when it has had nothing to do for so long. */
const idleMs = 10_000;

/** The characters compared in this turn of the event loop. */
let compared = 0;
let thread: SameThread | null = null;

/** Like `isSame`. */
export function isSameSoon(a: string, b: string, column: Column): boolean | Promise<boolean> {
  if (a === b) return true;
  const length = a.length + b.length;
  if (length > maxShort && isNested(a) && isNested(b)) {
    if (thread === null || thread.hasEnded) thread = new SameThread();
    const { mode, mayHoldDoubles } = column;
    return thread.compare({
      a,
      b,
      column: { mode, ...(mayHoldDoubles === undefined ? {} : { mayHoldDoubles }) },
    });
  }
  compared += length;
  if (compared <= maxShort) return isSame(a, b, column);
  return nextTurn().then(() => {
    compared = length;
    return isSame(a, b, column);
  });
}

/** Like `isUnchanged`. */
export function isUnchangedSoon(
  now: string,
  text: string,
  column: Column,
  keepsWords = false,
): boolean | Promise<boolean> {
  return now === text || ((keepsWords || column.mode === 'json') && isSameSoon(text, now, column));
}

/** Only objects and lists take long. */
function isNested(text: string): boolean {
  return /^\s*[{[]/.test(text);
}

class SameThread {
  hasEnded = false;
  readonly #worker = new Worker(workerFile);
  #last: Promise<unknown> = Promise.resolve();
  #pending: PromiseWithResolvers<boolean> | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor() {
    this.#worker.unref();
    this.#worker.on('message', (reply: SameReply) => {
      this.#idle = setTimeout(() => void this.#end(), idleMs).unref();
      this.#worker.unref();
      if (reply === null) this.#pending?.reject(new Error('the thread that compares values failed'));
      else this.#pending?.resolve(reply);
    });
    this.#worker.on('error', (error) => this.#markEnded(error));
    this.#worker.on('exit', () => this.#markEnded(new Error('the thread that compares values has ended')));
  }

  /** One after another, so that they do not need their memory at the same moment. */
  compare(request: SameRequest): Promise<boolean> {
    const comparing = this.#last.then(() => this.#request(request));
    this.#last = comparing.catch(() => {});
    return comparing;
  }

  #request(request: SameRequest): Promise<boolean> {
    clearTimeout(this.#idle);
    this.#pending = Promise.withResolvers();
    if (this.hasEnded) this.#pending.reject(new Error('the thread that compares values has ended'));
    this.#worker.ref();
    this.#worker.postMessage(request);
    return this.#pending.promise;
  }

  #end(): Promise<unknown> {
    this.hasEnded = true;
    return this.#worker.terminate();
  }

  #markEnded(error: Error): void {
    this.hasEnded = true;
    this.#pending?.reject(error);
  }
}
