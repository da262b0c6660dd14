// A part of an expression while it is being read.
import type { ResultType } from '../computing/kinds.ts';
import type { Computation } from './plan.ts';
import type { GivenAt } from './slots.ts';

/**
 * A part whose kind may still depend on its neighbours: a text may turn out to be a date, null may be anything. `at` is
 * null for an absent parameter, a null of its declared type.
 */
export type Part =
  | { readonly is: 'known'; readonly computation: Computation }
  | (ResultType & { readonly is: 'given'; readonly at: GivenAt | null })
  | { readonly is: 'nothing' };
