// The kinds of values that can be computed with, whatever the engine calls their types.
import type { ModeType } from '../../contract/mode.ts';
import type { Column } from '../../model/database.ts';
import { declaredScale } from '../pseudo.ts';

export const valueKinds = ['integer', 'numeric', 'text', 'boolean', 'date', 'datetime'] as const;
export type ValueKind = (typeof valueKinds)[number];

/** What a computation yields: its kind, and how many decimals a number has. */
export interface Yield {
  readonly kind: ValueKind;
  readonly scale: number;
  /** Digits that a given number has before the point at most; undefined where nobody knows. */
  readonly digits?: number | undefined;
}

/** All other types are computed with by the text that an answer shows. */
export function kindOf(mode: ModeType): ValueKind {
  return valueKinds.find((kind) => kind === mode) ?? 'text';
}

/** Decimals of numbers whose type does not say: of doubles, these are right. */
export const looseScale = 15;
/** Decimals of a quotient. */
export const quotientScale = 12;
/** The most digits before the point: what needs more is out of range, on every engine, and so null. */
export const mostDigits = 30;
export const numberBound = `1e${mostDigits}`;
/** The first whole numbers that 64 bits do not hold. */
export const wholeBounds = ['-9223372036854775809', '9223372036854775808'] as const;
/** The most decimals that every engine with decimals has. */
export const mostScale = 30;

export function scaleOf({ mode, nativeType }: Column): number {
  if (mode !== 'numeric') return 0;
  return Math.min(declaredScale(nativeType) ?? looseScale, mostScale);
}

export function isNumber(kind: ValueKind): boolean {
  return kind === 'integer' || kind === 'numeric';
}

export function isMoment(kind: ValueKind): boolean {
  return kind === 'date' || kind === 'datetime';
}
