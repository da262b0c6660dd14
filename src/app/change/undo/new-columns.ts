// Columns that a table has got since a change set was made: what its rows have there unless somebody has written something.
import type { Column } from '../../../model/database.ts';

const numbers: ReadonlySet<string> = new Set(['integer', 'numeric']);
const texts: ReadonlySet<string> = new Set(['string', 'text', 'selection']);

/** JSON text; null where only the engine can tell, such as of a time or of what it works out itself. */
export function untouched(column: Column): string | null {
  const { mode, nullable, generated, nativeType } = column;
  if (generated) return null;
  // Blanks may have been added at its end.
  const isText = texts.has(mode) && !/^(bp)?char(?!acter varying)/i.test(nativeType);
  if (column.default === null) {
    if (nullable) return 'null';
    // Some engines fill such a column with nothing of its type.
    if (numbers.has(mode)) return '0';
    return isText ? '""' : null;
  }
  const literal = /^\(*('(?:[^']|'')*'|-?\d+(?:\.\d+)?|true|false|null)\)*(?:::.*)?$/is.exec(
    column.default,
  )?.[1];
  if (literal === undefined) return null;
  const text = literal.startsWith("'") ? literal.slice(1, -1).replaceAll("''", "'") : literal.toLowerCase();
  if (literal.toLowerCase() === 'null') return 'null';
  if (numbers.has(mode)) return /^-?\d+(?:\.\d+)?$/.test(text) ? text : null;
  if (mode === 'boolean') return { 1: 'true', true: 'true', 0: 'false', false: 'false' }[text] ?? null;
  return isText ? JSON.stringify(text) : null;
}

/** A row cannot be made without a value for it. */
export function needsValue(column: Column): boolean {
  return !column.nullable && column.default === null && !column.generated;
}
