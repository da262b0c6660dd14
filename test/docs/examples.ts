/** Reads the examples of a page: commands, and the answer below each. */

export interface Example {
  readonly line: number;
  readonly command: string;
  /** Null if the page shows no answer. */
  readonly answer: { readonly language: string; readonly text: string } | null;
}

interface Block {
  readonly language: string;
  readonly text: string;
  readonly line: number;
}

export function examplesOf(page: string): Example[] {
  const blocks = [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(
    (match): Block => ({
      language: match[1] ?? '',
      text: match[2] ?? '',
      line: page.slice(0, match.index).split('\n').length,
    }),
  );
  return blocks.flatMap((block, i) => {
    if (block.language !== 'sh' || !block.text.includes('curl ')) return [];
    const next = blocks[i + 1];
    const answer = next?.language === 'json' || next?.language === 'text' ? next : null;
    return [{ line: block.line, command: block.text, answer }];
  });
}

/** Whether the value matches the one on the page; `…` stands for anything, or for further elements. */
export function matchesShown(shown: unknown, value: unknown): boolean {
  if (shown === '…') return true;
  if (Array.isArray(shown)) {
    if (!Array.isArray(value)) return false;
    const open = shown.at(-1) === '…';
    const items = open ? shown.slice(0, -1) : shown;
    return (
      (open ? value.length >= items.length : value.length === items.length) &&
      items.every((item, i) => matchesShown(item, value[i]))
    );
  }
  if (typeof shown !== 'object' || shown === null) return shown === value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const actual = new Map(Object.entries(value));
  const expected = Object.entries(shown);
  const open = expected.some(([key]) => key === '…');
  const named = expected.filter(([key]) => key !== '…');
  return (
    (open || actual.size === named.length) &&
    named.every(([key, item]) => actual.has(key) && matchesShown(item, actual.get(key)))
  );
}
