// The shortest join paths between two entities.
import type { Model, Relation } from '../model/model.ts';
import type { QueryDocument, Step } from './document.ts';
import { stepOf } from './paths.ts';

export interface JoinPath {
  readonly steps: readonly Step[];
  readonly relations: readonly Relation[];
  readonly many: boolean;
}

/** The distance of every entity to the target, counted in relations. */
function distancesTo(model: Model, target: string): ReadonlyMap<string, number> {
  const distance = new Map([[target, 0]]);
  const queue = [target];
  for (const name of queue) {
    for (const relation of model.entities.get(name)?.relations ?? []) {
      // Relations can be followed in both directions, so distances are symmetric.
      if (distance.has(relation.entity)) continue;
      distance.set(relation.entity, (distance.get(name) ?? 0) + 1);
      queue.push(relation.entity);
    }
  }
  return distance;
}

/** The entities reachable by relations; the entity itself only if a relation leads back to it. */
export function connectedTo(model: Model, from: string): ReadonlySet<string> {
  const connected = new Set(distancesTo(model, from).keys());
  const hasSelfReference = model.entities.get(from)?.relations.some(({ entity }) => entity === from) ?? false;
  if (!hasSelfReference) connected.delete(from);
  return connected;
}

/** The paths from one entity to another, shortest first, without visiting an entity twice. */
export function joinPathsBetween(model: Model, from: string, to: string, limit = 6): readonly JoinPath[] {
  const distance = distancesTo(model, to);
  const shortest = distance.get(from);
  if (shortest === undefined || from === to) return [];
  const paths: JoinPath[] = [];
  const walk = (
    name: string,
    relations: readonly Relation[],
    visited: ReadonlySet<string>,
    left: number,
  ): void => {
    if (paths.length >= limit) return;
    if (name === to) {
      if (left === 0) {
        paths.push({
          steps: relations.map(stepOf),
          relations,
          many: relations.some(({ type }) => type === 'one2many'),
        });
      }
      return;
    }
    for (const relation of model.entities.get(name)?.relations ?? []) {
      const rest = distance.get(relation.entity);
      if (rest === undefined || rest > left - 1 || visited.has(relation.entity)) continue;
      walk(relation.entity, [...relations, relation], new Set([...visited, relation.entity]), left - 1);
    }
  };
  // One step more than necessary can still make sense; longer detours rarely do.
  for (let length = shortest; length <= shortest + 1; length++) walk(from, [], new Set([from]), length);
  return paths;
}

/** The shortest paths from the roots of a query to an entity, each with its root. */
export function joinPathsTo(
  doc: QueryDocument,
  model: Model,
  to: string,
): ReadonlyArray<{ readonly root: string; readonly way: JoinPath }> {
  const paths = doc.entities.flatMap(({ id, alias }) =>
    joinPathsBetween(model, id, to).map((way) => ({ root: alias, way })),
  );
  const shortest = Math.min(...paths.map(({ way }) => way.steps.length));
  return paths.filter(({ way }) => way.steps.length === shortest);
}
