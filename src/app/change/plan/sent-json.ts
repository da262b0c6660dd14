// The body of a change set.

/** A body known to be valid JSON, as sent. */
export class SentJson {
  readonly text: string;
  #parsed: unknown;

  constructor(text: string, parsed: unknown = undefined) {
    this.text = text;
    this.#parsed = parsed;
  }

  /**
   * The parsed value, without exact numbers. Returned once and not kept: for a large set it is many thousands of
   * objects, which the garbage collector would move around until everything is written.
   */
  outline(): unknown {
    const parsed = this.#parsed;
    this.#parsed = undefined;
    return parsed === undefined ? JSON.parse(this.text) : parsed;
  }
}
