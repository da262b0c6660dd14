// The searchable text, with case and Unicode composition folded, and its n-gram index.
import { fold } from '../../query/fold.ts';

/** Cannot occur in a search, so that no match spans two texts. */
const separator = '\u001f';

/** Replaces characters that engines cannot store, in texts and in searches alike. */
export function folded(text: string): string {
  const kept = text.toWellFormed().replaceAll('\u0000', '\ufffd').replaceAll(separator, '\ufffd');
  return fold(kept.normalize('NFC'));
}

export function searchText(texts: readonly string[]): string {
  return texts.map(folded).join(separator);
}

/** A LIKE pattern, with `!` as its escape. */
export function anywherePattern(term: string): string {
  return `%${folded(term).replaceAll(/[!%_]/g, '!$&')}%`;
}

const gramLength = 3;

/** The numbers of all trigrams: unlike text, numbers do not depend on an engine's collation. */
export function gramsOf(kind: string, text: string): ReadonlySet<number> {
  const grams = new Set<number>();
  for (let i = 0; i + gramLength <= text.length; i++) {
    const gram = text.slice(i, i + gramLength);
    if (!gram.includes(separator)) grams.add(numberOf(`${kind} ${gram}`));
  }
  return grams;
}

/** FNV-1a. Collisions do no harm: the texts themselves are compared as well. */
function numberOf(text: string): number {
  let number = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) number = Math.imul(number ^ text.charCodeAt(i), 0x01000193);
  return number | 0;
}
