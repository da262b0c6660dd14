// The part of the schema that the map shows: all of a small schema, a neighbourhood in a large one.
import type { Entity, Model, Relation } from '../model/model.ts';

export interface MapEdge {
  readonly id: string;
  /** The entity that holds the foreign key, and the one it points to. */
  readonly owner: string;
  readonly target: string;
  /** Columns of the owner. */
  readonly own: readonly string[];
  /** Not a relation yet: it has to be confirmed. */
  readonly isOffer?: true;
}

export interface MapGraph {
  readonly entities: readonly Entity[];
  readonly edges: readonly MapEdge[];
  /** The number of neighbours that did not fit. */
  readonly omitted: number;
}

/** A map with more entities would be too crowded. */
export const MAX_WHOLE = 60;

export function isLarge(model: Model): boolean {
  return model.entities.size > MAX_WHOLE;
}

/** The same from both ends of a relation. */
export function edgeId(entity: string, { type, own, entity: other, other: columns }: Relation): string {
  return JSON.stringify(type === 'many2one' ? [entity, own, other, columns] : [other, columns, entity, own]);
}

function edgesAmong(model: Model, names: ReadonlySet<string>): readonly MapEdge[] {
  return [...names].flatMap((owner) =>
    (model.entities.get(owner)?.relations ?? []).flatMap((relation): MapEdge[] =>
      relation.type === 'many2one' && names.has(relation.entity)
        ? [
            {
              id: edgeId(owner, relation),
              owner,
              target: relation.entity,
              own: relation.own,
            },
          ]
        : [],
    ),
  );
}

const byName = new Intl.Collator('en', { numeric: true });

/** Independent of the catalog's order: the same schema always gives the same map. */
function graphOf(model: Model, names: Iterable<string>, omitted: number): MapGraph {
  const sorted = new Set([...names].sort(byName.compare));
  return {
    entities: [...sorted].flatMap((name) => model.entities.get(name) ?? []),
    edges: edgesAmong(model, sorted),
    omitted,
  };
}

export function wholeGraph(model: Model): MapGraph {
  return graphOf(model, model.entities.keys(), 0);
}

function neighboursOf(model: Model, name: string): readonly string[] {
  const found = new Set((model.entities.get(name)?.relations ?? []).map(({ entity }) => entity));
  return [...found].filter((other) => model.entities.has(other)).sort(byName.compare);
}

/** The entities within this many relations of the given ones, nearest first, up to the limit. */
export function graphAround(model: Model, centres: readonly string[], hops: number): MapGraph {
  const shown = new Set(centres.filter((name) => model.entities.has(name)));
  const remaining = new Set<string>();
  let edge = [...shown];
  for (let hop = 0; hop < hops; hop++) {
    const next: string[] = [];
    for (const name of edge) {
      for (const other of neighboursOf(model, name)) {
        if (shown.has(other)) continue;
        if (shown.size >= MAX_WHOLE) {
          remaining.add(other);
          continue;
        }
        shown.add(other);
        next.push(other);
      }
    }
    edge = next;
  }
  return graphOf(model, shown, remaining.size);
}

/** The start in a large schema: the entity with the most relations. */
export function mostConnected(model: Model): string | undefined {
  let best: Entity | undefined;
  for (const entity of model.entities.values()) {
    const more = entity.relations.length - (best?.relations.length ?? -1);
    if (more > 0 || (more === 0 && best && byName.compare(entity.name, best.name) < 0)) best = entity;
  }
  return best?.name;
}
