// How long an expression is as a text of SQL, told before it is written.
import type { Value } from '../dialect/sql.ts';

/** An expression shares its parts; a text repeats them, so it may be longer than any memory. */
export function writtenLength(value: Value): number {
  return lengthOf(value.toOperationNode(), new Map());
}

function lengthOf(part: unknown, known: Map<object, number>): number {
  if (typeof part === 'string') return part.length;
  if (typeof part !== 'object' || part === null) return 1;
  const before = known.get(part);
  if (before !== undefined) return before;
  // What is bound has a place in the text, whatever it is.
  const isBound = 'kind' in part && part.kind === 'ValueNode';
  const length = isBound
    ? 1
    : Object.values(part).reduce<number>((sum, inner) => sum + lengthOf(inner, known), 0);
  known.set(part, length);
  return length;
}
