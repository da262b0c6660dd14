// A bounded queue of lines between a producer and a consumer, with back-pressure.

/** The producer waits while more lines than this are in the queue. */
const mostWaiting = 64;

export class Channel<Line> implements AsyncIterable<Line> {
  readonly #lines: Line[] = [];
  #end: { readonly error: unknown } | 'clean' | null = null;
  #moved = Promise.withResolvers<void>();

  #quiet: NodeJS.Timeout | undefined;

  /** Pushes this line whenever none was written for `quietMs`: idle connections get closed. */
  keepTalking(quietMs: number, line: () => Line): void {
    this.#quiet = setInterval(() => void this.push(line()), quietMs);
  }

  /** Resolves when there is room for another line. */
  async push(line: Line): Promise<void> {
    this.#quiet?.refresh();
    this.#lines.push(line);
    this.#move();
    while (this.#lines.length > mostWaiting && this.#end === null) await this.#moved.promise;
  }

  end(): void {
    this.#end ??= 'clean';
    clearInterval(this.#quiet);
    this.#move();
  }

  fail(error: unknown): void {
    this.#end ??= { error };
    clearInterval(this.#quiet);
    this.#move();
  }

  /**
   * Resolves once there is a line, or throws the failure that ended the channel before. The line stays in the queue.
   */
  async ready(): Promise<void> {
    while (this.#lines.length === 0 && this.#end === null) await this.#moved.promise;
    if (this.#lines.length === 0 && this.#end !== null && this.#end !== 'clean') throw this.#end.error;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Line> {
    for (;;) {
      await this.ready();
      const line = this.#lines.shift();
      if (line === undefined) return;
      this.#move();
      yield line;
    }
  }

  #move(): void {
    this.#moved.resolve();
    this.#moved = Promise.withResolvers();
  }
}
