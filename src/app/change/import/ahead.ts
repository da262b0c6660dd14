// Reads on while somebody else is at work.

/** Items that may be asked for before they are needed. */
export class Ahead<T> {
  readonly #items: AsyncGenerator<T>;
  #next: Promise<IteratorResult<T>> | null = null;

  constructor(items: AsyncGenerator<T>) {
    this.#items = items;
  }

  /** Null at the end. */
  async next(): Promise<T | null> {
    const { done, value } = await (this.#next ?? this.#items.next());
    this.#next = null;
    return done === true ? null : value;
  }

  /** There is time to make the next one. */
  readOn(): void {
    if (this.#next !== null) return;
    this.#next = this.#items.next();
    // Whoever waits for it is told of a failure; until then nobody is surprised.
    this.#next.catch(() => {});
  }

  async end(): Promise<void> {
    await this.#next?.catch(() => {});
    await this.#items.return(undefined);
  }
}
