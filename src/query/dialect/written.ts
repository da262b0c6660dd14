// What an expression is as a text of SQL, told before it is written: how long, and the same as which other.
import type { Value } from './sql.ts';

/** Of parts that have been looked at. A field is looked at wherever it is named, and its parts never change. */
const known = new WeakMap<object, number>();

/** An expression shares its parts; a text repeats them, so it may be longer than any memory. */
export function writtenLength(value: Value): number {
  return lengthOf(value.toOperationNode());
}

function lengthOf(part: unknown): number {
  if (typeof part === 'string') return part.length;
  if (typeof part !== 'object' || part === null) return 1;
  const before = known.get(part);
  if (before !== undefined) return before;
  // What is bound has a place in the text, whatever it is.
  const length = isBound(part)
    ? 1
    : Object.values(part).reduce<number>((sum, inner) => sum + lengthOf(inner), 0);
  known.set(part, length);
  return length;
}

/** Of longer ones nobody looks whether they are the same. */
const short = 200;

/**
 * Without those that are written in the same words as one before. DuckDB takes two windows for one where a column stands
 * twice in the partition of the first, and both have equally many.
 */
export function different(values: readonly Value[]): Value[] {
  const written = new Set<string>();
  return values.filter((value) => {
    if (writtenLength(value) > short) return true;
    let bound = 0;
    // What is bound is never the same.
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
