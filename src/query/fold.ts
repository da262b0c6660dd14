// Case folding, the same in every engine: each character is lowercased alone, without language rules.

/**
 * Unicode lower case without rules that look at neighbours or turn one character into two: the final sigma becomes a
 * plain sigma, the dotted capital I becomes i. Every engine's SQL does exactly this.
 */
export function fold(text: string): string {
  return text.replaceAll('\u0130', 'i').toLowerCase().replaceAll('\u03c2', '\u03c3');
}

/** From a folded character to all characters that fold to it; built on first use. */
let unfolded: ReadonlyMap<string, string> | null = null;

/** All characters that fold to the given one, including itself. */
export function unfold(character: string): string {
  unfolded ??= allUnfolded();
  return unfolded.get(character) ?? character;
}

/** Cased letters exist only in the first two planes of Unicode. */
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
