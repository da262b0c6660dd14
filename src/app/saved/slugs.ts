// Slugs: what a saved thing is called in its address, made from its title.
import { longest } from '../../contract/kept.ts';

/** Letters that are no others with a mark, as they are usually written without it. */
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

/** Room for the number behind a slug that is taken. */
const longestBase = longest.slug - 12;

/** `fallback` stands for a title without any letter that can be in a slug, such as one in Chinese. */
export function slugOf(title: string, fallback: string): string {
  const letters = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{ASCII}]/gu, (letter) => plain[letter] ?? '-');
  const slug = letters.replaceAll(/[^a-z0-9]+/g, '-').replace(/^-/, '');
  return slug.slice(0, longestBase).replace(/-$/, '') || fallback;
}

/**
 * A number that makes a slug free. Numbers are mostly given one after the other, so that the end of their row is found
 * by doubling and halving, in a few looks however long the row is.
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
