// Parses keys in record addresses: what the bracketed segment `[v1,v2]` of a URL may mean.
import { Problem } from '../contract/problem.ts';

const syntax = 'Write the key as [value] or [value1,value2], each value percent-encoded.';

/** Stands for NULL in a key. It cannot be a value, because a dollar sign in a value is always percent-encoded. */
export const nullKey = '$null';

/**
 * The possible readings of a segment as written in the URL, preferred first. Plain values are split at literal commas
 * and decoded afterwards, so an encoded comma belongs to its value. A segment with JSON strings (`["a,b",2]`) has a
 * second reading, which comes second because a plain value may itself be quoted.
 */
export function parseKey(segment: string): (string | null)[][] {
  const inner = /^(?:\[|%5B)(.*)(?:\]|%5D)$/is.exec(segment)?.[1];
  if (inner === undefined) throw new Problem('bad-key', `The key must stand in brackets. ${syntax}`);
  const plain = inner.split(',').map((value) => (value === nullKey ? null : decode(value)));
  const quoted = parseQuoted(decode(inner));
  return quoted === undefined ? [plain] : [plain, quoted];
}

/** One value of a JSON list with its following comma: a string, or anything without quotes. */
const quotedOrBare = /(\s*"(?:[^"\\]|\\.)*"\s*|[^",]*)(?:,|$)/suy;

function parseQuoted(text: string): string[] | undefined {
  if (!text.includes('"')) return undefined;
  const values: string[] = [];
  quotedOrBare.lastIndex = 0;
  while (quotedOrBare.lastIndex < text.length) {
    const value = quotedOrBare.exec(text)?.[1]?.trim();
    const read = value?.startsWith('"') === true ? jsonString(value) : value;
    // Not JSON, so the quotes are part of a plain value.
    if (read === undefined) return undefined;
    values.push(read);
  }
  return text.endsWith(',') ? [...values, ''] : values;
}

function jsonString(text: string): string | undefined {
  try {
    return String(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function decode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Problem('bad-key', `"${text}" is not percent-encoded UTF-8. ${syntax}`);
  }
}
