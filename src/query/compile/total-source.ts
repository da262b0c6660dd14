// Whether a page can return the total number of rows more cheaply than a separate count.

import type { SqlDialect } from '../dialect/sql.ts';
import { plannedFilter } from '../filter-bindings.ts';
import { neededNodes, readsTexts } from '../plan/needs.ts';
import { type Condition, isSummary, type Plan, type PlanNode, type PlanValue } from '../plan/plan.ts';
import { nodesIn } from '../plan/walk.ts';
import type { RowOrder } from './order.ts';

/**
 * `matches`: the page has to find all rows to sort them anyway, and a separate count would find them again. `index`: an
 * index counts without reading rows.
 */
export type TotalSource = 'matches' | 'index';

/** How the page can also return the total; null if separate statements are better. */
export function totalSource(dialect: SqlDialect, plan: Plan, order: RowOrder): TotalSource | null {
  const [first] = plan.order;
  const counted = neededNodes(plan.nodes, nodesIn(plan.where), plan.where);
  // The engine treats conditions of the request and of the policy alike.
  const asked = [...(plan.where === null ? [] : partsOf(plan.where)), ...counted.flatMap(filtersOf)];
  if (!dialect.countsWhileSorting || asked.length === 0 || first === undefined) return null;
  if (counted.length === 1 && areOnOneIndex(asked)) return 'index';
  // An index may lead to the first rows.
  if (isSummary(first.by) || leadsIndex(first.by.value)) return null;
  const core = neededNodes(plan.nodes, order.nodes.union(nodesIn(plan.where)), plan.where);
  const isCostly = core.length > 1 || asked.some(readsTexts) || asked.some(isSelective);
  return counted.length === core.length && isCostly ? 'matches' : null;
}

/** The row filters of a root. */
function filtersOf({ parent, entity }: PlanNode): readonly Condition[] {
  const [only, ...others] = parent === null ? (entity.restriction?.rows ?? []) : [];
  if (only === undefined) return [];
  if (others.length === 0) return partsOf(plannedFilter(only).where);
  return [{ kind: 'any', entries: [only, ...others].map((filter) => plannedFilter(filter).where) }];
}

/** Whether an index finds the rows: they are then few enough to materialize, and each is visited. */
function isSelective(part: Condition): boolean {
  return usesIndex(part) && (part.kind === 'in' || (part.kind === 'compare' && part.comparison === '='));
}

/** Whether all conditions on the entity use a single column that leads an index. */
function areOnOneIndex(parts: readonly Condition[]): boolean {
  const names = new Set(parts.map((part) => (usesIndex(part) ? part.left.column.name : null)));
  return names.size === 1 && !names.has(null);
}

/** The parts of a conjunction. */
function partsOf(where: Condition): readonly Condition[] {
  return where.kind === 'all' ? where.entries : [where];
}

function usesIndex(part: Condition): part is Extract<Condition, { kind: 'in' | 'compare' }> {
  const isCompared = part.kind === 'in' || (part.kind === 'compare' && part.right.kind === 'literal');
  return isCompared && leadsIndex(part.left);
}

/** Whether an index has the rows in the order of this value. */
export function leadsIndex(value: PlanValue): boolean {
  if (value.kind !== 'column') return false;
  const { node, column } = value;
  const { primaryKey, indexes } = node.entity;
  return primaryKey[0] === column.name || indexes.some(({ columns }) => columns[0] === column.name);
}
