// The WHERE of a statement: what its rows must meet, and what lets a statement that may grow without bound be
// stopped where the engine cannot do that by itself.
import { type RawBuilder, sql } from 'kysely';
import type { PlanNode } from '../plan/plan.ts';
import type { SqlDialect } from '../sql.ts';
import { columnValue } from './conditions.ts';
import { isSingle } from './source.ts';

export function restriction(
  dialect: SqlDialect,
  nodes: readonly PlanNode[],
  conditions: readonly RawBuilder<boolean>[],
): RawBuilder<unknown> {
  const all = [...checkpoints(dialect, nodes), ...conditions.map((condition) => sql`(${condition})`)];
  return all.length === 0 ? sql`` : sql` where ${sql.join(all, sql` and `)}`;
}

/** One for each entity that multiplies rows, so that the engine passes it in that entity's own loop. */
function checkpoints(dialect: SqlDialect, nodes: readonly PlanNode[]): RawBuilder<boolean>[] {
  const { checkpoint } = dialect;
  if (checkpoint === undefined || !multiply(nodes)) return [];
  return nodes.flatMap((node) => {
    const column = node.entity.key[0] ?? node.entity.columns[0];
    return isSingle(node) || column === undefined ? [] : [checkpoint(columnValue({ node, column }))];
  });
}

/**
 * Whether there may be more joined rows than any one table has. Not so for one root with one chain of children
 * below it, where every row has one way up; these go without the cost of checkpoints.
 */
function multiply(nodes: readonly PlanNode[]): boolean {
  const repeating = nodes.filter((node) => !isSingle(node));
  const above = repeating.map(({ parent }) => parent);
  const isChain = new Set(above).size === above.length;
  return !isChain || above.some((parent) => parent !== null && isSingle(parent));
}
