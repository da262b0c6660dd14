// What the format of a column makes of its values: the colour of a cell, the digits of all of them.
import { type Cell, isExact, toNumber } from '../api/exact.ts';
import type { ColumnFormat, Comparison, Tone } from './columnFormat.ts';
import { shortened } from './show.ts';

const holds: Record<Comparison, (value: number, than: number) => boolean> = {
  above: (value, than) => value > than,
  below: (value, than) => value < than,
  equal: (value, than) => value === than,
};

/** The colour of a cell: that of the first rule that holds. */
export function toneOf(value: Cell, format: ColumnFormat | undefined): Tone | undefined {
  const number = toNumber(value);
  if (number === undefined) return undefined;
  return format?.rules?.find(({ when, than }) => {
    const limit = than.trim() === '' ? Number.NaN : Number(than);
    return !Number.isNaN(limit) && holds[when](number, limit);
  })?.tone;
}

/** The least and the greatest number of a column. */
export interface Span {
  readonly least: number;
  readonly greatest: number;
}

/** Where a number lies in the span of its column, from 0 to 1; undefined where there is nothing to compare. */
export function shareOf(value: Cell, span: Span | undefined): number | undefined {
  const number = toNumber(value);
  if (number === undefined || !span || span.greatest <= span.least) return undefined;
  return Math.min(1, Math.max(0, (number - span.least) / (span.greatest - span.least)));
}

/** More digits than this are measured, not written: they are shown as they are. */
const PADDED_AT_MOST = 4;

/** What is known of a column beside its values. */
interface Digits {
  readonly isRounded?: boolean | undefined;
  readonly column?: { readonly nativeType: string };
}

/** The decimals that DECIMAL(8,2) says its numbers have: whole prices, too, are shown with cents. */
function declaredDigits({ isRounded, column }: Digits): number {
  const scale = Number(/\(\s*\d+\s*,\s*(\d+)\s*\)/.exec(column?.nativeType ?? '')?.[1] ?? 0);
  return isRounded || scale > PADDED_AT_MOST ? 0 : scale;
}

/** The decimals that all numbers of a column are shown with; undefined where each keeps its own. */
export function commonDigits(values: readonly Cell[], known: Digits = {}): number | undefined {
  const { isRounded } = known;
  let most = declaredDigits(known);
  for (const value of values) {
    if (!isExact(value)) continue;
    if (/e/i.test(value.value)) return undefined;
    const digits = isRounded ? shortened(value.value) : value.value;
    most = Math.max(most, digits.split('.')[1]?.length ?? 0);
  }
  return most > 0 && most <= PADDED_AT_MOST ? most : undefined;
}
