// Applies a column's format to its values: the colour of a cell, and the common number of decimals.
import { type Cell, isExact, toNumber } from '../api/exact.ts';
import type { ColumnFormat, Comparison, Tone } from './columnFormat.ts';
import { shortened } from './show.ts';
import { compareNumbers } from './sums.ts';
import { plainText } from './text.ts';

/** By the order of the value and the limit. */
const comparisonHolds: Record<Comparison, (order: number) => boolean> = {
  above: (order) => order > 0,
  below: (order) => order < 0,
  equal: (order) => order === 0,
};

/** The colour of a cell, from the first matching rule. */
export function toneOf(value: Cell, format: ColumnFormat | undefined): Tone | undefined {
  if (toNumber(value) === undefined) return undefined;
  return format?.rules?.find(({ when, than }) => {
    const order = than.trim() === '' ? undefined : compareNumbers(plainText(value), than);
    return order !== undefined && comparisonHolds[when](order);
  })?.tone;
}

/** The smallest and largest number of a column. */
export interface Span {
  readonly least: number;
  readonly greatest: number;
}

/** The position of a number in its column's range, from 0 to 1; undefined if there is nothing to compare. */
export function shareOf(value: Cell, span: Span | undefined): number | undefined {
  const number = toNumber(value);
  if (number === undefined || !span || span.greatest <= span.least) return undefined;
  return Math.min(1, Math.max(0, (number - span.least) / (span.greatest - span.least)));
}

/** More decimals come from measurement, not from notation, so they are not padded. */
const MAX_PADDED_DIGITS = 4;

/** Known properties of a column besides its values. */
interface Digits {
  readonly isRounded?: boolean | undefined;
  readonly column?: { readonly nativeType: string };
}

/** The scale of DECIMAL(8,2): even whole prices are shown with cents. */
function declaredDigits({ isRounded, column }: Digits): number {
  const scale = Number(/\(\s*\d+\s*,\s*(\d+)\s*\)/.exec(column?.nativeType ?? '')?.[1] ?? 0);
  return isRounded || scale > MAX_PADDED_DIGITS ? 0 : scale;
}

/** The decimals of all numbers of a column; undefined if each number keeps its own. */
export function commonDigits(values: readonly Cell[], known: Digits = {}): number | undefined {
  const { isRounded } = known;
  let most = declaredDigits(known);
  for (const value of values) {
    if (!isExact(value)) continue;
    if (/e/i.test(value.value)) return undefined;
    const digits = isRounded ? shortened(value.value) : value.value;
    most = Math.max(most, digits.split('.')[1]?.length ?? 0);
  }
  return most > 0 && most <= MAX_PADDED_DIGITS ? most : undefined;
}
