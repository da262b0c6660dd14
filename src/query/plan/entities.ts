// All entities that a plan reads, anywhere in it.
import type { Entity } from '../../model/database.ts';
import type { Plan, PlanNode, RollupValue } from './plan.ts';
import { conditionsIn, conditionsOf, rollupsIn, rollupsOf } from './walk.ts';

export function entitiesOf({ nodes, where, attributes }: Plan): Entity[] {
  const conditions = [...conditionsIn(where), ...attributes.flatMap(({ value }) => [...conditionsOf(value)])];
  const rolled = [
    ...rollupsIn(where),
    ...conditions.flatMap((part) => [...rollupsIn(part)]),
    ...attributes.flatMap(({ value }) => [...rollupsOf(value)]),
  ];
  const related = [
    ...conditions.flatMap((part) => (part.kind === 'exists' ? part.nodes : [])),
    ...rolled.flatMap(nodesWithin),
  ];
  return [...new Set([...nodes, ...related].map(({ entity }) => entity))];
}

/** The nodes of a measure and of measures nested in it. */
function nodesWithin({ source, of, order }: RollupValue): PlanNode[] {
  const nested = [of, ...order.map(({ value }) => value)].flatMap((value) => [...rollupsOf(value)]);
  return [...source.nodes, ...nested.flatMap(nodesWithin)];
}
