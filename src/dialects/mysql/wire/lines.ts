// Writes a row directly from the received bytes, as text or as a line of separated values: a buffer for every column
// would be most of the cost of a long answer.
import { carriageReturn, comma, letterT, lineFeed, quote, space } from '../../base/ascii.ts';

/** A driver packet with a row of texts; its bytes are valid until the next packet. */
export interface WireRow {
  readonly buffer: Buffer;
  readonly offset: number;
  readonly end: number;
}

/** Returned if a value is NULL that never should be: it exceeded what the engine can assemble. */
export const missing = -1;

/** An upper bound: every text quoted, and every byte a quote. Each text is preceded by its length. */
export function maxLineLength({ offset, end }: WireRow): number {
  return 2 * (end - offset);
}

/** Writes the only column. Returns the end. */
export function writeOnly(to: Buffer, start: number, row: WireRow): number {
  const { buffer, offset } = row;
  if (isNull(buffer, offset, 0)) return missing;
  const at = firstColumn(offset, 1);
  return start + buffer.copy(to, start, beginAt(buffer, at), endAt(row, at));
}

/**
 * The columns alternate between parts that need no quotes and texts that may: nothing for NULL, quoted if empty or if
 * it contains a special character. Returns the end of the line.
 */
export function writeLine(
  to: Buffer,
  start: number,
  row: WireRow,
  columns: number,
  separator: number,
): number {
  const { buffer, offset } = row;
  let at = start;
  let from = firstColumn(offset, columns);
  for (let i = 0; i < columns; i++) {
    const isPlain = i % 2 === 0;
    if (isNull(buffer, offset, i)) {
      if (isPlain) return missing;
      continue;
    }
    const begin = beginAt(buffer, from);
    const end = endAt(row, from);
    at = isPlain ? writePlain(to, at, buffer, begin, end) : writeText(to, at, buffer, begin, end, separator);
    from = end;
  }
  return at;
}

// A row is a marker byte, a bit for each column that is NULL (the first two bits are unused), and the other columns
// with their lengths: one byte, or the number of bytes followed by these, lowest first.

function isNull(row: Buffer, offset: number, column: number): boolean {
  return (byteAt(row, offset + 1 + ((column + 2) >> 3)) & (1 << ((column + 2) & 7))) !== 0;
}

function firstColumn(offset: number, columns: number): number {
  return offset + 1 + ((columns + 2 + 7) >> 3);
}

const twoBytes = 0xfc;
const threeBytes = 0xfd;

/** The start of the text whose length is stored at this position. */
function beginAt(row: Buffer, at: number): number {
  const first = byteAt(row, at);
  if (first < twoBytes) return at + 1;
  return at + (first === twoBytes ? 3 : first === threeBytes ? 4 : 9);
}

function endAt({ buffer, end }: WireRow, at: number): number {
  const textEnd = beginAt(buffer, at) + lengthAt(buffer, at);
  if (textEnd > end) throw new Error('a column is longer than its row');
  return textEnd;
}

function lengthAt(row: Buffer, at: number): number {
  const first = byteAt(row, at);
  if (first < twoBytes) return first;
  if (first === twoBytes) return row.readUInt16LE(at + 1);
  return first === threeBytes ? row.readUIntLE(at + 1, 3) : row.readUIntLE(at + 1, 6);
}

function byteAt(bytes: Buffer, at: number): number {
  return bytes[at] ?? 0;
}

// Byte by byte: most parts are too short for a call to pay off.

/** Unquoted parts contain no spaces, except between date and time, where an answer has a `T`. */
function writePlain(to: Buffer, start: number, from: Buffer, begin: number, end: number): number {
  let at = start;
  for (let i = begin; i < end; i++) {
    const byte = byteAt(from, i);
    to[at++] = byte === space ? letterT : byte;
  }
  return at;
}

function writeText(
  to: Buffer,
  start: number,
  from: Buffer,
  begin: number,
  end: number,
  separator: number,
): number {
  let needsQuotes = begin === end;
  let at = start;
  for (let i = begin; i < end; i++) {
    const byte = byteAt(from, i);
    // All special characters sort at or below the comma.
    if (byte <= comma && isEnding(byte, separator)) needsQuotes = true;
    to[at++] = byte;
  }
  return needsQuotes ? writeQuoted(to, start, from, begin, end) : at;
}

function isEnding(byte: number, separator: number): boolean {
  return byte === separator || byte === quote || byte === lineFeed || byte === carriageReturn;
}

function writeQuoted(to: Buffer, start: number, from: Buffer, begin: number, end: number): number {
  let at = start;
  to[at++] = quote;
  for (let i = begin; i < end; i++) {
    const byte = byteAt(from, i);
    if (byte === quote) to[at++] = quote;
    to[at++] = byte;
  }
  to[at++] = quote;
  return at;
}
