// Remembers that a store was silent a moment ago: a request may need it several times, and so may those that wait for each
// other. Each of them would wait as long again, one after the other.
import { retryAfter } from './store.ts';

/** How long a store that was silent has to show that it is back; so long after that it is asked again. */
const trialMs = 250;

export class Silence {
  readonly #now: () => number;
  #heardAt = Number.NEGATIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** How long whoever asks now may wait for an answer, of this time at most. */
  patience(longestMs: number): number {
    const now = this.#now();
    if (now >= this.#until) return longestMs;
    if (now >= this.#triedAt + 2 * trialMs) this.#triedAt = now;
    return Math.max(0, this.#triedAt + trialMs - now);
  }

  heard(): void {
    this.#heardAt = this.#now();
    this.#until = Number.NEGATIVE_INFINITY;
  }

  /** Somebody has waited in vain for so long. Where others were answered meanwhile, it is not the store that is silent. */
  noticed(waitedMs: number): void {
    const now = this.#now();
    // Whoever comes back later than they are told to finds out for themselves.
    if (this.#heardAt < now - waitedMs) this.#until = now + 1_000 * retryAfter;
  }
}
