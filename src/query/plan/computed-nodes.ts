// Which entities a computation reads, and which of them make it NULL when they have no row.
import { type Computation, needsOf, nodesOf, type PlanNode, type PlanValue } from './plan.ts';
import { leavesOf, nodesIn } from './walk.ts';

export function nodesOfComputation(computation: Computation): PlanNode[] {
  const nodes = new Set<PlanNode>();
  for (const leaf of leavesOf(computation)) {
    for (const node of 'value' in leaf ? nodesOf(leaf.value) : nodesIn(leaf.condition)) nodes.add(node);
  }
  return [...nodes];
}

/** Whether the value is the same in all rows because it uses only values of the request. */
export function isConstant(value: PlanValue): boolean {
  return value.kind === 'computed' && leavesOf(value.computation).next().done === true;
}

/** In an outer join, a missing row has NULL in every column, and most functions return NULL for NULL. */
export function needsOfComputation(computation: Computation): PlanNode[] {
  return [...needs(computation)];
}

function needs(computation: Computation): Set<PlanNode> {
  switch (computation.op) {
    case 'value':
      return new Set(needsOf(computation.value));
    case 'text':
      return needs(computation.of);
    case 'call': {
      const [first = new Set<PlanNode>(), ...others] = computation.args.map(needs);
      if (computation.fn === 'NULLIF') return first;
      const isAny = computation.fn === 'COALESCE';
      return others.reduce((all, more) => (isAny ? all.intersection(more) : all.union(more)), first);
    }
    case 'case':
    case 'given':
    case 'nothing':
      return new Set();
  }
}
