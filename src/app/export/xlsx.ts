// A workbook (Office Open XML) written while its rows arrive: sheets as plain XML in a streamed ZIP.
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { Problem } from '../../contract/problem.ts';
import { freeBytes } from '../../dialects/base/bytes.ts';
import type { RowStream } from '../../dialects/dialect.ts';
import type { AnswerColumn } from '../read/planned-query.ts';
import { columnWidths, type Lined } from './column-widths.ts';
import { cutTexts, longLine } from './cut-texts.ts';
import { SheetRows } from './sheet-rows.ts';
import { sheetBegin, sheetEnd, workbookFrame } from './workbook-frame.ts';

/** A row is assembled in memory. Larger rows are refused, after each text was cut to a cell's size. */
const maxRowBytes = 64 * 1024 * 1024;

/** The format's own limit. */
const rowsPerSheet = 1_048_576;

/** `rows`: one line per row, a JSON list of strings and nulls. */
export function workbook(
  names: readonly string[],
  columns: readonly AnswerColumn[],
  rows: RowStream,
): AsyncIterable<Uint8Array> {
  const zip = new ZipFile();
  const output = new PassThrough();
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.outputStream.pipe(output);
  zip.on('error', fail);
  writeSheets(zip, names, columns, rows, output).catch(fail);
  return copies(output);
}

/** Copies each chunk: the compressor reuses its buffers. */
async function* copies(output: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of output) {
    if (chunk instanceof Uint8Array) yield Uint8Array.from(chunk);
  }
}

async function writeSheets(
  zip: ZipFile,
  names: readonly string[],
  columns: readonly AnswerColumn[],
  rows: RowStream,
  output: PassThrough,
): Promise<void> {
  const lines = new Lines(rows);
  let sheets = 0;
  try {
    do {
      sheets++;
      const sheet = Readable.from(sheetXml(names, columns, lines));
      // The reader has stopped, so the writer stops too.
      const leave = () => sheet.destroy();
      output.once('close', leave);
      zip.addReadStream(sheet, `xl/worksheets/sheet${sheets}.xml`);
      await once(sheet, 'close');
      output.off('close', leave);
    } while (!output.destroyed && (await lines.hasNext()));
  } finally {
    await lines.end();
  }
  const numbers = Array.from({ length: sheets }, (_, i) => i + 1);
  for (const [path, xml] of workbookFrame(numbers)) zip.addBuffer(Buffer.from(xml), path);
  zip.end();
}

interface Block extends Lined {
  readonly lines: number;
}

/** The rows as blocks of whole lines, continuing from sheet to sheet. */
class Lines {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #bytes: Uint8Array = Buffer.alloc(0);
  #at = 0;
  #isLast = false;
  /** With more bytes than this, search for texts to cut. */
  #longest = longLine;

  constructor(rows: RowStream) {
    this.#chunks = rows[Symbol.asyncIterator]();
  }

  /** Whether there is another line. */
  async hasNext(): Promise<boolean> {
    while (!this.#isLast && this.#bytes.indexOf(lineBreak, this.#at) < 0) await this.#read();
    return this.#at < this.#bytes.length;
  }

  /** Reads one more chunk, so that a short answer's first lines are complete. */
  async prefetch(): Promise<void> {
    if ((await this.hasNext()) && !this.#isLast) await this.#read();
  }

  /** At most this many of the available lines; null at the end. The next call overwrites them. */
  async next(most: number): Promise<Block | null> {
    if (!(await this.hasNext())) return null;
    const start = this.#at;
    let lines = 0;
    while (lines < most && this.#at < this.#bytes.length) {
      const end = this.#bytes.indexOf(lineBreak, this.#at);
      if (end < 0 && !this.#isLast) break;
      this.#at = end < 0 ? this.#bytes.length : end + 1;
      lines++;
    }
    return { bytes: this.#bytes, start, end: this.#at, lines };
  }

  async end(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #read(): Promise<void> {
    const step = await this.#chunks.next();
    if (step.done === true) {
      this.#isLast = true;
      return;
    }
    const unread = this.#bytes.subarray(this.#at);
    const rest = unread.length > this.#longest ? this.#cut(unread) : unread;
    if (rest.length > maxRowBytes)
      throw new Problem('refused-by-database', 'A row is too large for a sheet.');
    const joined = rest.length === 0 ? step.value : Buffer.concat([rest, step.value]);
    freeBytes(this.#bytes);
    if (joined !== step.value) freeBytes(step.value);
    this.#bytes = joined;
    this.#at = 0;
  }

  /**
   * Waits until the rest has doubled before cutting again, so that a row of many texts is not scanned for every chunk.
   */
  #cut(bytes: Uint8Array): Uint8Array {
    const rest = cutTexts(bytes);
    this.#longest = Math.max(longLine, rest.length * 2);
    return rest;
  }
}

const lineBreak = 0x0a;

/** Pieces large enough to be worth compressing. */
const pieceBytes = 64 * 1024;

async function* sheetXml(
  names: readonly string[],
  columns: readonly AnswerColumn[],
  lines: Lines,
): AsyncGenerator<Uint8Array> {
  const rows = new SheetRows(columns);
  await lines.prefetch();
  for (let left = rowsPerSheet - 1; left > 0; ) {
    const block = await lines.next(Math.min(left, linesPerTurn));
    if (left === rowsPerSheet - 1) {
      yield sheetBegin(columnWidths(names, columns, block));
      yield SheetRows.headings(names);
    }
    if (block === null) break;
    left -= block.lines;
    rows.add(block.bytes, block.start, block.end);
    if (rows.size >= pieceBytes) yield rows.take();
  }
  yield rows.take();
  yield sheetEnd;
}

/** The lines per turn, few enough to keep a piece small. */
const linesPerTurn = 200;
