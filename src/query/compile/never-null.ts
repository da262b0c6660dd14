// Values that are never NULL: they need not be read to be counted, and have no place for NULL in an order.
import type { SqlDialect } from '../dialect/sql.ts';
import type { Computation, PlanSummary, PlanValue } from '../plan/plan.ts';
import { mayLeaveRange } from '../plan/ranges.ts';

/** Whether the value is a column that always has a value. A joined row may be missing; a root's row never is. */
export function isRequiredColumn(value: PlanValue): boolean {
  return value.kind === 'column' && value.node.parent === null && !value.column.nullable;
}

/**
 * Whether the value is such a column or computed from them. A number out of range is NULL; `staysInRange`: that cannot
 * happen here.
 */
export function isNeverNull({ computing }: SqlDialect, value: PlanValue, staysInRange = false): boolean {
  return value.kind === 'computed' ? isComputed(value.computation) : isRequiredColumn(value);

  function isComputed(computation: Computation): boolean {
    if (computation.op === 'value') return isRequiredColumn(computation.value);
    if (computation.op !== 'call') return false;
    const isStrict = computation.fn === 'ADD' || computation.fn === 'SUB' || computation.fn === 'MUL';
    const isInRange = staysInRange || !mayLeaveRange(computing, computation);
    return isStrict && isInRange && computation.args.every(isComputed);
  }
}

/** Whether the summary is the number of rows: a value that is never NULL need not be read or computed to be counted. */
export function isCountOfRows(
  dialect: SqlDialect,
  { attribute, summary }: PlanSummary,
  staysInRange = false,
): boolean {
  return summary === 'count' && isNeverNull(dialect, attribute.value, staysInRange);
}
