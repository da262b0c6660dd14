// Adapts lines of COPY for an answer: puts a `T` between date and time. Having the engine write it takes a fifth of the
// time of a whole line.
import { comma, letterT, quote, space } from '../../base/ascii.ts';
import type { RowSink } from './tap.ts';

export class MomentLines implements RowSink {
  readonly #sink: RowSink;
  readonly #separator: number;
  /** Whether each field is a moment, up to the last moment. */
  readonly #moments: readonly boolean[];
  #field = 0;
  #isQuoted = false;
  /** Inside a moment, before the space. */
  #isDay = false;

  constructor(sink: RowSink, separator: string, moments: readonly number[]) {
    this.#sink = sink;
    this.#separator = separator.charCodeAt(0);
    this.#moments = Array.from({ length: Math.max(...moments) + 1 }, (_, i) => moments.includes(i));
  }

  begin(): void {
    this.#beginLine();
    this.#sink.begin();
  }

  write(bytes: Buffer, start: number, end: number): void {
    this.#mark(bytes, start, end);
    this.#sink.write(bytes, start, end);
  }

  pack(bytes: Buffer, start: number, end: number, to: number): number {
    this.#beginLine();
    this.#mark(bytes, start, end);
    return this.#sink.pack(bytes, start, end, to);
  }

  writePacked(bytes: Buffer, start: number, end: number): void {
    this.#sink.writePacked(bytes, start, end);
  }

  #beginLine(): void {
    this.#field = 0;
    this.#isQuoted = false;
    this.#isDay = this.#moments[0] === true;
  }

  /** Modifies the bytes in place: they came from the socket and have no other owner. */
  #mark(bytes: Buffer, start: number, end: number): void {
    // Local variables rather than fields, because they are read for every byte.
    const separator = this.#separator;
    const moments = this.#moments;
    let field = this.#field;
    let isQuoted = this.#isQuoted;
    let isDay = this.#isDay;
    for (let at = start; at < end && field < moments.length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte > comma) continue; // None of the special characters.
      if (byte === quote) {
        isQuoted = !isQuoted; // A quote within a text is doubled.
      } else if (byte === separator) {
        if (isQuoted) continue;
        field++;
        isDay = moments[field] === true;
      } else if (byte === space && isDay) {
        bytes[at] = letterT;
        isDay = false;
      }
    }
    this.#field = field;
    this.#isQuoted = isQuoted;
    this.#isDay = isDay;
  }
}
