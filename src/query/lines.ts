// The extra lines that a statement returns with each row: written into the statement here, and read from its result
// here. No cell contains a line break, since JSON escapes it.
import type { SqlDialect, TextSql } from './dialect/sql.ts';

const lineBreak = '\n';
const lineBreakByte = 0x0a;
const commaByte = 0x2c;

/** Separates two rows. */
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

/** The lines that follow each row, in this order. */
export interface RowLines {
  /** The values that give the row's place in the order. */
  readonly cursor: boolean;
  /** The number of rows on all pages. */
  readonly total: boolean;
}

/** A row and its extra lines; null leaves a line out. */
export function writeRow(
  dialect: Pick<SqlDialect, 'concat'>,
  row: TextSql,
  { cursor, total }: Readonly<Record<keyof RowLines, TextSql | null>>,
): TextSql {
  return writeLines(dialect, [row, ...(cursor === null ? [] : [cursor]), ...(total === null ? [] : [total])]);
}

/**
 * Reads the rows of a page from chunks that may end anywhere. Pages are requested with one extra row: it is dropped,
 * and shows that more rows follow.
 */
export class PageReader {
  readonly #lines: readonly (keyof RowLines)[];
  readonly #limit: number;
  readonly #extraLines: Record<keyof RowLines, string | null> = { cursor: null, total: null };
  /** Rows started so far. */
  #begun = 0;
  /** The line of the row that the next byte belongs to; 0 is the row itself. */
  #line = 0;
  #isAtStart = true;
  /** The part received so far of a line that is kept. */
  #kept = new LineText();

  /** A null limit means all rows. */
  constructor({ cursor, total }: RowLines, limit: bigint | null) {
    this.#lines = [...(cursor ? ['cursor' as const] : []), ...(total ? ['total' as const] : [])];
    this.#limit = limit === null ? Number.POSITIVE_INFINITY : Number(limit);
  }

  /** The number of rows returned. */
  get rows(): number {
    return Math.min(this.#begun, this.#limit);
  }

  get hasMore(): boolean {
    return this.#begun > this.#limit;
  }

  /** The cursor values of the last row, as JSON, if more rows follow. */
  get cursor(): string | null {
    return this.#extraLines.cursor;
  }

  get total(): bigint | null {
    return this.#extraLines.total === null ? null : BigInt(this.#extraLines.total);
  }

  /** The rows in a chunk, separated by commas. They are written into the chunk's own memory. */
  take(piece: Uint8Array): Uint8Array {
    let to = 0;
    for (let from = 0; from < piece.length; ) {
      if (this.#isAtStart && this.#line === 0) this.#begun++;
      this.#isAtStart = false;
      const found = piece.indexOf(lineBreakByte, from);
      const end = found < 0 ? piece.length : found;
      if (this.#line > 0) this.#keep(piece, from, end);
      else if (!this.hasMore) {
        if (to < from) piece.copyWithin(to, from, end);
        to += end - from;
      }
      if (found < 0) break;
      // The comma takes the place of the line break if another row follows.
      if (this.#endLine() && this.#begun < this.#limit) piece[to++] = commaByte;
      from = end + 1;
    }
    return piece.subarray(0, to);
  }

  /** Call after the last chunk. */
  end(): void {
    if (!this.#isAtStart) this.#endLine();
  }

  /** Every row carries the total; only the last row's cursor is used. */
  #isKept(line: keyof RowLines): boolean {
    return line === 'total' ? this.#begun === 1 : this.#begun === this.#limit;
  }

  #keep(piece: Uint8Array, from: number, end: number): void {
    const line = this.#lines[this.#line - 1];
    if (line !== undefined && this.#isKept(line)) this.#kept.add(piece.subarray(from, end));
  }

  /** Whether this line ends its row. */
  #endLine(): boolean {
    const line = this.#lines[this.#line - 1];
    if (line !== undefined && this.#isKept(line)) this.#extraLines[line] = this.#kept.take();
    const isLast = this.#line === this.#lines.length;
    this.#line = isLast ? 0 : this.#line + 1;
    this.#isAtStart = isLast;
    return isLast;
  }
}

/** A text that arrives in chunks, whose memory is reused by the sender. */
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
