// The turns of a bounded pool: who may hold a connection, who waits, and for how long.
import { Problem } from '../../contract/problem.ts';

/** A stream lasts as long as its reader likes; a short read ends by itself. */
export type Turn = 'short' | 'stream';

interface Waiter {
  readonly turn: Turn;
  readonly enter: () => void;
}

/**
 * Streams get at most three quarters of the slots, so that slow readers never hold up the short reads.
 * Nobody waits for ever: past the bound a request is told that there are too many.
 */
export class Slots {
  readonly #size: number;
  readonly #forStreams: number;
  readonly #waitMs: number;
  readonly #held: Record<Turn, number> = { short: 0, stream: 0 };
  readonly #waiting = new Set<Waiter>();

  constructor(size: number, waitMs: number) {
    this.#size = size;
    this.#forStreams = Math.max(1, size - Math.max(1, Math.ceil(size / 4)));
    this.#waitMs = waitMs;
  }

  /** Resolves with the function that gives the slot back, which works once. */
  async take(turn: Turn, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#isFree(turn)) this.#held[turn]++;
    else await this.#wait(turn, signal);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.#held[turn]--;
      this.#admit();
    };
  }

  /** How many hold a slot at this moment. */
  get held(): number {
    return this.#held.short + this.#held.stream;
  }

  get isFull(): boolean {
    return this.held >= this.#size;
  }

  #isFree(turn: Turn): boolean {
    return !this.isFull && (turn === 'short' || this.#held.stream < this.#forStreams);
  }

  #wait(turn: Turn, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      this.#waiting.delete(waiter);
      clearTimeout(timer);
      signal?.removeEventListener('abort', aborted);
    };
    const waiter: Waiter = {
      turn,
      enter: () => {
        leave();
        resolve();
      },
    };
    const aborted = () => {
      leave();
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      leave();
      reject(
        new Problem('overloaded', 'All connections to the database are in use; try again in a moment.', {
          retryAfter: 1,
        }),
      );
    }, this.#waitMs);
    signal?.addEventListener('abort', aborted, { once: true });
    this.#waiting.add(waiter);
    return promise;
  }

  /** First come, first served, except that a stream which may not enter yet lets short reads pass. */
  #admit(): void {
    for (const waiter of this.#waiting) {
      if (this.isFull) return;
      if (!this.#isFree(waiter.turn)) continue;
      this.#held[waiter.turn]++;
      waiter.enter();
    }
  }
}
