// Turns a JSON value into a cell: numbers keep their digits, nested values their text.
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
  // The kind `text` means a JSON string.
  const text = json === 'null' ? null : kind === 'text' ? (JSON.parse(json) as string) : json;
  return { text, kind };
}
