// Writes the parts of a row as a line of separated values, straight from the bytes that came.
import { carriageReturn, letterT, lineFeed, quote, space } from '../ascii.ts';

/** By turns what needs no quotes, and a text that may need quotes, null for NULL. */
export type Parts = readonly (Buffer | null)[];

/** Parts that need no quotes may be NULL only where they have outgrown what the engine can put together. */
export function isWhole(parts: Parts): boolean {
  for (let i = 0; i < parts.length; i += 2) if (parts[i] === null) return false;
  return true;
}

/** At most so many bytes: every text in quotes, and every byte of it one. */
export function longestLine(parts: Parts): number {
  let length = 0;
  for (const part of parts) if (part) length += 2 + 2 * part.length;
  return length;
}

/** Nothing for null, quotes where a text is empty or holds what would end it. Returns the end of the line. */
export function writeLine(to: Buffer, start: number, parts: Parts, separator: number): number {
  let at = start;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    if (!part) continue;
    at = i % 2 === 0 ? writePlain(to, at, part) : writeText(to, at, part, separator);
  }
  return at;
}

// Byte by byte: most parts are too short for a call to pay.

/** What needs no quotes has no space either, but for the one between day and time, where an answer has a `T`. */
function writePlain(to: Buffer, start: number, part: Buffer): number {
  const { length } = part;
  for (let i = 0; i < length; i++) {
    const byte = part[i] ?? 0;
    to[start + i] = byte === space ? letterT : byte;
  }
  return start + length;
}

function writeText(to: Buffer, start: number, text: Buffer, separator: number): number {
  const { length } = text;
  let needsQuotes = length === 0;
  for (let i = 0; i < length; i++) {
    const byte = text[i] ?? 0;
    if (byte === separator || byte === quote || byte === lineFeed || byte === carriageReturn)
      needsQuotes = true;
    to[start + i] = byte;
  }
  return needsQuotes ? writeQuoted(to, start, text) : start + length;
}

function writeQuoted(to: Buffer, start: number, text: Buffer): number {
  let at = start;
  to[at++] = quote;
  for (const byte of text) {
    if (byte === quote) to[at++] = quote;
    to[at++] = byte;
  }
  to[at++] = quote;
  return at;
}
