// What all computations have in common.
import type { Column } from '../../model/database.ts';
import type { Yield } from '../computing/kinds.ts';
import type { ComputeSql } from '../dialect/computing.ts';

/** What a computation yields, with the engine's type for it. */
export function typed(
  computing: Pick<ComputeSql, 'type'>,
  { kind, scale, digits }: Yield,
): Yield & { column: Column } {
  return { kind, scale, digits, column: computing.type({ kind, scale, digits }) };
}
