// JSON values as texts, by which the service compares them.
import { type Cell, isExact } from '../../api/exact.ts';
import type { Column, Model } from '../../model/model.ts';
import type { Literal } from '../document.ts';

/** Whether the column's values arrive as JSON; SQLite's arrive as the stored texts. */
export function holdsJson({ engine }: Model, column: Column | undefined): boolean {
  return column?.type === 'json' && engine.name !== 'sqlite';
}

/** Whether the engine writes equal values the same way: with spaces, and with the shorter keys first. */
function isNormalized({ engine }: Model, { nativeType }: Column): boolean {
  return /^jsonb$/i.test(nativeType) || (engine.name === 'mysql' && /^json$/i.test(nativeType));
}

/**
 * Whether the value does not say which text is stored: a document may have been written with other spaces or escapes,
 * and the null of JSON looks like a missing value.
 */
export function isAmbiguous(model: Model, column: Column, value: Cell | Literal): boolean {
  if (value === null) return /json|text/i.test(column.nativeType);
  if (isExact(value) || typeof value === 'boolean' || isNormalized(model, column)) return false;
  return typeof value !== 'string' || !/^[ !#-.0-[\]-~]*$/.test(value);
}

const bytes = new TextEncoder();

function byLengthThenBytes([a]: readonly [string, Cell], [b]: readonly [string, Cell]): number {
  const [one, other] = [bytes.encode(a), bytes.encode(b)];
  if (one.length !== other.length) return one.length - other.length;
  const at = one.findIndex((byte, i) => byte !== other[i]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

/** The text of a JSON value as the engine writes it. */
export function storedJson(value: Cell | Literal): string {
  if (isExact(value)) return value.value;
  if (Array.isArray(value)) return `[${value.map(storedJson).join(', ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(byLengthThenBytes);
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}: ${storedJson(one)}`).join(', ')}}`;
}
