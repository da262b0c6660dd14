// Which entities a plan reads, wherever they stand in it.
import type { Entity } from '../../model/database.ts';
import type { Plan } from './plan.ts';
import { conditionsIn } from './walk.ts';

export function entitiesOf({ nodes, where }: Plan): Entity[] {
  const related = [...conditionsIn(where)].flatMap((part) => (part.kind === 'exists' ? part.nodes : []));
  return [...new Set([...nodes, ...related].map(({ entity }) => entity))];
}
