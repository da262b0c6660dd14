// JSON whose numbers keep every digit that the database has.
import { isLosslessNumber, isSafeNumber, LosslessNumber, parse, stringify } from 'lossless-json';

export type Exact = LosslessNumber;

/** The value of a cell: what the service may send for one column of one row. */
export type Cell = null | boolean | string | Exact | Cell[] | { [key: string]: Cell };

/** A contract type with exact numbers, and with cells for column values. */
export type Exactly<T> = unknown extends T
  ? Cell
  : T extends number
    ? Exact
    : T extends object
      ? { readonly [K in keyof T]: Exactly<T[K]> }
      : T;

/** Parses an answer into the contract type that the caller names. */
export function parseExact<T>(text: string): T {
  // The contract, not this function, guarantees the shape.
  return parse(text) as T;
}

/** Parses saved documents: a number that would lose digits becomes a string of them, which means the same there. */
export function parseSaved<T>(text: string): T {
  const number = (digits: string) => (isSafeNumber(digits) ? Number(digits) : digits);
  // The contract, not this function, guarantees the shape.
  return parse(text, undefined, number) as T;
}

/** The number of a JSON text; undefined for another text, and for an integer that is no double. */
export function exactNumber(text: string): number | undefined {
  const [, rest] = /^-?(?:0|[1-9]\d*)((?:\.\d+)?(?:[eE][+-]?\d+)?)$/.exec(text) ?? [];
  if (rest === undefined || (rest === '' && !isSafeNumber(text))) return undefined;
  return Number.isFinite(Number(text)) ? Number(text) : undefined;
}

export function isExact(value: unknown): value is Exact {
  return isLosslessNumber(value);
}

/** The JSON text of a cell, with all its digits. */
export function exactJson(value: Cell, indent?: number): string {
  return stringify(value, undefined, indent) ?? 'null';
}

/** The JSON text of any value that contains cells. */
export function exactText(value: unknown): string {
  return stringify(value) ?? 'null';
}

/** For drawing only: the value as a double, if it is a number. */
export function toNumber(value: Cell | undefined): number | undefined {
  if (isExact(value)) return Number(value.value);
  if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
    return Number(value);
  return undefined;
}

export { LosslessNumber };
