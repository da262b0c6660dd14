// Edits of roots, fields and lists.
import type { Entity, Model } from '../model/model.ts';
import { listId } from './codec/writing.ts';
import {
  type AttributeNode,
  derivation,
  type EntityNode,
  type Item,
  isNested,
  type ListColumn,
  type QueryDocument,
  type RootNode,
  type Step,
} from './document.ts';
import { datePartOf } from './formula/exprTypes.ts';
import {
  attributesOf,
  type FieldPath,
  linkOf,
  type NodePath,
  pathKey,
  relationOf,
  relationOfNode,
  sameStep,
  stepOf,
} from './paths.ts';
import { aliasesInFilters, aliasesInUse, prune, uniqueName } from './references.ts';

/** A wide table starts with its first fields; the others are a click away. */
const INITIAL_FIELDS = 24;

/** The alias is also the column's name in exports, so it is made readable. */
export function newAlias(doc: QueryDocument, path: FieldPath): string {
  const words = [...path.steps.map(({ entity }) => entity), path.attribute];
  return uniqueName(words.join('.'), aliasesInUse(doc));
}

function mapRoot(doc: QueryDocument, alias: string, change: (node: RootNode) => EntityNode): QueryDocument {
  return {
    ...doc,
    entities: doc.entities.map((node) =>
      node.alias === alias ? { ...node, attributes: change(node).attributes } : node,
    ),
  };
}

export function addRoot(doc: QueryDocument, model: Model, name: string): QueryDocument {
  const entity = model.entities.get(name);
  if (!entity) return doc;
  const alias = uniqueName(name, new Set(doc.entities.map((node) => node.alias)));
  const bare: QueryDocument = {
    ...doc,
    entities: [...doc.entities, { id: name, alias, relation: null, attributes: [] }],
  };
  return addFields(bare, model, alias, initialFields(entity));
}

/** Own fields of a root. */
export function addFields(
  doc: QueryDocument,
  model: Model,
  root: string,
  names: readonly string[],
): QueryDocument {
  return names.reduce((next, attribute) => addField(next, model, { root, steps: [], attribute }), doc);
}

export function initialFields(entity: Entity): readonly string[] {
  const readable = entity.columns.filter(({ type }) => type !== 'binary');
  return (readable.length > 0 ? readable : entity.columns).slice(0, INITIAL_FIELDS).map(({ name }) => name);
}

export function removeRoot(doc: QueryDocument, model: Model, alias: string): QueryDocument {
  const gone = new Set(
    attributesOf(doc, model)
      .filter(({ path }) => path.root === alias)
      .map(({ attribute }) => attribute.alias),
  );
  const rest = {
    ...doc,
    entities: doc.entities.filter((node) => node.alias !== alias),
    view: { ...doc.view, lists: doc.view.lists.filter(({ root }) => root !== alias) },
  };
  return prune(rest, gone, new Set([alias]));
}

/** Adds the node at the end of the path, including all nodes on the way, and lets `change` edit its items. */
function editNode(
  node: EntityNode,
  entity: Entity | undefined,
  model: Model,
  steps: readonly Step[],
  change: (items: readonly Item[]) => readonly Item[],
): EntityNode {
  const [step, ...rest] = steps;
  if (!step) return { ...node, attributes: change(node.attributes) };
  const relation = relationOf(entity, step);
  if (!relation) return node;
  const target = model.entities.get(step.entity);
  let met = false;
  const attributes = node.attributes.map((item): Item => {
    if (met || !isNested(item)) return item;
    const found = relationOfNode(entity, item.entity);
    if (!found || !sameStep(stepOf(found), step)) return item;
    met = true;
    return { entity: editNode(item.entity, target, model, rest, change) };
  });
  if (met) return { ...node, attributes };
  const fresh: EntityNode = {
    id: step.entity,
    relation: linkOf(relation),
    attributes: [],
  };
  return {
    ...node,
    attributes: [...attributes, { entity: editNode(fresh, target, model, rest, change) }],
  };
}

/** Edits the items of the node at the path, which is created if necessary. */
export function editAt(
  doc: QueryDocument,
  model: Model,
  path: NodePath,
  change: (items: readonly Item[]) => readonly Item[],
): QueryDocument {
  return mapRoot(doc, path.root, (node) =>
    editNode(node, model.entities.get(node.id), model, path.steps, change),
  );
}

