// Which entities of a plan a statement can leave out.
import type { Column, Entity } from '../../model/database.ts';
import { requiredNodes } from './nulls.ts';
import type { Condition, PlanNode } from './plan.ts';
import { entriesOf } from './walk.ts';

/** Whether each row of the parent joins at most one row of this node. */
export function isSingle({ relation, entity }: PlanNode): boolean {
  return relation !== null && containsUniqueKey(entity, relation.otherColumns);
}

/** Whether each row of this node joins at most one row of its parent. */
export function hasOneParent({ relation, parent }: PlanNode): boolean {
  return relation !== null && parent !== null && containsUniqueKey(parent.entity, relation.ownColumns);
}

/** Whether these columns contain a unique key of the entity. */
function containsUniqueKey(entity: Entity, given: readonly Column[]): boolean {
  const names = new Set(given.map(({ name }) => name));
  const covers = (columns: readonly string[]) =>
    columns.length > 0 && columns.every((name) => names.has(name));
  return covers(entity.primaryKey) || entity.indexes.some((index) => index.unique && covers(index.columns));
}

/** The nodes that a statement needs: the given ones, their ancestors, and all nodes that repeat or drop rows. */
export function neededNodes(
  nodes: readonly PlanNode[],
  used: ReadonlySet<PlanNode>,
  where: Condition | null,
): PlanNode[] {
  const required = requiredNodes(where);
  return withAncestors(nodes, (node) => used.has(node) || required.has(node) || !isSingle(node));
}

/** The same where each row counts once, however often joins repeat it. */
export function countedNodes(
  nodes: readonly PlanNode[],
  used: ReadonlySet<PlanNode>,
  where: Condition | null,
): PlanNode[] {
  const required = requiredNodes(where);
  return withAncestors(nodes, (node) => used.has(node) || required.has(node) || node.parent === null);
}

/** The nodes that are kept, and their ancestors. */
export function withAncestors(nodes: readonly PlanNode[], isKept: (node: PlanNode) => boolean): PlanNode[] {
  const needed = new Set<PlanNode>();
  for (const node of nodes.toReversed()) {
    if (!needed.has(node) && !isKept(node)) continue;
    for (let at: PlanNode | null = node; at !== null; at = at.parent) needed.add(at);
  }
  return nodes.filter((node) => needed.has(node));
}

/** Whether rows have to be searched for text, which no index supports. */
export function readsTexts(condition: Condition): boolean {
  const { kind } = condition;
  if (kind === 'compare-text' || kind === 'match' || kind === 'match-value') return true;
  return entriesOf(condition).some(readsTexts);
}
