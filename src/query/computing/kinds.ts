// The kinds of values in computations, independent of the engine's type names.
import type { ModeType } from '../../contract/mode.ts';
import type { Column } from '../../model/database.ts';
import { declaredScale } from '../pseudo.ts';

export const valueKinds = ['integer', 'numeric', 'text', 'boolean', 'date', 'datetime'] as const;
export type ValueKind = (typeof valueKinds)[number];

/** The type of a computation's result: its kind, and the decimals of a number. */
export interface ResultType {
  readonly kind: ValueKind;
  readonly scale: number;
  /** The most digits before the point; undefined if unknown. */
  readonly digits?: number | undefined;
}

/** All other types take part in computations as their displayed text. */
export function kindOf(mode: ModeType): ValueKind {
  return valueKinds.find((kind) => kind === mode) ?? 'text';
}

/** Decimals for numbers whose type declares none; doubles are exact to this many. */
export const undeclaredScale = 15;
/** Decimals of a quotient. */
export const quotientScale = 12;
/** The most digits before the point; larger numbers are out of range on every engine, and become NULL. */
export const maxDigits = 30;
export const numberBound = `1e${maxDigits}`;
/** The first integers beyond 64 bits. */
export const integerBounds = ['-9223372036854775809', '9223372036854775808'] as const;
/** The most decimals that every engine with decimals supports. */
export const maxScale = 30;

export function scaleOf({ mode, nativeType }: Column): number {
  if (mode !== 'numeric') return 0;
  return Math.min(declaredScale(nativeType) ?? undeclaredScale, maxScale);
}

export function isNumber(kind: ValueKind): boolean {
  return kind === 'integer' || kind === 'numeric';
}

export function isMoment(kind: ValueKind): boolean {
  return kind === 'date' || kind === 'datetime';
}
