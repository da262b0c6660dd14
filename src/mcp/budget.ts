// How much of a list fits into an answer to an assistant, which pays for every token.

/** UTF-8 bytes; a token has two or more in any script, so this is at most about 2,000 tokens. */
export const maxBytes = 3_400;

/** The first items that fit, and the number of those that do not. */
export function takeFitting<Item>(
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

/** Shortens a comment: enough to recognise it. */
export function brief(text: string | null, length: number): string | undefined {
  if (text === null || text.trim() === '') return undefined;
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length)}…` : line;
}
