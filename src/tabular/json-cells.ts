// What a value of JSON is as a cell: numbers keep their digits, and what is nested keeps its text.
import type { CellKind, CellText } from './table.ts';

const kindsByFirst: Readonly<Record<string, CellKind>> = {
  '"': 'text',
  '{': 'json',
  '[': 'json',
  t: 'boolean',
  f: 'boolean',
};

export function cellOf(json: string): { readonly text: CellText; readonly kind: CellKind } {
  const kind = kindsByFirst[json[0] ?? ''] ?? 'number';
  // A text of JSON is a string.
  const text = json === 'null' ? null : kind === 'text' ? (JSON.parse(json) as string) : json;
  return { text, kind };
}
