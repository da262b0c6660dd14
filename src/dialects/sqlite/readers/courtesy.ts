// Lets short reads go before a long statement. A lower priority alone does not: a scheduler leaves whoever has a core
// there for a millisecond or more, also when somebody more urgent wakes up, and a short read takes a tenth of that.

/** While short reads come in, a long statement works for so long and then rests for so long. */
const workMs = 0.5;
const restMs = 0.5;

export class Courtesy {
  /** Counts the short reads. */
  readonly #reads: Int32Array;
  /** Nobody rings it: to wait for it is to sleep. */
  readonly #bell = new Int32Array(new SharedArrayBuffer(4));
  #seen: number;
  #workingSince = 0;

  constructor(reads: SharedArrayBuffer) {
    this.#reads = new Int32Array(reads);
    this.#seen = Atomics.load(this.#reads, 0);
  }

  /** Rests if there were short reads while the statement worked; tells whether it did. */
  giveWay(now: number): boolean {
    if (now - this.#workingSince < workMs) return false;
    const rests = Atomics.load(this.#reads, 0) !== this.#seen;
    if (rests) Atomics.wait(this.#bell, 0, 0, restMs);
    this.#seen = Atomics.load(this.#reads, 0);
    this.#workingSince = rests ? performance.now() : now;
    return rests;
  }
}
