// Case folding, the same in every engine: each character in lower case, by itself and in no language's way.

/**
 * Lower case of Unicode without what depends on the neighbours or makes one character two: the final sigma
 * is a sigma, and the dotted capital I is an i. Every engine's SQL says exactly this.
 */
export function fold(text: string): string {
  return text.replaceAll('\u0130', 'i').toLowerCase().replaceAll('\u03c2', '\u03c3');
}
