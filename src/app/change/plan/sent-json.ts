// The body of a change set.

/** A body as it was sent, of which it is certain that it is JSON. */
export class SentJson {
  readonly text: string;
  #parsed: unknown;

  constructor(text: string, parsed: unknown = undefined) {
    this.text = text;
    this.#parsed = parsed;
  }

  /**
   * What it says, to which the digits of numbers mean nothing. It is not kept for whoever asks again: of a large set it
   * is many thousands of objects, which the collector would move about until all of it is written.
   */
  outline(): unknown {
    const parsed = this.#parsed;
    this.#parsed = undefined;
    return parsed === undefined ? JSON.parse(this.text) : parsed;
  }
}
