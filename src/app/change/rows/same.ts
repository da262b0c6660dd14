// Whether two values as answers show them are equal: they may differ in spelling, whitespace or time offset.
import { isLosslessNumber } from '../../../contract/json.ts';
import type { Column } from '../../../model/database.ts';
import { shownOf } from '../../../query/dialect/shown.ts';
import { compareDecimals, decimalOf, momentOf, wallClock } from '../../../query/literals.ts';
import { isSameJson } from './same-json.ts';

/** What matters of a column. */
export type ComparedColumn = Pick<Column, 'mode' | 'mayHoldDoubles'>;

/** `a`: the given or expected value; `b`: the stored one. */
export function isSame(a: string, b: string, column: ComparedColumn): boolean {
  return a === b || same(a.trim(), b.trim(), column);
}

/** Whether the stored value can stay as it is. */
export function isUnchanged(now: string, text: string, column: Column, keepsWords = false): boolean {
  return now === text || (maySpellOtherwise(column, keepsWords) && isSame(text, now, column));
}

/** Whether another spelling of a value is not worth a change. */
export function maySpellOtherwise({ mode }: ComparedColumn, keepsWords: boolean): boolean {
  return keepsWords || mode === 'json';
}

function same(a: string, b: string, column: ComparedColumn): boolean {
  return isSameJson(a, b, (one, other) => sameValue(shownOf(one).json, shownOf(other).json, column));
}

function sameValue(a: unknown, b: unknown, column: ComparedColumn): boolean {
  if (isLosslessNumber(a) && isLosslessNumber(b)) return sameNumber(a.value, b.value, column);
  if (typeof a === 'string' && typeof b === 'string') return a === b || sameText(a, b, column);
  return a === b;
}

function sameNumber(a: string, b: string, column: ComparedColumn): boolean {
  if (isDouble(b, column) && sameDouble(a, b)) return true;
  const [x, y] = [a, b].map((text) => decimalOf({ kind: 'number', text }));
  if (x === undefined || y === undefined || x === null || y === null) return a === b;
  // For decimals a zero has no sign, for floats it has.
  const signs = [a, b].map((text) => text.startsWith('-'));
  return compareDecimals(x, y) === 0 && (x.digits !== '0' || signs[0] === signs[1]);
}

/** A number shown without a point is not a fractional double: an integer's digits must match exactly. */
function isDouble(shown: string, { mayHoldDoubles }: ComparedColumn): boolean {
  return mayHoldDoubles === true && /[.e]/i.test(shown);
}

/** Programs write a double with its shortest digits, which not every engine shows. */
function sameDouble(given: string, shown: string): boolean {
  const value = Number(given);
  if (!Object.is(value, Number(shown))) return false;
  const [own, fewest] = [given, String(value)].map((text) => decimalOf({ kind: 'number', text }));
  return own != null && fewest != null && compareDecimals(own, fewest) === 0;
}

const moments: ReadonlySet<string> = new Set(['datetime', 'date', 'time']);

/** Moments may differ in offset or omit seconds; UUIDs may be in upper case. */
function sameText(a: string, b: string, { mode }: ComparedColumn): boolean {
  if (mode === 'uuid') return a.toLowerCase() === b.toLowerCase();
  if (!moments.has(mode)) return false;
  const [x, y] = [momentOf(a), momentOf(b)];
  if (x === null || y === null) return false;
  if ((x.offsetMinutes === null) !== (y.offsetMinutes === null)) return false;
  if (x.date === null || y.date === null) {
    return x.date === y.date && x.time === y.time && x.offsetMinutes === y.offsetMinutes;
  }
  if ((x.time === null) !== (y.time === null)) return false;
  const [p, q] = [wallClock(x), wallClock(y)];
  return p !== null && q !== null && p.date === q.date && p.time === q.time;
}
