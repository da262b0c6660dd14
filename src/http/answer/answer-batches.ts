// Sends the short answers of one turn of the event loop together. Waking up a sleeping reader costs the writer as
// much as the write itself; while more answers follow at once, the reader stays awake.
import { performance } from 'node:perf_hooks';

export class AnswerBatches {
  #turn = -1;
  /** Answers in this turn so far, and in the turn before. */
  #now = 0;
  #before = 0;
  #batchEnd: Promise<void> | null = null;

  /** What an answer should await; null if it is probably the only one of its turn. */
  next(): Promise<void> | null {
    const { loopCount } = performance.nodeTiming.uvMetricsInfo;
    if (loopCount !== this.#turn) {
      this.#turn = loopCount;
      this.#before = this.#now;
      this.#now = 0;
    }
    this.#now++;
    if (this.#now === 1 && this.#before <= 1) return null;
    this.#batchEnd ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#batchEnd = null;
        resolve();
      });
    });
    return this.#batchEnd;
  }
}
