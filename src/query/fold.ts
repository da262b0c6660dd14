// Case folding, the same in every engine: each character in lower case, by itself and in no language's way.

/**
 * Lower case of Unicode without what depends on the neighbours or makes one character two: the final sigma
 * is a sigma, and the dotted capital I is an i. Every engine's SQL says exactly this.
 */
export function fold(text: string): string {
  return text.replaceAll('\u0130', 'i').toLowerCase().replaceAll('\u03c2', '\u03c3');
}

/** From a folded character to all that fold to it; made when first asked for. */
let unfolded: ReadonlyMap<string, string> | null = null;

/** All characters that fold to the given one, itself among them. */
export function unfold(character: string): string {
  unfolded ??= allUnfolded();
  return unfolded.get(character) ?? character;
}

/** Letters with a case are found in the first two planes of Unicode only. */
const lastCased = 0x1ffff;

function allUnfolded(): Map<string, string> {
  const found = new Map<string, string>();
  for (let code = 0x80; code <= lastCased; code++) {
    const character = String.fromCodePoint(code);
    const folded = fold(character);
    if (folded !== character) found.set(folded, `${found.get(folded) ?? folded}${character}`);
  }
  return found;
}
