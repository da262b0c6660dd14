/** The order of values in the reference evaluator. */
import { compareTexts } from '../dataset.ts';
import { isDecimal } from '../decimal.ts';
import { type Cell, comparable, compareNumbers, isApproximate, isList } from './numbers.ts';

export function compareCells(a: Exclude<Cell, null>, b: Exclude<Cell, null>): number {
  if (isList(a) || isList(b)) throw new Error('Lists have no order.');
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0;
  if ([a, b].every((cell) => typeof cell === 'number' || isDecimal(cell) || isApproximate(cell))) {
    return compareNumbers(comparable(a), comparable(b));
  }
  throw new Error(`${JSON.stringify(String(a))} and ${JSON.stringify(String(b))} do not compare.`);
}
