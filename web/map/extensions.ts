// From the query to its neighbours: its entities, the possible next relations, and the edits that follow them.
import type { Entity, Model, Relation } from '../model/model.ts';
import { type EntityNode, isNested, type QueryDocument, rootOf, type Step } from '../query/document.ts';
import { addField, addList } from '../query/edits.ts';
import { addMeasure } from '../query/groups/grouping.ts';
import { countingField } from '../query/groups/rowCount.ts';
import { type NodePath, pathKey, pathLabels, relationOfNode, stepOf } from '../query/paths.ts';
import { edgeId } from './graph.ts';

export interface QueryPlace extends NodePath {
  readonly entity: Entity;
}

/** The entities joined to a node, and those that it measures. */
function nodesBelow({ attributes }: EntityNode): readonly EntityNode[] {
  return attributes.flatMap((item) => (isNested(item) ? item.entity : (item.rollup?.entity ?? [])));
}

/** Every entity of the query with its path, roots first, then by distance. */
export function placesOf(doc: QueryDocument, model: Model): readonly QueryPlace[] {
  const places: QueryPlace[] = [];
  const walk = (node: EntityNode, root: string, steps: readonly Step[]): void => {
    const entity = model.entities.get(node.id);
    if (!entity) return;
    places.push({ root, steps, entity });
    for (const below of nodesBelow(node)) {
      const relation = relationOfNode(entity, below);
      if (relation) walk(below, root, [...steps, stepOf(relation)]);
    }
  };
  for (const root of doc.entities) walk(root, root.alias, []);
  return places.toSorted((a, b) => a.steps.length - b.steps.length);
}

/** The ids of the edges that the query uses. */
export function edgesOfQuery(doc: QueryDocument, model: Model): ReadonlySet<string> {
  const used = new Set<string>();
  const walk = (node: EntityNode): void => {
    const entity = model.entities.get(node.id);
    for (const below of nodesBelow(node)) {
      const relation = relationOfNode(entity, below);
      if (entity && relation) used.add(edgeId(entity.name, relation));
      walk(below);
    }
  };
  doc.entities.forEach(walk);
  return used;
}

export interface QueryExtension {
  readonly path: NodePath;
  readonly relation: Relation;
  /** The entities and relations of the path, for people: Track, Album, Artist. */
  readonly words: readonly string[];
}

function keyOf({ root, steps }: NodePath): string {
  return pathKey({ root, steps });
}

/** The ways to extend the query to an entity by one relation, shortest path first. */
export function extensionsTo(doc: QueryDocument, model: Model, name: string): readonly QueryExtension[] {
  const places = placesOf(doc, model);
  const present = new Set(places.map(keyOf));
  return places.flatMap((place) =>
    place.entity.relations.flatMap((relation): QueryExtension[] => {
      if (relation.entity !== name) return [];
      const path: NodePath = { root: place.root, steps: [...place.steps, stepOf(relation)] };
      if (present.has(keyOf(path))) return [];
      const root = rootOf(doc, place.root);
      const rootLabel = model.entities.get(root?.id ?? '')?.label ?? place.root;
      return [{ path, relation, words: [rootLabel, ...pathLabels(model, root?.id ?? '', path.steps)] }];
    }),
  );
}

/** What to take from the related records. */
export type ExtensionKind = 'fields' | 'count' | 'list';

export function extensionKindsOf(relation: Relation): readonly ExtensionKind[] {
  return relation.type === 'many2one' ? ['fields'] : ['count', 'list', 'fields'];
}

/** The columns that identify a record: its name, or else its key. */
function namingColumns(entity: Entity): readonly string[] {
  const names = entity.labelColumns.length > 0 ? entity.labelColumns : entity.key;
  return names.length > 0 ? names : entity.columns.slice(0, 1).map(({ name }) => name);
}

/** Extends the query to the entity at the end of the path. */
export function extendQuery(
  doc: QueryDocument,
  model: Model,
  way: QueryExtension,
  kind: ExtensionKind,
): QueryDocument {
  const target = model.entities.get(way.relation.entity);
  if (!target) return doc;
  const names = namingColumns(target);
  const at = (attribute: string) => ({ ...way.path, attribute });
  const [first = ''] = names;
  switch (kind) {
    case 'fields':
      return names.reduce((next, name) => addField(next, model, at(name)), doc);
    case 'count':
      return addMeasure(doc, model, at(countingField(target, way.path.steps) ?? first), 'count');
    case 'list':
      return addList(doc, at(first));
  }
}
