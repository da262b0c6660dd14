// What a search looks through: texts in which case and the way of composing letters are gone, and their index.
import { fold } from '../../query/fold.ts';

/** No search finds it, so that nothing is found across the end of a text. */
const separator = '\u001f';

/** What no engine can keep is replaced, in what is looked through as in what is looked for. */
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

/** Numbers of all parts of three letters: no collation of any engine has an opinion about numbers. */
export function gramsOf(kind: string, text: string): ReadonlySet<number> {
  const grams = new Set<number>();
  for (let i = 0; i + gramLength <= text.length; i++) {
    const gram = text.slice(i, i + gramLength);
    if (!gram.includes(separator)) grams.add(numberOf(`${kind} ${gram}`));
  }
  return grams;
}

/** FNV-1a. Where two parts have one number, the texts themselves are compared all the same. */
function numberOf(text: string): number {
  let number = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) number = Math.imul(number ^ text.charCodeAt(i), 0x01000193);
  return number | 0;
}
