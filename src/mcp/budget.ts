// How much of a list fits into an answer that an assistant reads: it pays for every word.

/** Of UTF-8: two or more of them make a token in whatever script, so this is at most 2,000 tokens. */
export const mostBytes = 3_400;

/** The first items that fit, and how many do not. */
export function fitting<Item>(
  items: readonly Item[],
  room: number,
): { readonly shown: Item[]; readonly more: number } {
  const shown: Item[] = [];
  let left = room;
  for (const item of items) {
    left -= bytesOf(item) + 1;
    if (left < 0) break;
    shown.push(item);
  }
  return { shown, more: items.length - shown.length };
}

export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}

/** A comment is there to be recognised, not to be read in full. */
export function brief(text: string | null, length: number): string | undefined {
  if (text === null || text.trim() === '') return undefined;
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length)}…` : line;
}
