// What a condition is made of, whatever kind it is.
import { type Condition, isSameValue, nodesOf, type PlanNode, type PlanValue } from './plan.ts';

/** The conditions within a condition, but for those about related rows. */
export function entriesOf(condition: Condition): readonly Condition[] {
  switch (condition.kind) {
    case 'all':
    case 'any':
    case 'none':
      return condition.entries;
    case 'not':
      return [condition.entry];
    default:
      return [];
  }
}

/** The values that a condition itself looks at. */
export function valuesOf(condition: Condition): readonly PlanValue[] {
  switch (condition.kind) {
    case 'compare':
    case 'compare-text':
      return [condition.left, condition.right].filter((operand) => operand.kind === 'column');
    case 'in':
    case 'key':
      return [condition.left];
    case 'match':
      return [condition.text];
    case 'match-value':
      return [condition.text, condition.pattern].filter((operand) => operand.kind === 'column');
    case 'null':
    case 'bytes':
      return [condition.operand];
    case 'all':
    case 'any':
    case 'none':
    case 'not':
    case 'exists':
      return [];
  }
}

/** The condition and all conditions within it, those about related rows included. */
export function* conditionsIn(condition: Condition | null): Generator<Condition> {
  if (condition === null) return;
  yield condition;
  for (const entry of entriesOf(condition)) yield* conditionsIn(entry);
  if (condition.kind === 'exists') yield* conditionsIn(condition.where);
}

/** Every node that a condition looks at, also from inside an EXISTS; those of an EXISTS itself are among them. */
export function nodesIn(condition: Condition | null): Set<PlanNode> {
  const nodes = new Set<PlanNode>();
  for (const part of conditionsIn(condition)) {
    if (part.kind === 'exists') nodes.add(part.of);
    for (const value of valuesOf(part)) for (const node of nodesOf(value)) nodes.add(node);
  }
  return nodes;
}

export function mentions(condition: Condition, value: PlanValue): boolean {
  for (const part of conditionsIn(condition)) {
    if (valuesOf(part).some((other) => isSameValue(other, value))) return true;
  }
  return false;
}
