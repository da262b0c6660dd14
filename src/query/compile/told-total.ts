// Whether a page can tell the number of all rows for less than it costs to count them by themselves.

import type { SqlDialect } from '../dialect/sql.ts';
import { planned } from '../granted.ts';
import { neededNodes, readsTexts } from '../plan/needs.ts';
import { type Condition, isSummary, type Plan, type PlanNode, type PlanValue } from '../plan/plan.ts';
import { nodesIn } from '../plan/walk.ts';
import type { RowOrder } from './order.ts';

/**
 * By a window, where the page has to look at all rows anyway, in order to sort them, and a count by itself would look at
 * the same ones again. By an index that counts without looking at a row.
 */
export type TellsTotal = 'window' | 'index';

/** How the page could tell the number of all rows as well; null where the two are better off apart. */
export function tellsTotal(dialect: SqlDialect, plan: Plan, order: RowOrder): TellsTotal | null {
  const [first] = plan.order;
  const counted = neededNodes(plan.nodes, nodesIn(plan.where), plan.where);
  // Whether a condition is the request's or the policy's makes no difference to the engine.
  const asked = [...(plan.where === null ? [] : partsOf(plan.where)), ...counted.flatMap(filtersOf)];
  if (!dialect.countsWhileSorting || asked.length === 0 || first === undefined) return null;
  if (counted.length === 1 && askOneIndex(asked)) return 'index';
  // An index may lead to the first rows.
  if (isSummary(first.by) || leadsAnIndex(first.by.value)) return null;
  const core = neededNodes(plan.nodes, order.nodes.union(nodesIn(plan.where)), plan.where);
  const isCostly = core.length > 1 || asked.some(readsTexts) || asked.some(isNarrow);
  return counted.length === core.length && isCostly ? 'window' : null;
}

/** What the rows of a root must fulfil so that whoever asks may see them. */
function filtersOf({ parent, entity }: PlanNode): readonly Condition[] {
  const [only, ...others] = parent === null ? (entity.restriction?.rows ?? []) : [];
  if (only === undefined) return [];
  if (others.length === 0) return partsOf(planned(only).where);
  return [{ kind: 'any', entries: [only, ...others].map((filter) => planned(filter).where) }];
}

/** Whether an index leads to the rows: there are few enough of them to be written down, and each is visited. */
function isNarrow(part: Condition): boolean {
  return asksAnIndex(part) && (part.kind === 'in' || (part.kind === 'compare' && part.comparison === '='));
}

/** Whether all that conditions on one entity look at is one column that leads an index. */
function askOneIndex(parts: readonly Condition[]): boolean {
  const names = new Set(parts.map((part) => (asksAnIndex(part) ? part.left.column.name : null)));
  return names.size === 1 && !names.has(null);
}

/** All of them must hold. */
function partsOf(where: Condition): readonly Condition[] {
  return where.kind === 'all' ? where.entries : [where];
}

function asksAnIndex(part: Condition): part is Extract<Condition, { kind: 'in' | 'compare' }> {
  const isCompared = part.kind === 'in' || (part.kind === 'compare' && part.right.kind === 'literal');
  return isCompared && leadsAnIndex(part.left);
}

/** Whether an index has rows in the order of a value. */
export function leadsAnIndex(value: PlanValue): boolean {
  if (value.kind !== 'column') return false;
  const { node, column } = value;
  const { primaryKey, indexes } = node.entity;
  return primaryKey[0] === column.name || indexes.some(({ columns }) => columns[0] === column.name);
}
