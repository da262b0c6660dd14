// The document as text for an address: compact, stable, versioned. What comes in is checked piece by piece.
//
// The text is JSON of nested lists. Characters that an address would escape are swapped with ones that it keeps.
// Swapping twice gives the original back, so one function serves for reading and for writing.

import type { QueryDocument } from '../document.ts';
import { decodeDocument } from './reading.ts';
import { encodeDocument } from './writing.ts';

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

/** The last character is a letter, since many programs do not count a closing bracket at the end as part of a link. */
const END = 'e';

export function encode(doc: QueryDocument): string {
  return `${VERSION}${escapeText(swap(JSON.stringify(encodeDocument(doc))))}${END}`;
}

/** Whether another version of the page made the link. */
export function isFromElsewhere(text: string): boolean {
  return !text.startsWith(VERSION);
}

/** Undefined where the text is no document: cut off, from another version, or made by hand. */
export function decode(text: string): QueryDocument | undefined {
  if (isFromElsewhere(text)) return undefined;
  // Older links end with the bracket.
  const written = text.slice(VERSION.length).replace(/e$/, '');
  try {
    return decodeDocument(JSON.parse(swap(decodeURIComponent(written))));
  } catch {
    return undefined;
  }
}
