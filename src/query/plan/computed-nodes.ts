// Which entities a computation is made of, and without which of them it is NULL.
import { type Computation, needsOf, nodesOf, type PlanNode } from './plan.ts';
import { nodesIn } from './walk.ts';

export function nodesOfComputation(computation: Computation): PlanNode[] {
  return [...new Set(nodes(computation))];
}

function nodes(computation: Computation): readonly PlanNode[] {
  switch (computation.op) {
    case 'value':
      return nodesOf(computation.value);
    case 'text':
      return nodes(computation.of);
    case 'call':
      return computation.args.flatMap(nodes);
    case 'case':
      return [
        ...computation.branches.flatMap(({ when, outcome }) => [...nodesIn(when), ...nodes(outcome)]),
        ...(computation.otherwise === null ? [] : nodes(computation.otherwise)),
      ];
    case 'given':
    case 'nothing':
      return [];
  }
}

/** A missing partner has NULL in every column, and most functions give NULL for NULL. */
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
