// Slugs: the names of saved documents in addresses, derived from their titles.
import { maxLengths } from '../../contract/documents.ts';

/** Letters that Unicode does not decompose, with their usual ASCII spelling. */
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};

/** Leaves room for a number after a slug that is taken. */
const maxBaseLength = maxLengths.slug - 12;

/** `fallback`: used for a title without any usable letter, such as one in Chinese. */
export function slugOf(title: string, fallback: string): string {
  const letters = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{ASCII}]/gu, (letter) => plain[letter] ?? '-');
  const slug = letters.replaceAll(/[^a-z0-9]+/g, '-').replace(/^-/, '');
  return slug.slice(0, maxBaseLength).replace(/-$/, '') || fallback;
}

/**
 * Appends a number that makes the slug free. Numbers are mostly given consecutively, so doubling and then bisecting
 * finds the end in a few look-ups, however many there are.
 */
export async function freeSlug(base: string, isTaken: (slug: string) => Promise<boolean>): Promise<string> {
  if (!(await isTaken(base))) return base;
  const numbered = (number: number) => `${base}-${number}`;
  let taken = 1;
  let free = 2;
  while (await isTaken(numbered(free))) {
    taken = free;
    free *= 2;
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (await isTaken(numbered(middle))) taken = middle;
    else free = middle;
  }
  return numbered(free);
}
