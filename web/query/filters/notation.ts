// Numbers in columns without a declared type, such as the computed ones of SQLite's views: there a text of digits is no
// number, so numbers are written as such. Everywhere else texts of digits keep every digit.
import { type Exact, exactNumber, isExact } from '../../api/exact.ts';
import type { Column } from '../../model/model.ts';
import type { Literal } from '../document.ts';
import { comparesValues, type FilterValue } from './filters.ts';

/** Whether the type says nothing about the values: numbers and texts are different values of it. */
export function isUntyped(column: Pick<Column, 'type' | 'nativeType'> | undefined): boolean {
  return column?.type === 'other' && /^(any)?$/i.test(column.nativeType);
}

/** A known value as a literal of the column. */
export function literalIn(column: Column | undefined, value: Literal | Exact): Literal {
  if (!isExact(value)) return value;
  return (isUntyped(column) ? exactNumber(value.value) : undefined) ?? value.value;
}

/** Typed values of a column of numbers without a declared type. */
export function asNumbers(operator: string, values: readonly FilterValue[]): readonly FilterValue[] {
  if (!comparesValues(operator)) return values;
  return values.map((value): FilterValue => {
    if (value.kind === 'literal') return { kind: 'literal', value: asNumber(value.value) };
    return value.kind === 'list' ? { kind: 'list', values: value.values.map(asNumber) } : value;
  });
}

function asNumber(typed: Literal): Literal {
  return (typeof typed === 'string' ? exactNumber(typed.trim()) : undefined) ?? typed;
}
