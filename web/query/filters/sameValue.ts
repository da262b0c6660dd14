// The condition that a field has a value which the page shows.
import { type Cell, isExact } from '../../api/exact.ts';
import type { Column, Model } from '../../model/model.ts';
import type { FilterValue } from './filters.ts';
import { holdsJson, isAmbiguous, storedJson } from './jsonValues.ts';
import { isForeign, literalIn, patternOf } from './notation.ts';

interface Condition {
  readonly operator: string;
  readonly values: readonly FilterValue[];
}

/** Undefined for null, and for a value that cannot be compared. */
export function sameValue(model: Model, column: Column, value: Cell): Condition | undefined {
  const condition = (operator: string, literal: string | number | boolean): Condition => ({
    operator,
    values: [{ kind: 'literal', value: literal }],
  });
  if (value === null) return undefined;
  if (holdsJson(model, column))
    return isAmbiguous(model, column, value) ? undefined : condition('EQ', storedJson(value));
  if (!isExact(value) && typeof value !== 'string' && typeof value !== 'boolean') return undefined;
  return isForeign(model, column, value)
    ? condition('LIKE', patternOf(value))
    : condition('EQ', literalIn(column, value));
}
