// Encodes the document as text for an address: compact, stable, versioned. Decoding validates every part.
//
// The text is JSON of nested lists. Characters that an address would escape are swapped with ones that it keeps.
// Swapping twice restores the original, so one function serves for both directions.

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
const swapped = new Map(swaps.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]));

function swap(text: string): string {
  return text.replace(/["'[\](){}!* _]/g, (character) => swapped.get(character) ?? character);
}

/** encodeURIComponent, except for characters that a fragment may contain and that are more readable unescaped. */
function escapeText(text: string): string {
  return encodeURIComponent(text).replace(/%(2C|3A|40|2F|3B|24)/g, decodeURIComponent);
}

/** The last character is a letter, because many programs exclude a closing bracket at the end from a link. */
const END = 'e';

export function encode(doc: QueryDocument): string {
  return `${VERSION}${escapeText(swap(JSON.stringify(encodeDocument(doc))))}${END}`;
}

/** Whether another version of the page created the link. */
export function isOtherVersion(text: string): boolean {
  return !text.startsWith(VERSION);
}

/** Undefined if the text is not a document: truncated, from another version, or written by hand. */
export function decode(text: string): QueryDocument | undefined {
  if (isOtherVersion(text)) return undefined;
  // Older links end with a bracket.
  const written = text.slice(VERSION.length).replace(/e$/, '');
  try {
    return decodeDocument(JSON.parse(swap(decodeURIComponent(written))));
  } catch {
    return undefined;
  }
}
