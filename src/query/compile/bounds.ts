// What a condition says about the column that rows are sorted by.
import type { Condition, PlanColumn } from '../plan/plan.ts';

/**
 * The condition for rows after one that meets it: what bounds the column from below holds for all of them. Undefined
 * where it says more about the column than its bounds.
 */
export function withoutLowerBounds(
  condition: Condition | null,
  column: PlanColumn,
): Condition | null | undefined {
  if (condition === null) return null;
  if (condition.kind === 'all') {
    const entries = condition.entries.map((entry) => withoutLowerBounds(entry, column));
    if (entries.includes(undefined)) return undefined;
    const left = entries.filter((entry) => entry !== null && entry !== undefined);
    return left.length === 0 ? null : { kind: 'all', entries: left };
  }
  if (condition.kind === 'compare' && isSame(condition.left, column) && !('node' in condition.right)) {
    if (condition.comparison === '=') return undefined;
    return condition.comparison.startsWith('>') ? null : condition;
  }
  return mentions(condition, column) ? undefined : condition;
}

function isSame(a: PlanColumn, b: PlanColumn): boolean {
  return a.node === b.node && a.column === b.column;
}

function mentions(condition: Condition, column: PlanColumn): boolean {
  const isOne = (operand: object) =>
    'node' in operand &&
    'column' in operand &&
    operand.node === column.node &&
    operand.column === column.column;
  switch (condition.kind) {
    case 'all':
    case 'any':
    case 'none':
      return condition.entries.some((entry) => mentions(entry, column));
    case 'not':
      return mentions(condition.entry, column);
    case 'compare':
    case 'compare-text':
      return isOne(condition.left) || isOne(condition.right);
    case 'in':
      return isOne(condition.left);
    case 'match':
      return isOne(condition.text);
    case 'match-column':
      return isOne(condition.text) || isOne(condition.pattern);
    case 'null':
      return isOne(condition.operand);
    case 'exists':
      return condition.where !== null && mentions(condition.where, column);
  }
}
