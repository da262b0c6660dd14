// Lets other requests have their turn during long work.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long enough that the pauses themselves cost nothing. */
const maxTurnMs = 25;

export class Turns {
  #since = performance.now();

  /** Await it if it is not null: this turn of the event loop has been long enough. */
  get over(): Promise<void> | null {
    return performance.now() - this.#since < maxTurnMs ? null : this.#next();
  }

  async #next(): Promise<void> {
    await nextTurn();
    this.#since = performance.now();
  }
}
