// Remembers that the store was silent a moment ago. Otherwise each of several look-ups of a request, or of requests
// waiting for each other, would wait for the full timeout in turn.
import { retryAfter } from './store.ts';

/** How long a silent store gets to answer a trial, and the pause between trials. */
const trialMs = 250;

export class Silence {
  readonly #now: () => number;
  #heardAt = Number.NEGATIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** How long a request may wait for an answer now, at most `longestMs`. */
  timeoutFor(longestMs: number): number {
    const now = this.#now();
    if (now >= this.#until) return longestMs;
    if (now >= this.#triedAt + 2 * trialMs) this.#triedAt = now;
    return Math.max(0, this.#triedAt + trialMs - now);
  }

  noteAnswer(): void {
    this.#heardAt = this.#now();
    this.#until = Number.NEGATIVE_INFINITY;
  }

  /** A request timed out after this time. If others were answered meanwhile, the store is not silent. */
  noteTimeout(waitedMs: number): void {
    const now = this.#now();
    // Clients that obey Retry-After will find out for themselves.
    if (this.#heardAt < now - waitedMs) this.#until = now + 1_000 * retryAfter;
  }
}
