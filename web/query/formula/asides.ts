// What conditions of a formula compute, LENGTH([Name]) > 5: a condition compares fields, so it is a field of its own that nobody sees.
import type { Expr } from '../document.ts';

const MARK = '= ';

/** What conditions compute, by the names that stand for it in the formula. */
export type Asides = ReadonlyMap<string, Expr>;

/** The name of what is computed, by its formula. */
export const asideName = (formula: string): string => MARK + formula;

export const isAside = (name: string): boolean => name.startsWith(MARK);
