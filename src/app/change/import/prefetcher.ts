// Prefetches the next item during other work.

/** An iterator with prefetching. */
export class Prefetcher<T> {
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

  /** Starts fetching the next item. */
  prefetch(): void {
    if (this.#next !== null) return;
    this.#next = this.#items.next();
    // `next` reports the failure; until then it must not count as unhandled.
    this.#next.catch(() => {});
  }

  async end(): Promise<void> {
    await this.#next?.catch(() => {});
    await this.#items.return(undefined);
  }
}
