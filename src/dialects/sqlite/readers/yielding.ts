// Lets short reads run before long statements. A lower priority alone is not enough: the scheduler leaves a running
// thread on its core for a millisecond or more even if a more urgent one wakes, and a short read takes a tenth of that.

/** While short reads arrive, a long statement alternates between these times of work and rest. */
const workMs = 0.5;
const restMs = 0.5;

export class ReadYielder {
  /** Counts the short reads. */
  readonly #reads: Int32Array;
  /** Never signalled: waiting for it is a sleep. */
  readonly #sleepCell = new Int32Array(new SharedArrayBuffer(4));
  #seen: number;
  #workingSince = 0;

  constructor(reads: SharedArrayBuffer) {
    this.#reads = new Int32Array(reads);
    this.#seen = Atomics.load(this.#reads, 0);
  }

  /** Rests if short reads arrived while the statement worked; returns whether it did. */
  yieldToReads(now: number): boolean {
    if (now - this.#workingSince < workMs) return false;
    const rests = Atomics.load(this.#reads, 0) !== this.#seen;
    if (rests) Atomics.wait(this.#sleepCell, 0, 0, restMs);
    this.#seen = Atomics.load(this.#reads, 0);
    this.#workingSince = rests ? performance.now() : now;
    return rests;
  }
}
