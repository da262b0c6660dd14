// What a condition says about the leading sort value.
import { type Condition, isSameValue, type PlanValue } from '../plan/plan.ts';
import { mentions } from '../plan/walk.ts';

/**
 * The condition for rows after one that meets it: lower bounds of the sort value already hold for those. Undefined if
 * the condition restricts the value by more than bounds.
 */
export function withoutLowerBounds(
  condition: Condition | null,
  value: PlanValue,
): Condition | null | undefined {
  if (condition === null) return null;
  if (condition.kind === 'all') {
    const entries = condition.entries.map((entry) => withoutLowerBounds(entry, value));
    if (entries.includes(undefined)) return undefined;
    const left = entries.filter((entry) => entry !== null && entry !== undefined);
    return left.length === 0 ? null : { kind: 'all', entries: left };
  }
  if (
    condition.kind === 'compare' &&
    condition.right.kind === 'literal' &&
    condition.zone === null &&
    isSameValue(condition.left, value)
  ) {
    if (condition.comparison === '=') return undefined;
    return condition.comparison.startsWith('>') ? null : condition;
  }
  return mentions(condition, value) ? undefined : condition;
}
