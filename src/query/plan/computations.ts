// Shared by all computations.
import type { Column } from '../../model/database.ts';
import type { ResultType } from '../computing/kinds.ts';
import type { ComputeSql } from '../dialect/computing.ts';

/** The result type of a computation, with the engine's type for it. */
export function typed(
  computing: Pick<ComputeSql, 'type'>,
  { kind, scale, digits }: ResultType,
): ResultType & { column: Column } {
  return { kind, scale, digits, column: computing.type({ kind, scale, digits }) };
}
