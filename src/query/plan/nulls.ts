// Which outer joins a condition turns into inner joins: those where it never accepts a row without a match.
import { type Condition, needsOf, type PlanNode } from './plan.ts';
import { valuesOf } from './walk.ts';

/** The nodes that must have a row for the condition to hold, including their ancestors. */
export function requiredNodes(where: Condition | null): ReadonlySet<PlanNode> {
  const required = new Set<PlanNode>();
  for (const node of where === null ? [] : neededFor(where, true)) {
    for (let at: PlanNode | null = node; at !== null && !required.has(at); at = at.parent) required.add(at);
  }
  return required;
}

/** The nodes whose absence rules out this outcome of the condition. */
function neededFor(condition: Condition, outcome: boolean): Set<PlanNode> {
  switch (condition.kind) {
    case 'all':
      return combine(condition.entries, outcome, outcome);
    case 'any':
      return combine(condition.entries, !outcome, outcome);
    case 'none':
      return combine(condition.entries, outcome, !outcome);
    case 'not':
      return neededFor(condition.entry, !outcome);
    case 'in':
      // Nothing is in an empty list, not even NULL.
      return condition.list === null && !outcome ? new Set() : nodesRead(condition);
    case 'compare':
    case 'compare-text':
    case 'match':
    case 'match-value':
    case 'key':
      return nodesRead(condition);
    case 'null':
      return outcome ? new Set() : nodesRead(condition);
    case 'bytes':
      return outcome ? nodesRead(condition) : new Set();
    case 'exists':
      return new Set(outcome ? [condition.of] : []);
  }
}

function nodesRead(condition: Condition): Set<PlanNode> {
  return new Set(valuesOf(condition).flatMap(needsOf));
}

/** `together`: the outcome requires all entries, so the needs of each entry count; otherwise only common needs do. */
function combine(entries: readonly Condition[], together: boolean, outcome: boolean): Set<PlanNode> {
  const [first = new Set<PlanNode>(), ...others] = entries.map((entry) => neededFor(entry, outcome));
  return others.reduce((all, needs) => (together ? all.union(needs) : all.intersection(needs)), first);
}
