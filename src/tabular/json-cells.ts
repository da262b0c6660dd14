// Turns a JSON value into a cell: numbers keep their digits, nested values their text.
import { parseUnambiguous } from '../contract/json.ts';
import { endOfString, maxDepth } from '../contract/json-parts.ts';
import { type CellKind, type CellText, UnreadableTable } from './table.ts';

/** `where`: which record it is, at the beginning of a sentence. */
export function parsedRecord(text: string, where: string): unknown {
  // Each level has two brackets.
  if (text.length > maxDepth * 2 && depthOf(text) > maxDepth) {
    throw new UnreadableTable(`${where} is nested deeper than ${maxDepth} levels`);
  }
  try {
    return parseUnambiguous(text);
  } catch (error) {
    throw new UnreadableTable(`${where}: ${error instanceof Error ? error.message : error}`);
  }
}

function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (let i = 0; i < text.length; i++) {
    const mark = text[i];
    if (mark === '"') i = endOfString(text, i) - 1;
    else if (mark === '[' || mark === '{') deepest = Math.max(deepest, ++depth);
    else if (mark === ']' || mark === '}') depth--;
  }
  return deepest;
}

const kindsByFirst: Readonly<Record<string, CellKind>> = {
  '"': 'text',
  '{': 'json',
  '[': 'json',
  t: 'boolean',
  f: 'boolean',
};

export function cellOf(json: string): { readonly text: CellText; readonly kind: CellKind } {
  const kind = kindsByFirst[json[0] ?? ''] ?? 'number';
  // The kind `text` means a JSON string.
  const text = json === 'null' ? null : kind === 'text' ? (JSON.parse(json) as string) : json;
  return { text, kind };
}
