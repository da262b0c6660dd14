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

  get(text: string, make: () => Value): Value {
    const known = this.#values.get(text);
    if (known !== undefined) return known;
    const value = make();
    if (text.length > lettersKept) return value;
    const [oldest] = this.#values.keys();
    if (oldest !== undefined && this.#values.size >= this.#most) this.#values.delete(oldest);
    this.#values.set(text, value);
    return value;
  }
}
