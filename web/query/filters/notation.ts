// Known values as literals of a column. SQLite's columns are the reason: without a declared type, as the computed ones of
// views, they tell a number from a text of its digits; with one, they may still hold values of another type.
import { type Exact, exactNumber, isExact } from '../../api/exact.ts';
import type { Column, Model } from '../../model/model.ts';
import type { Literal } from '../document.ts';
import { comparesValues, type FilterValue } from './filters.ts';

/** Whether the type says nothing about the values: numbers and texts are different values of it. */
export function isUntyped(column: Pick<Column, 'type' | 'nativeType'> | undefined): boolean {
  return column?.type === 'other' && /^(any)?$/i.test(column.nativeType);
}

/** Whether it may be measured like a number; only the service knows the type of computed fields. */
export function mayHoldNumbers(column: Column): boolean {
  return isUntyped(column) && !column.generated && !column.inKey && !column.inReference;
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

const DAY = /^(\d{4}-\d\d-\d\d)(?:[T ]00:00(?::00)?)?$/;
const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?\s*(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/i;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?$/;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$|^[+-]?Infinity$/;

function isDay(text: string | undefined): boolean {
  const moment = new Date(`${text}T00:00:00Z`);
  return text !== undefined && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}

/**
 * Whether the value is none of the column's type: SQLite also keeps texts among numbers, and numbers among dates. The
 * service refuses to compare the column with it, but its text can be compared.
 */
export function isForeign({ engine }: Model, column: Column | undefined, value: Literal | Exact): boolean {
  if (engine.name !== 'sqlite' || !column) return false;
  const text = String(value);
  switch (column.type) {
    case 'integer':
    case 'numeric':
      return !isExact(value) && !NUMBER.test(text);
    case 'boolean':
      return typeof value === 'string';
    case 'date':
      return isExact(value) || !isDay(DAY.exec(text)?.[1]);
    case 'datetime':
      return isExact(value) || !isDay(MOMENT.exec(text)?.[1]);
    case 'time':
      return isExact(value) || !TIME.test(text);
    case 'binary':
      return isExact(value);
    case 'other':
      return isExact(value) && isUntyped(column) && exactNumber(text) === undefined;
    default:
      return false;
  }
}

/** The pattern that only this text matches. */
export function patternOf(value: Literal | Exact): string {
  return String(value).replace(/[\\%_]/g, '\\$&');
}
