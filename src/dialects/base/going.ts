// A session that ends once, for whatever reason, and notifies its listeners.

export abstract class Going {
  /** Its connection failed or was dropped; it is never used again. */
  gone = false;
  /** How long its current user waited for it; the server has that much less time to answer. */
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
