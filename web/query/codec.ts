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

/** A letter at the end: where a text has a link in it, many programs leave out a bracket that it ends with. */
const END = 'e';

export function encode(doc: QueryDocument): string {
  return `${VERSION}${escapeText(swap(JSON.stringify(encodeDocument(doc))))}${END}`;
}

/** Not of the version that is written here. */
export function isFromElsewhere(text: string): boolean {
  return !text.startsWith(VERSION);
}

/** Undefined where the text is no document: cut off, from another version, or made by hand. */
export function decode(text: string): QueryDocument | undefined {
  if (isFromElsewhere(text)) return undefined;
  // Links of earlier days end with their bracket.
  const written = text.slice(VERSION.length).replace(/e$/, '');
  try {
    return decodeDocument(JSON.parse(swap(decodeURIComponent(written))));
  } catch {
    return undefined;
  }
}
