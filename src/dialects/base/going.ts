// A session that goes once, for whatever reason, and tells it to those who wait for that.

export abstract class Going {
  /** Its connection has failed or was dropped; it is never used again. */
  gone = false;
  /** How long whoever has it now had to wait for it: so much less time the server has to answer. */
  waitedMs = 0;
  readonly #listeners = new Set<(error: Error) => void>();

  onGone(listener: (error: Error) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  protected lose(error: Error): void {
    this.gone = true;
    for (const listener of this.#listeners) listener(error);
    this.#listeners.clear();
  }
}
