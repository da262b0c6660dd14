// Computations within conditions of a formula, such as LENGTH([Name]) > 5: since a condition compares fields, each
// becomes a hidden field.
import type { Expr } from '../document.ts';

const HELPER_PREFIX = '= ';

/** The computations of conditions, by the names that stand for them in the formula. */
export type HelperFields = ReadonlyMap<string, Expr>;

/** The name of a computation, from its formula. */
export const helperName = (formula: string): string => HELPER_PREFIX + formula;

export const isHelper = (name: string): boolean => name.startsWith(HELPER_PREFIX);
