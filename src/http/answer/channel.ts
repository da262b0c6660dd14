// A bounded queue of lines between a producer and a consumer, with back-pressure.

/** The producer waits while more lines than this are in the queue. */
const maxWaiting = 64;

export class Channel<Line> implements AsyncIterable<Line> {
  readonly #lines: Line[] = [];
  #end: { readonly error: unknown } | 'clean' | null = null;
  #changed = Promise.withResolvers<void>();

  #quiet: NodeJS.Timeout | undefined;

  /** Pushes this line whenever none was written for `quietMs`: idle connections get closed. */
  keepAlive(quietMs: number, line: () => Line): void {
    this.#quiet = setInterval(() => void this.push(line()), quietMs);
  }

  /** Resolves when there is room for another line. */
  async push(line: Line): Promise<void> {
    this.#quiet?.refresh();
    this.#lines.push(line);
    this.#signalChange();
    while (this.#lines.length > maxWaiting && this.#end === null) await this.#changed.promise;
  }

  end(): void {
    this.#end ??= 'clean';
    clearInterval(this.#quiet);
    this.#signalChange();
  }

  fail(error: unknown): void {
    this.#end ??= { error };
    clearInterval(this.#quiet);
    this.#signalChange();
  }

  /**
   * Resolves once there is a line, or throws the failure that ended the channel before. The line stays in the queue.
   */
  async ready(): Promise<void> {
    while (this.#lines.length === 0 && this.#end === null) await this.#changed.promise;
    if (this.#lines.length === 0 && this.#end !== null && this.#end !== 'clean') throw this.#end.error;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Line> {
    for (;;) {
      await this.ready();
      const line = this.#lines.shift();
      if (line === undefined) return;
      this.#signalChange();
      yield line;
    }
  }

  #signalChange(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
