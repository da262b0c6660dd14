// Values that count: a computed value belongs to no row if all of its entities have no row.
import {
  type Condition,
  needsOf,
  nodesOf,
  type PlanAttribute,
  type PlanNode,
  type PlanSummary,
  type PlanValue,
} from './plan.ts';

/** The value, or NULL if none of its entities has a row. `isThere`: whether an entity always has one. */
export function presentOnly(value: PlanValue, isThere: (node: PlanNode) => boolean): PlanValue {
  if (value.kind !== 'computed' || needsOf(value).length > 0 || nodesOf(value).some(isThere)) return value;
  const { computation } = value;
  const { kind, scale, digits, column } = computation;
  const when: Condition = { kind: 'any', entries: nodesOf(value).flatMap(hasRow) };
  const branches = [{ when, outcome: computation }];
  return {
    ...value,
    computation: { op: 'case', branches, otherwise: null, kind, scale, digits, column },
  };
}

/** A row has a value in a key column or, without a key, in any column. */
function hasRow(node: PlanNode): Condition[] {
  const { key, columns } = node.entity;
  return (key.length > 0 ? key : columns).map((column) => ({
    kind: 'not',
    entry: { kind: 'null', operand: { kind: 'column', node, column } },
  }));
}

/** Summaries of the values that count. */
export function presentSummaries(summaries: readonly PlanSummary[]): PlanSummary[] {
  const known = new Map<PlanAttribute, PlanAttribute>();
  return summaries.map((summary) => {
    const { attribute } = summary;
    const value = presentOnly(attribute.value, ({ parent }) => parent === null);
    if (value === attribute.value) return summary;
    const { alias, selected, summaries: names, bucket } = attribute;
    const present = known.get(attribute) ?? { value, alias, selected, summaries: names, bucket };
    known.set(attribute, present);
    return { ...summary, attribute: present };
  });
}
