// Computations within conditions of a formula, such as LENGTH([Name]) > 5: since a condition compares fields, each
// becomes a hidden field.
import type { Expr } from '../document.ts';

const MARK = '= ';

/** The computations of conditions, by the names that stand for them in the formula. */
export type Asides = ReadonlyMap<string, Expr>;

/** The name of a computation, from its formula. */
export const asideName = (formula: string): string => MARK + formula;

export const isAside = (name: string): boolean => name.startsWith(MARK);
