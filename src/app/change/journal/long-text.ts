// Concatenates very many pieces into one text.

/** The most characters to keep as a JavaScript string. */
const maxPiecesLength = 16_384;

/**
 * V8 represents a concatenated string as a tree of its pieces. With hundreds of thousands of them, the garbage
 * collector copies the tree again and again, and the first read has to flatten it: a set of 10,000 changes spent a
 * quarter of its time on that. This class flattens the pieces while they are few.
 */
export class LongText {
  readonly #whole: Buffer[] = [];
  #pieces = '';

  add(piece: string): void {
    this.#pieces += piece;
    if (this.#pieces.length < maxPiecesLength) return;
    this.#whole.push(Buffer.from(this.#pieces));
    this.#pieces = '';
  }

  get bytes(): Buffer {
    return Buffer.concat([...this.#whole, Buffer.from(this.#pieces)]);
  }

  /** All of it between two more pieces: as bytes if it is long, because an answer is sent as bytes. */
  between(before: string, after: string): string | Buffer {
    if (this.#whole.length === 0) return before + this.#pieces + after;
    return Buffer.concat([Buffer.from(before), ...this.#whole, Buffer.from(this.#pieces + after)]);
  }

  toString(): string {
    return this.#whole.length === 0 ? this.#pieces : this.bytes.toString();
  }
}
