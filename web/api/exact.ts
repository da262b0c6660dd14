// JSON whose numbers keep every digit, as the database has them.
import { isLosslessNumber, isSafeNumber, LosslessNumber, parse, stringify } from 'lossless-json';

export type Exact = LosslessNumber;

/** A value of a cell: what the service may send for one column of one row. */
export type Cell = null | boolean | string | Exact | Cell[] | { [key: string]: Cell };

/** A type of the contract as it is read here: numbers keep their digits, and what a column holds is a cell. */
export type Exactly<T> = unknown extends T
  ? Cell
  : T extends number
    ? Exact
    : T extends object
      ? { readonly [K in keyof T]: Exactly<T[K]> }
      : T;

/** Parses an answer. Its shape is the contract's; the caller names the type it expects. */
export function parseExact<T>(text: string): T {
  // The contract, not this function, vouches for the shape.
  return parse(text) as T;
}

/** Parses what people saved: a number that would lose digits becomes the text of them, which means the same there. */
export function parseSaved<T>(text: string): T {
  const number = (digits: string) => (isSafeNumber(digits) ? Number(digits) : digits);
  // The contract, not this function, vouches for the shape.
  return parse(text, undefined, number) as T;
}

export function isExact(value: unknown): value is Exact {
  return isLosslessNumber(value);
}

/** The JSON text of a cell, digits untouched. */
export function exactJson(value: Cell, indent?: number): string {
  return stringify(value, undefined, indent) ?? 'null';
}

/** The JSON text of whatever holds such values. */
export function exactText(value: unknown): string {
  return stringify(value) ?? 'null';
}

/** For drawing only: a number where the value is one, rounded as a double rounds. */
export function toNumber(value: Cell | undefined): number | undefined {
  if (isExact(value)) return Number(value.value);
  if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
    return Number(value);
  return undefined;
}

export { LosslessNumber };
