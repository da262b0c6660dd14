// The statement of many rows in parts, for an engine that hands them over better in slices.
import { type RawBuilder, sql } from 'kysely';
import type { SliceParts, Slices, SqlDialect } from '../dialect/sql.ts';
import type { Condition, Plan, PlanNode } from '../plan/plan.ts';
import { isSliceable, sliceKey, sliceKeys } from '../slices.ts';
import { withoutLowerBounds } from './bounds.ts';
import { columnValue, whereClause } from './conditions.ts';
import type { RowOrder } from './order.ts';
import type { PageOptions } from './page.ts';
import { isSingle, joins } from './source.ts';

/** Null where the rows do not come in the order of one table's key, each once. */
export function slicesOfRows(
  dialect: SqlDialect,
  plan: Plan,
  { terms }: RowOrder,
  nodes: readonly PlanNode[],
  { limit, offset, after }: PageOptions,
  select: (from: RawBuilder<unknown>) => Pick<SliceParts, 'texts' | 'unquoted' | 'fields'>,
): Slices | null {
  const [root, ...partners] = nodes;
  const isKeyOrder =
    root !== undefined &&
    root.entity.keyKind !== 'all' &&
    terms.length === root.entity.key.length &&
    root.entity.key.every((column, i) => terms[i]?.column === column && !terms[i].descending);
  if (!isKeyOrder || after !== null || !partners.every(isSingle)) return null;
  if (!isSliceable(dialect, root.entity.key, limit)) return null;
  const [leading] = root.entity.key;
  const rest =
    leading === undefined ? undefined : withoutLowerBounds(plan.where, { node: root, column: leading });
  if (rest === undefined) return null;
  const key = root.entity.key.map((column) => columnValue({ node: root, column }));
  const from = joins(dialect, nodes, plan.where);
  const parts = (condition: Condition | null) => {
    const where = whereClause(dialect, nodes, condition);
    const source = sql`${from}${where}`;
    const isFiltered = dialect.compile(where).sql !== '';
    return { ...select(source), keys: sliceKeys(dialect, source, key), isFiltered };
  };
  return { first: parts(plan.where), later: parts(rest), key: sliceKey(dialect, key), limit, offset };
}
