// Which entities a plan reads, wherever they stand in it.
import type { Entity } from '../../model/database.ts';
import type { Condition, Plan } from './plan.ts';

export function entitiesOf({ nodes, where }: Plan): Entity[] {
  const all = [...nodes.map(({ entity }) => entity), ...(where === null ? [] : entitiesIn(where))];
  return [...new Set(all)];
}

function entitiesIn(condition: Condition): Entity[] {
  switch (condition.kind) {
    case 'all':
    case 'any':
    case 'none':
      return condition.entries.flatMap(entitiesIn);
    case 'not':
      return entitiesIn(condition.entry);
    case 'exists':
      return [
        ...condition.nodes.map(({ entity }) => entity),
        ...(condition.where === null ? [] : entitiesIn(condition.where)),
      ];
    case 'compare':
    case 'compare-text':
    case 'in':
    case 'match':
    case 'match-column':
    case 'null':
      return [];
  }
}
