// The turns of a bounded pool: who holds a connection, who waits, and for how long.
import { Problem } from '../../contract/problem.ts';

/** A stream lasts as long as its reader takes; a short read ends by itself. */
export type Turn = 'short' | 'stream';

export interface Taker {
  readonly signal?: AbortSignal | undefined;
  /** The user whose share the slot counts towards; without one, there is no per-user limit. */
  readonly holder?: string | undefined;
}

interface Waiter {
  readonly turn: Turn;
  readonly holder: string | undefined;
  readonly enter: () => void;
}

type Held = Record<Turn, number>;
const none: Readonly<Held> = { short: 0, stream: 0 };

/**
 * Streams get at most three quarters of the slots, so that slow readers never block short reads. One holder gets at
 * most half of the stream slots that others leave, so that one user's slow readers never block all streams of others.
 * Waiting is bounded: after that the request fails as overloaded.
 */
export class Slots {
  readonly #size: number;
  readonly #forStreams: number;
  readonly #waitMs: () => number;
  readonly #held: Held = { ...none };
  readonly #heldBy = new Map<string, Held>();
  readonly #waiting = new Set<Waiter>();

  constructor(size: number, waitMs: () => number) {
    this.#size = size;
    this.#forStreams = Math.max(1, size - Math.max(1, Math.ceil(size / 4)));
    this.#waitMs = waitMs;
  }

  /** Resolves with a function that returns the slot; it has an effect only once. */
  async take(turn: Turn, { signal, holder }: Taker = {}): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#isFree(turn, holder)) this.#count(turn, holder, 1);
    else await this.#wait(turn, holder, signal);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.#count(turn, holder, -1);
      this.#admit();
    };
  }

  /** The number of slots in use. */
  get held(): number {
    return this.#held.short + this.#held.stream;
  }

  get isFull(): boolean {
    return this.held >= this.#size;
  }

  #isFree(turn: Turn, holder: string | undefined): boolean {
    if (this.isFull) return false;
    return turn === 'short' || (this.#held.stream < this.#forStreams && !this.#hasItsShare(holder));
  }

  #hasItsShare(holder: string | undefined): boolean {
    if (holder === undefined) return false;
    const own = this.#of(holder).stream;
    const leftByOthers = this.#forStreams - (this.#held.stream - own);
    return own >= Math.ceil(leftByOthers / 2);
  }

  #of(holder: string | undefined): Readonly<Held> {
    return (holder === undefined ? undefined : this.#heldBy.get(holder)) ?? none;
  }

  #count(turn: Turn, holder: string | undefined, more: 1 | -1): void {
    this.#held[turn] += more;
    if (holder === undefined) return;
    const known = this.#heldBy.get(holder);
    const own = known ?? { ...none };
    own[turn] += more;
    if (own.short + own.stream === 0) this.#heldBy.delete(holder);
    else if (known === undefined) this.#heldBy.set(holder, own);
  }

  #wait(turn: Turn, holder: string | undefined, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      this.#waiting.delete(waiter);
      clearTimeout(timer);
      signal?.removeEventListener('abort', aborted);
    };
    const waiter: Waiter = {
      turn,
      holder,
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
      reject(this.#refusal(turn, holder));
    }, this.#waitMs());
    signal?.addEventListener('abort', aborted, { once: true });
    this.#waiting.add(waiter);
    return promise;
  }

  #refusal(turn: Turn, holder: string | undefined): Problem {
    const sentence =
      turn === 'stream' && this.#of(holder).stream > 0 && this.#hasItsShare(holder)
        ? 'As many long answers are under way for you as one may have; read them, or try again in a moment.'
        : 'All connections to the database are in use; try again in a moment.';
    return new Problem('overloaded', sentence, { retryAfter: 1 });
  }

  /** Holders with the fewest slots go first, so that heavy users do not starve others. */
  #admit(): void {
    while (!this.isFull) {
      let next: Waiter | null = null;
      for (const waiter of this.#waiting) {
        if (!this.#isFree(waiter.turn, waiter.holder)) continue;
        if (next === null || this.#weight(waiter) < this.#weight(next)) next = waiter;
      }
      if (next === null) return;
      this.#count(next.turn, next.holder, 1);
      next.enter();
    }
  }

  #weight({ holder }: Waiter): number {
    const { short, stream } = this.#of(holder);
    return short + stream;
  }
}
