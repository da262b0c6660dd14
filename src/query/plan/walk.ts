// Walks through conditions and values of any kind.
import {
  type Computation,
  type Condition,
  isRowValue,
  isSameValue,
  nodesOf,
  type PlanNode,
  type PlanValue,
  type RollupValue,
} from './plan.ts';

/** The conditions nested in a condition, except those about related rows. */
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

/** The values that a condition itself reads. */
export function valuesOf(condition: Condition): readonly PlanValue[] {
  switch (condition.kind) {
    case 'compare':
    case 'compare-text':
      return [condition.left, condition.right].filter((operand) => isRowValue(operand));
    case 'in':
    case 'key':
      return [condition.left];
    case 'match':
      return [condition.text];
    case 'match-value':
      return [condition.text, condition.pattern].filter((operand) => isRowValue(operand));
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

/** The condition and all conditions nested in it, including those about related rows and in computed values. */
export function* conditionsIn(condition: Condition | null): Generator<Condition> {
  if (condition === null) return;
  yield condition;
  for (const entry of entriesOf(condition)) yield* conditionsIn(entry);
  for (const value of valuesOf(condition)) yield* conditionsOf(value);
  if (condition.kind === 'exists') yield* conditionsIn(condition.where);
}

/** The conditions that a value depends on. */
export function* conditionsOf(value: PlanValue): Generator<Condition> {
  if (value.kind === 'computed') {
    for (const leaf of leavesOf(value.computation)) {
      yield* 'value' in leaf ? conditionsOf(leaf.value) : conditionsIn(leaf.condition);
    }
  }
  if (value.kind !== 'rollup') return;
  yield* conditionsIn(value.source.where);
  for (const part of [value.of, ...value.order.map((term) => term.value)]) yield* conditionsOf(part);
}

/** The measures of related rows that a value is made of, except measures nested in others. */
export function* rollupsOf(value: PlanValue): Generator<RollupValue> {
  if (value.kind === 'rollup') yield value;
  if (value.kind !== 'computed') return;
  for (const leaf of leavesOf(value.computation)) {
    yield* 'value' in leaf ? rollupsOf(leaf.value) : rollupsIn(leaf.condition);
  }
}

/** The measures that a condition reads, including inside an EXISTS. */
export function* rollupsIn(condition: Condition | null): Generator<RollupValue> {
  if (condition === null) return;
  for (const value of valuesOf(condition)) yield* rollupsOf(value);
  for (const entry of entriesOf(condition)) yield* rollupsIn(entry);
  if (condition.kind === 'exists') yield* rollupsIn(condition.where);
}

/** What a computation reads from a row: a value, or the condition of a case. */
type Leaf = { readonly value: PlanValue } | { readonly condition: Condition | null };

export function* leavesOf(computation: Computation): Generator<Leaf> {
  switch (computation.op) {
    case 'value':
      yield { value: computation.value };
      return;
    case 'text':
      yield* leavesOf(computation.of);
      return;
    case 'call':
      for (const argument of computation.args) yield* leavesOf(argument);
      return;
    case 'case':
      for (const { when, outcome } of computation.branches) {
        yield { condition: when };
        yield* leavesOf(outcome);
      }
      if (computation.otherwise !== null) yield* leavesOf(computation.otherwise);
      return;
    case 'given':
    case 'nothing':
      return;
  }
}

/** Every node that a condition reads, including from inside an EXISTS; not the nodes of an EXISTS or measure itself. */
export function nodesIn(condition: Condition | null): Set<PlanNode> {
  const nodes = new Set<PlanNode>();
  if (condition === null) return nodes;
  for (const value of valuesOf(condition)) for (const node of nodesOf(value)) nodes.add(node);
  for (const entry of entriesOf(condition)) for (const node of nodesIn(entry)) nodes.add(node);
  if (condition.kind !== 'exists') return nodes;
  nodes.add(condition.of);
  return nodes.union(nodesIn(condition.where).difference(new Set(condition.nodes)));
}

export function mentions(condition: Condition, value: PlanValue): boolean {
  for (const part of conditionsIn(condition)) {
    if (valuesOf(part).some((other) => isSameValue(other, value))) return true;
  }
  return false;
}
