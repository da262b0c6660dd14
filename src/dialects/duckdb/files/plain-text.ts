// Converts a file to plain UTF-8 in a temporary file, since the engine reads nothing else.
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fromFirstRecord, layoutOf, separatorLineOf } from '../../../tabular/separated.ts';
import { UnreadableTable } from '../../../tabular/table.ts';
import { bytesOf, textOf } from '../../../tabular/text.ts';

/** Fails on any character that is invalid in the file's encoding. */
export async function writePlainText(path: string, to: string, separator?: string): Promise<TextScan> {
  const scan = new TextScan(separator);
  await pipeline(
    Readable.from(scanned(fromFirstRecord(textOf(path)), scan)),
    createWriteStream(to, { mode: 0o600 }),
  );
  return scan;
}

async function* scanned(pieces: AsyncIterable<string>, scan: TextScan): AsyncGenerator<string> {
  for await (const piece of pieces) {
    scan.take(piece);
    yield piece;
  }
}

/** A character takes the engine at most three bytes; the buffer has this many bytes for a line. */
const maxLineCharacters = 600_000;
export const maxLineBytes = 2 * 1024 * 1024;

/** Gathers facts about separated values while they pass through. */
export class TextScan {
  #separator: string | undefined;
  #separators = 0;
  #isFirst = true;
  /** Blank lines, or one that names the separator, before the header. */
  #hasPreamble = false;
  #hasQuotes = false;
  #lines = 0;
  /** The length of the current line. */
  #length = 0;
  #hasLongLine = false;
  #returns = 0;
  #pairs = 0;
  #endsWithReturn = false;

  constructor(separator?: string) {
    this.#separator = separator;
  }

  take(piece: string): void {
    if (piece.includes('\0')) throw new UnreadableTable('it is no text, or in UTF-16 without a mark of it');
    if (this.#isFirst) this.#hasPreamble = /^[\r\n]/.test(piece) || separatorLineOf(piece) !== null;
    this.#isFirst = false;
    this.#separator ??= layoutOf(piece).separator;
    this.#hasQuotes ||= piece.includes('"');
    if (this.#hasQuotes) return;
    this.#separators += count(piece, this.#separator);
    this.#lines += this.#linesIn(piece);
    this.#returns += count(piece, '\r');
    this.#pairs += count(piece, '\r\n') + (this.#endsWithReturn && piece.startsWith('\n') ? 1 : 0);
    this.#endsWithReturn = piece.endsWith('\r');
  }

  #linesIn(piece: string): number {
    let [lines, begin] = [0, 0];
    for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', begin)) {
      this.#grow(at - begin);
      this.#length = 0;
      begin = at + 1;
      lines++;
    }
    this.#grow(piece.length - begin);
    return lines;
  }

  #grow(characters: number): void {
    this.#length += characters;
    this.#hasLongLine ||= this.#length > maxLineCharacters;
  }

  get separator(): string {
    return this.#separator ?? ',';
  }

  /** The number of separators; valid if the text is simple. */
  get separators(): number {
    return this.#separators;
  }

  /**
   * Whether the engine parses the text as we do: no quotes, uniform line ends, no line too long for it, and the header
   * first. The engine loses the last record after an unterminated quote, and gives up on mixed line ends.
   */
  get isSimple(): boolean {
    const isUnix = this.#returns === 0;
    const isWindows = this.#pairs === this.#lines && this.#pairs === this.#returns;
    return !this.#hasPreamble && !this.#hasQuotes && !this.#hasLongLine && (isUnix || isWindows);
  }
}

function count(text: string, what: string): number {
  let found = 0;
  for (let at = text.indexOf(what); at >= 0; at = text.indexOf(what, at + 1)) found++;
  return found;
}

/** Unpacks a compressed file. */
export async function unpack(path: string, to: string): Promise<void> {
  await pipeline(Readable.from(bytesOf(path)), createWriteStream(to, { mode: 0o600 }));
}

/** The beginning of a temporary file. */
export async function beginningOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1_048_576), 0, 1_048_576, 0);
    return buffer.subarray(0, bytesRead).toString();
  } finally {
    await file.close();
  }
}
