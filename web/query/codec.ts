// The document as text for an address: compact, stable, versioned. What comes in is checked piece by piece.
//
// The text is JSON of nested lists in which the characters that an address would have to escape are swapped
// with ones that it may keep. Swapping twice gives the original back, so reading is writing.
import { decodeDocument, encodeDocument } from './compact.ts';
import type { QueryDocument } from './document.ts';

const VERSION = '1';

const swaps: ReadonlyArray<readonly [string, string]> = [
  ['"', "'"],
  ['[', '('],
  [']', ')'],
  ['{', '!'],
  ['}', '*'],
  [' ', '_'],
];
const other = new Map(swaps.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]));

function swap(text: string): string {
  return text.replace(/["'[\](){}!* _]/g, (character) => other.get(character) ?? character);
}

/** encodeURIComponent, but for the characters that a fragment may hold and that read better plain. */
function escapeText(text: string): string {
  return encodeURIComponent(text).replace(/%(2C|3A|40|2F|3B|24)/g, decodeURIComponent);
}

export function encode(doc: QueryDocument): string {
  return `${VERSION}${escapeText(swap(JSON.stringify(encodeDocument(doc))))}`;
}

/** Undefined where the text is no document: cut off, from a newer version, or made by hand. */
export function decode(text: string): QueryDocument | undefined {
  if (!text.startsWith(VERSION)) return undefined;
  try {
    return decodeDocument(JSON.parse(swap(decodeURIComponent(text.slice(VERSION.length)))));
  } catch {
    return undefined;
  }
}