/** The first attribute at the path that satisfies the condition. */
export function findAttribute(
  doc: QueryDocument,
  model: Model,
  path: FieldPath,
  fits: (attribute: AttributeNode) => boolean = () => true,
): AttributeNode | undefined {
  const key = pathKey(path);
  return attributesOf(doc, model).find((visit) => pathKey(visit.path) === key && fits(visit.attribute))
    ?.attribute;
}

export function mapAttributes(
  doc: QueryDocument,
  change: (attribute: AttributeNode) => AttributeNode,
): QueryDocument {
  const walk = <N extends EntityNode>(node: N): N => ({
    ...node,
    attributes: node.attributes.map(
      (item): Item => (isNested(item) ? { entity: walk(item.entity) } : change(item)),
    ),
  });
  return { ...doc, entities: doc.entities.map(walk) };
}

export function mapAttribute(
  doc: QueryDocument,
  alias: string,
  change: (attribute: AttributeNode) => AttributeNode,
): QueryDocument {
  return mapAttributes(doc, (item) => (item.alias === alias ? change(item) : item));
}

export function addField(doc: QueryDocument, model: Model, path: FieldPath): QueryDocument {
  const present = findAttribute(doc, model, path, ({ summaries }) => !(doc.grouped && summaries?.length));
  if (present) {
    return present.selected ? doc : mapAttribute(doc, present.alias, (node) => ({ ...node, selected: true }));
  }
  const alias = newAlias(doc, path);
  return editAt(doc, model, path, (items) => [...items, { id: path.attribute, alias, selected: true }]);
}

/** All own fields of all roots. */
export function addAllFields(doc: QueryDocument, model: Model): QueryDocument {
  return doc.entities.reduce((next, { id, alias }) => {
    const columns = model.entities.get(id)?.columns ?? [];
    return addFields(
      next,
      model,
      alias,
      columns.map(({ name }) => name),
    );
  }, doc);
}

/** An alias for the field at the path, for filters and sorting; the result does not change. */
export function ensureAttribute(
  doc: QueryDocument,
  model: Model,
  path: FieldPath,
): { readonly doc: QueryDocument; readonly alias: string } {
  // A bucketed attribute stands for its period, not for the timestamp itself.
  const present = findAttribute(doc, model, path, ({ bucket }) => bucket === undefined);
  if (present) return { doc, alias: present.alias };
  const derived = derivation(findAttribute(doc, model, path) ?? { id: '', alias: '', selected: false });
  const alias = newAlias(doc, path);
  const node: AttributeNode = derived
    ? { ...derived, id: alias, alias, selected: false }
    : { id: path.attribute, alias, selected: false };
  return { doc: editAt(doc, model, path, (items) => [...items, node]), alias };
}

export function dropAttribute(doc: QueryDocument, alias: string): QueryDocument {
  const walk = <N extends EntityNode>(node: N): N => ({
    ...node,
    attributes: node.attributes.flatMap((item): Item[] => {
      if (isNested(item)) return [{ entity: walk(item.entity) }];
      return item.alias === alias ? [] : [item];
    }),
  });
  return { ...doc, entities: doc.entities.map(walk) };
}

/** Removes a field from the result. If filters use it, it remains as a hidden attribute. */
export function removeField(doc: QueryDocument, alias: string): QueryDocument {
  let isPart = false;
  const hidden = mapAttribute(doc, alias, ({ summaries: _, bucket: __, ...node }) => {
    isPart = datePartOf(node.expr) !== undefined;
    return { ...node, selected: false };
  });
  // A part of a date, such as the day of the week, was only chosen for grouping; it is not a formula that somebody
  // wrote.
  const isDropped = isPart && !aliasesInFilters(doc.where).has(alias);
  return prune(isDropped ? dropAttribute(hidden, alias) : hidden, new Set(), new Set(), new Set([alias]));
}

/** The values of related records as a list in each row. */
export function addList(doc: QueryDocument, path: FieldPath): QueryDocument {
  const id = listId(path);
  if (doc.view.lists.some((list) => list.id === id)) return doc;
  const list: ListColumn = { id, ...path };
  return { ...doc, view: { ...doc.view, lists: [...doc.view.lists, list] } };
}

export function removeList(doc: QueryDocument, id: string): QueryDocument {
  return { ...doc, view: { ...doc.view, lists: doc.view.lists.filter((list) => list.id !== id) } };
}
