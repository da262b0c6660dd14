// A session that ends once, for whatever reason, and notifies its listeners.

export abstract class BaseSession {
  /** Its connection failed or was dropped; it is never used again. */
  isEnded = false;
  /** How long its current user waited for it; the server has that much less time to answer. */
  waitedMs = 0;
  readonly #listeners = new Set<(error: Error) => void>();

  onEnded(listener: (error: Error) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  protected markEnded(error: Error): void {
    this.isEnded = true;
    for (const listener of this.#listeners) listener(error);
    this.#listeners.clear();
  }
}
