// Columns added to a table since a change set: the value that existing rows have unless somebody wrote another.
import type { Column } from '../../../model/database.ts';

const numbers: ReadonlySet<string> = new Set(['integer', 'numeric']);
const texts: ReadonlySet<string> = new Set(['string', 'text', 'selection']);

/** JSON text; null if only the engine can tell, for example for a current time or a generated column. */
export function defaultText(column: Column): string | null {
  const { mode, nullable, generated, nativeType } = column;
  if (generated) return null;
  // Fixed-length types may be padded with spaces.
  const isText = texts.has(mode) && !/^(bp)?char(?!acter varying)/i.test(nativeType);
  if (column.default === null) {
    if (nullable) return 'null';
    // Some engines fill such a column with its type's empty value.
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

/** A row cannot be inserted without a value for it. */
export function needsValue(column: Column): boolean {
  return !column.nullable && column.default === null && !column.generated;
}
