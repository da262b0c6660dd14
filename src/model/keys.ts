// The key codec of record addresses: what the bracketed segment `[v1,v2]` of a URL may mean.
import { Problem } from '../contract/problem.ts';

const syntax = 'Write the key as [value] or [value1,value2], each value percent-encoded.';

/**
 * Stands for NULL in a key. No value is written like this: a value's dollar sign is always percent-encoded.
 */
export const nullKey = '$null';

/**
 * The readings of a segment as it stands in the URL, the preferred one first. Plain values are split at
 * literal commas and only then decoded, so an encoded comma belongs to its value. A segment of JSON strings
 * (`["a,b"]`) has a second reading; it comes second because a plain value may itself be in quotes.
 */
export function parseKey(segment: string): (string | null)[][] {
  const inner = /^(?:\[|%5B)(.*)(?:\]|%5D)$/is.exec(segment)?.[1];
  if (inner === undefined) throw new Problem('bad-key', `The key must stand in brackets. ${syntax}`);
  const plain = inner.split(',').map((value) => (value === nullKey ? null : decode(value)));
  const quoted = parseQuoted(decode(inner));
  return quoted === undefined ? [plain] : [plain, quoted];
}

function parseQuoted(text: string): string[] | undefined {
  if (!/^\s*".*"\s*$/s.test(text)) return undefined;
  try {
    const values: unknown = JSON.parse(`[${text}]`);
    if (Array.isArray(values) && values.every((value) => typeof value === 'string')) return values;
  } catch {
    // Not JSON: the quotes are then part of a plain value.
  }
  return undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Problem('bad-key', `"${text}" is not percent-encoded UTF-8. ${syntax}`);
  }
}
