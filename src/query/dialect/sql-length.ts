// Properties of an expression's SQL text, computed before it is written: its length, and duplicates.
import type { Value } from './sql.ts';

/** Lengths of known parts. A field is visited wherever it is named, and its parts never change. */
const known = new WeakMap<object, number>();

/** An expression shares its parts, but a text repeats them, so the text may exceed any memory. */
export function sqlLength(value: Value): number {
  return lengthOf(value.toOperationNode());
}

function lengthOf(part: unknown): number {
  if (typeof part === 'string') return part.length;
  if (typeof part !== 'object' || part === null) return 1;
  const before = known.get(part);
  if (before !== undefined) return before;
  // A bound value takes one place in the text, whatever it is.
  const length = isBound(part)
    ? 1
    : Object.values(part).reduce<number>((sum, inner) => sum + lengthOf(inner), 0);
  known.set(part, length);
  return length;
}

/** Longer values are not checked for duplicates. */
const maxComparedLength = 200;

/**
 * Removes values whose SQL repeats an earlier one. DuckDB confuses two windows if a column occurs twice in the first
 * one's partition and both partitions have the same length.
 */
export function withoutDuplicates(values: readonly Value[]): Value[] {
  const written = new Set<string>();
  return values.filter((value) => {
    if (sqlLength(value) > maxComparedLength) return true;
    let bound = 0;
    // Bound values are never equal.
    const words = JSON.stringify(value.toOperationNode(), (_, part: unknown) =>
      isBound(part) ? `${written.size} ${bound++}` : part,
    );
    const isNew = !written.has(words);
    written.add(words);
    return isNew;
  });
}

function isBound(part: unknown): boolean {
  return typeof part === 'object' && part !== null && 'kind' in part && part.kind === 'ValueNode';
}
