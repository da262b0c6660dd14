// Whether two values as answers show them are equal: they may differ in spelling, whitespace or time offset.
import { isLosslessNumber } from '../../../contract/json.ts';
import { eachMember, endOfValue, itemsOf } from '../../../contract/json-parts.ts';
import type { Column } from '../../../model/database.ts';
import { shownOf } from '../../../query/dialect/shown.ts';
import { compareDecimals, decimalOf, momentOf, wallClock } from '../../../query/literals.ts';

/** `a`: the given or expected value; `b`: the stored one. */
export function isSame(a: string, b: string, column: Column): boolean {
  return a === b || same(a.trim(), b.trim(), column);
}

/** Whether the stored value can stay as it is. */
export function isUnchanged(now: string, text: string, column: Column, keepsWords = false): boolean {
  return now === text || ((keepsWords || column.mode === 'json') && isSame(text, now, column));
}

/** Compares raw texts: parsing would lose duplicate names and members called `__proto__`. */
function same(a: string, b: string, column: Column): boolean {
  if (a === b) return true;
  if (a[0] === '[') {
    const [items, others] = [itemsOf(a), b[0] === '[' ? itemsOf(b) : null];
    return items.length === others?.length && items.every((item, i) => same(item, others[i] ?? '', column));
  }
  if (a[0] !== '{')
    return b[0] !== '{' && b[0] !== '[' && sameValue(shownOf(a).json, shownOf(b).json, column);
  if (b[0] !== '{') return false;
  const [members, others] = [valuesByName(a), valuesByName(b)];
  return (
    members.size === others.size &&
    [...members].every(([name, values]) => {
      const own = others.get(name) ?? [];
      return own.length === values.length && values.every((value, i) => same(value, own[i] ?? '', column));
    })
  );
}

/** A duplicate name has all its values, in order. */
function valuesByName(text: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  eachMember(text, 0, (name, begin) => {
    const end = endOfValue(text, begin);
    const value = text.slice(begin, end);
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
    return end;
  });
  return values;
}

function sameValue(a: unknown, b: unknown, column: Column): boolean {
  if (isLosslessNumber(a) && isLosslessNumber(b)) return sameNumber(a.value, b.value, column);
  if (typeof a === 'string' && typeof b === 'string') return a === b || sameText(a, b, column);
  return a === b;
}

function sameNumber(a: string, b: string, column: Column): boolean {
  if (isDouble(b, column) && sameDouble(a, b)) return true;
  const [x, y] = [a, b].map((text) => decimalOf({ kind: 'number', text }));
  if (x === undefined || y === undefined || x === null || y === null) return a === b;
  // For decimals a zero has no sign, for floats it has.
  const signs = [a, b].map((text) => text.startsWith('-'));
  return compareDecimals(x, y) === 0 && (x.digits !== '0' || signs[0] === signs[1]);
}

/** A number shown without a point is not a fractional double: an integer's digits must match exactly. */
function isDouble(shown: string, { mayHoldDoubles }: Column): boolean {
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
function sameText(a: string, b: string, { mode }: Column): boolean {
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
