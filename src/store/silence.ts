// Remembers that a store was silent a moment ago: a request may need it several times, and so may those that wait for each
// other. Each of them would wait as long again, one after the other.
import { retryAfter } from './store.ts';

export class Silence {
  readonly #now: () => number;
  #heardAt = Number.NEGATIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whoever asks sooner than they are told to come back need not wait to be told the same; later ones find out for themselves. */
  get isNear(): boolean {
    return this.#now() < this.#until;
  }

  heard(): void {
    this.#heardAt = this.#now();
    this.#until = Number.NEGATIVE_INFINITY;
  }

  /** Somebody has waited in vain for so long. Where others were answered meanwhile, it is not the store that is silent. */
  noticed(waitedMs: number): void {
    const now = this.#now();
    // What is found out while nobody is let through is about the past, and would put off the next who try.
    if (this.#heardAt < now - waitedMs && now >= this.#until) this.#until = now + 1_000 * retryAfter;
  }
}
