// Cuts texts longer than a spreadsheet cell before a row is assembled; the rest is not shown.

/** The format's own limit, in UTF-16 units. */
export const textPerCell = 32_767;

/** Longer lines, in bytes, are searched for texts to cut. */
export const longLine = 1024 * 1024;

const quote = 0x22;
const backslash = 0x5c;
const letterU = 0x75;

/** The UTF-16 units of a UTF-8 character, counted at its first byte; continuation bytes count nothing. */
export function unitsOf(byte: number): number {
  if ((byte & 0xc0) === 0x80) return 0;
  return byte >= 0xf0 ? 2 : 1;
}

/**
 * Removes from a JSON list of texts, or its beginning, what no cell can show: overwrites it in place and returns the
 * remaining part. Keeps one character more than a cell holds, so that following bytes of a later chunk are cut too.
 */
export function cutTexts(line: Uint8Array): Uint8Array {
  let isText = false;
  let units = 0;
  let kept = 0;
  for (let at = 0; at < line.length; at++) {
    const byte = line[at] ?? 0;
    if (isText && units > textPerCell && unitsOf(byte) > 0) {
      const end = textEnd(line, at);
      // A final backslash stays for the next chunk.
      if (end === line.length && isEscaped(line, at, end)) line[kept++] = backslash;
      units = 0;
      at = end - 1;
      continue;
    }
    line[kept++] = byte;
    if (byte === quote) {
      isText = !isText;
      units = 0;
    } else if (isText) {
      units += unitsOf(byte);
      if (byte !== backslash) continue;
      // An escape counts as one character, and an escaped quote never ends a text.
      const end = Math.min(at + (line[at + 1] === letterU ? 5 : 1), line.length - 1);
      line.copyWithin(kept, at + 1, end + 1);
      kept += end - at;
      at = end;
    }
  }
  return line.subarray(0, kept);
}

/** The closing quote of a text, searched from a character boundary; the end of the line if there is none. */
function textEnd(line: Uint8Array, from: number): number {
  for (let at = from; ; at++) {
    at = line.indexOf(quote, at);
    if (at < 0) return line.length;
    if (!isEscaped(line, from, at)) return at;
  }
}

/** Whether the byte is escaped: after an odd number of backslashes. */
function isEscaped(line: Uint8Array, from: number, at: number): boolean {
  let backslashes = 0;
  while (at - backslashes > from && line[at - backslashes - 1] === backslash) backslashes++;
  return backslashes % 2 === 1;
}
