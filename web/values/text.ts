// The value of a cell as plain text.
import { type Cell, exactJson, isExact } from '../api/exact.ts';

/** Exact to the last digit; empty for null. */
export function plainText(value: Cell): string {
  if (value === null) return '';
  if (isExact(value)) return value.value;
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  return exactJson(value);
}
