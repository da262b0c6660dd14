// Lets the short answers of one turn of the event loop leave together. An answer that leaves by itself finds its reader
// asleep, and to wake it up costs the writer as much as to write; while the next ones follow at once it stays awake.
import { performance } from 'node:perf_hooks';

export class Departures {
  #turn = -1;
  /** Answers of this turn so far, and of the one before. */
  #now = 0;
  #before = 0;
  #together: Promise<void> | null = null;

  /** What an answer waits for; null for one that is likely to be the only one of its turn. */
  next(): Promise<void> | null {
    const { loopCount } = performance.nodeTiming.uvMetricsInfo;
    if (loopCount !== this.#turn) {
      this.#turn = loopCount;
      this.#before = this.#now;
      this.#now = 0;
    }
    this.#now++;
    if (this.#now === 1 && this.#before <= 1) return null;
    this.#together ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#together = null;
        resolve();
      });
    });
    return this.#together;
  }
}
