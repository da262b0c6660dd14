// The values of texts that were asked for lately.

/** A longer text is seldom asked for twice. */
const lettersKept = 10_000;

export class KeptByText<Value> {
  readonly #most: number;
  /** The oldest first, which makes room when there are more. */
  readonly #values = new Map<string, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  get(text: string): Value | undefined {
    return this.#values.get(text);
  }

  set(text: string, value: Value): void {
    if (text.length > lettersKept) return;
    const [oldest] = this.#values.keys();
    if (oldest !== undefined && this.#values.size >= this.#most) this.#values.delete(oldest);
    this.#values.set(text, value);
  }
}
