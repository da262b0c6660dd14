// What a row of a statement tells beside its cells, each on a line of its own: written into the statement here, and read
// from its answer here. No cell has a line break in it, since JSON writes one as an escape.
import type { SqlDialect, TextSql } from './dialect/sql.ts';

const lineBreak = '\n';
const lineBreakByte = 0x0a;
const commaByte = 0x2c;

/** Stands between two rows of lines. */
export const rowSeparator = lineBreak;

export function writeLines(dialect: Pick<SqlDialect, 'concat'>, texts: readonly TextSql[]): TextSql {
  const [only] = texts;
  if (only !== undefined && texts.length === 1) return only;
  return dialect.concat(
    texts.flatMap((text, i): (string | TextSql)[] => (i === 0 ? [text] : [lineBreak, text])),
  );
}

export function readLines(text: string): string[] {
  return text.split(lineBreak);
}

/** Which lines follow a row, in this order. */
export interface RowLines {
  /** The values that tell its place in the order. */
  readonly cursor: boolean;
  /** The number of rows on all pages. */
  readonly total: boolean;
}

/** A row and what it tells; null for what it does not. */
export function writeRow(
  dialect: Pick<SqlDialect, 'concat'>,
  row: TextSql,
  { cursor, total }: Readonly<Record<keyof RowLines, TextSql | null>>,
): TextSql {
  return writeLines(dialect, [row, ...(cursor === null ? [] : [cursor]), ...(total === null ? [] : [total])]);
}

/**
 * Reads the rows of a page as they come, in pieces of bytes that end anywhere. A page is asked for with one row more
 * than it may have: that one is not given, and tells that something follows.
 */
export class PageReader {
  readonly #lines: readonly (keyof RowLines)[];
  readonly #limit: number;
  readonly #told: Record<keyof RowLines, string | null> = { cursor: null, total: null };
  /** Rows that have begun. */
  #begun = 0;
  /** Which line of its row the next byte belongs to; 0 is the row itself. */
  #line = 0;
  #isAtStart = true;
  /** What has come of a line that is kept. */
  #kept = new LineText();

  /** A limit of null means all rows. */
  constructor({ cursor, total }: RowLines, limit: bigint | null) {
    this.#lines = [...(cursor ? ['cursor' as const] : []), ...(total ? ['total' as const] : [])];
    this.#limit = limit === null ? Number.POSITIVE_INFINITY : Number(limit);
  }

  /** How many rows were given. */
  get rows(): number {
    return Math.min(this.#begun, this.#limit);
  }

  get isFollowed(): boolean {
    return this.#begun > this.#limit;
  }

  /** The cursor values of the last row, as JSON, where another one follows. */
  get cursor(): string | null {
    return this.#told.cursor;
  }

  get total(): bigint | null {
    return this.#told.total === null ? null : BigInt(this.#told.total);
  }

  /** The rows in a piece, with commas between them. The memory of the piece is used for them. */
  take(piece: Uint8Array): Uint8Array {
    let to = 0;
    for (let from = 0; from < piece.length; ) {
      if (this.#isAtStart && this.#line === 0) this.#begun++;
      this.#isAtStart = false;
      const found = piece.indexOf(lineBreakByte, from);
      const end = found < 0 ? piece.length : found;
      if (this.#line > 0) this.#keep(piece, from, end);
      else if (!this.isFollowed) {
        if (to < from) piece.copyWithin(to, from, end);
        to += end - from;
      }
      if (found < 0) break;
      // There is room for the comma where the line break was, and another row behind it.
      if (this.#endLine() && this.#begun < this.#limit) piece[to++] = commaByte;
      from = end + 1;
    }
    return piece.subarray(0, to);
  }

  /** Nothing follows the last piece. */
  end(): void {
    if (!this.#isAtStart) this.#endLine();
  }

  /** Every row tells the number; only the cursor of the last one is of use. */
  #isKept(line: keyof RowLines): boolean {
    return line === 'total' ? this.#begun === 1 : this.#begun === this.#limit;
  }

  #keep(piece: Uint8Array, from: number, end: number): void {
    const line = this.#lines[this.#line - 1];
    if (line !== undefined && this.#isKept(line)) this.#kept.add(piece.subarray(from, end));
  }

  /** Whether the row has ended with it. */
  #endLine(): boolean {
    const line = this.#lines[this.#line - 1];
    if (line !== undefined && this.#isKept(line)) this.#told[line] = this.#kept.take();
    const isLast = this.#line === this.#lines.length;
    this.#line = isLast ? 0 : this.#line + 1;
    this.#isAtStart = isLast;
    return isLast;
  }
}

/** A text that comes in pieces, whose memory is somebody else's. */
class LineText {
  #decoder = new TextDecoder();
  #text = '';

  add(bytes: Uint8Array): void {
    this.#text += this.#decoder.decode(bytes, { stream: true });
  }

  take(): string {
    const text = this.#text + this.#decoder.decode();
    this.#text = '';
    return text;
  }
}
