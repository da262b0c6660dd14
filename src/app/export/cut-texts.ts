// Texts that are longer than a cell of a spreadsheet holds, cut before a row is put together: nothing of the rest is shown.

/** The format's own limit, in units of UTF-16. */
export const textPerCell = 32_767;

/** A line of more bytes is looked at for texts to cut. */
export const longLine = 1024 * 1024;

const quote = 0x22;
const backslash = 0x5c;
const letterU = 0x75;

/** What a character of UTF-8 counts by the byte that it begins with; the others count nothing. */
export function unitsOf(byte: number): number {
  if ((byte & 0xc0) === 0x80) return 0;
  return byte >= 0xf0 ? 2 : 1;
}

/**
 * A JSON list of texts, or its beginning, without what no cell shows of them: overwritten in place, and given as the part
 * that is left. A character more than a cell holds stays, so that bytes of the next one which are still to come stand
 * behind it, and are not shown either.
 */
export function cutTexts(line: Uint8Array): Uint8Array {
  let isText = false;
  let units = 0;
  let kept = 0;
  for (let at = 0; at < line.length; at++) {
    const byte = line[at] ?? 0;
    if (isText && units > textPerCell && unitsOf(byte) > 0) {
      const end = textEnd(line, at);
      // A backslash at the end stays for what is still to come.
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
      // An escape counts as one character, and what is escaped never ends a text.
      const end = Math.min(at + (line[at + 1] === letterU ? 5 : 1), line.length - 1);
      line.copyWithin(kept, at + 1, end + 1);
      kept += end - at;
      at = end;
    }
  }
  return line.subarray(0, kept);
}

/** The quote at the end of a text, looked for from the beginning of one of its characters; the end of the line without one. */
function textEnd(line: Uint8Array, from: number): number {
  for (let at = from; ; at++) {
    at = line.indexOf(quote, at);
    if (at < 0) return line.length;
    if (!isEscaped(line, from, at)) return at;
  }
}

/** Whether what stands here is escaped: by one backslash, and not by two, which stand for one. */
function isEscaped(line: Uint8Array, from: number, at: number): boolean {
  let backslashes = 0;
  while (at - backslashes > from && line[at - backslashes - 1] === backslash) backslashes++;
  return backslashes % 2 === 1;
}
