// A text that is put together from very many pieces.

/** Characters that are kept in pieces at most. */
const mostInPieces = 16_384;

/**
 * The engine of JavaScript keeps a text that was added up as a tree of its pieces. With some hundred thousand of them the
 * collector copies them all again and again, and whoever reads the text first waits for it: a set of 10,000 changes spent
 * a quarter of its time so. Here pieces become one as long as they are few.
 */
export class LongText {
  readonly #whole: Buffer[] = [];
  #pieces = '';

  add(piece: string): void {
    this.#pieces += piece;
    if (this.#pieces.length < mostInPieces) return;
    this.#whole.push(Buffer.from(this.#pieces));
    this.#pieces = '';
  }

  get bytes(): Buffer {
    return Buffer.concat([...this.#whole, Buffer.from(this.#pieces)]);
  }

  toString(): string {
    return this.#whole.length === 0 ? this.#pieces : this.bytes.toString();
  }
}
