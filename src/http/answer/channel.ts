// Lines that one side writes and another sends on, each as fast as the other lets it.

/** Whoever writes waits once so many lines are not taken. */
const mostWaiting = 64;

export class Channel<Line> implements AsyncIterable<Line> {
  readonly #lines: Line[] = [];
  #end: { readonly error: unknown } | 'clean' | null = null;
  #moved = Promise.withResolvers<void>();

  #quiet: NodeJS.Timeout | undefined;

  /** Where nothing is written for so long, this is: a connection on which nothing moves would be given up. */
  keepTalking(quietMs: number, line: () => Line): void {
    this.#quiet = setInterval(() => void this.push(line()), quietMs);
  }

  /** Resolves when there is room for another one. */
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

  /** Resolves with the first line, or throws what came in its place. The line is given again to whoever reads. */
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
