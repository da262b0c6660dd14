// Edits of what is asked for: roots, fields, measures, grouping.
import type { Column, Entity, Model } from '../model/model.ts';
import { listId } from './compact.ts';
import {
  type AttributeNode,
  type Bucket,
  type EntityNode,
  type Item,
  isNested,
  type ListColumn,
  type QueryDocument,
  type RootNode,
  type Step,
  type Summary,
} from './document.ts';
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
import { aliasesInUse, measureId, prune } from './references.ts';

/** A wide table starts with its first fields; the rest is a click away. */
const FIELDS_AT_START = 24;

function unused(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let n = 2; ; n++) if (!taken.has(`${wanted} ${n}`)) return `${wanted} ${n}`;
}

/** The alias is also the column's name in exports, so it is made to be read. */
function newAlias(doc: QueryDocument, path: FieldPath): string {
  const words = [...path.steps.map(({ entity }) => entity), path.attribute];
  return unused(words.join('.'), aliasesInUse(doc));
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
  const alias = unused(name, new Set(doc.entities.map((node) => node.alias)));
  const bare: QueryDocument = {
    ...doc,
    entities: [...doc.entities, { id: name, alias, relation: null, attributes: [] }],
  };
  return addFields(bare, model, alias, startingFields(entity));
}

/** Own fields of a root. */
function addFields(doc: QueryDocument, model: Model, root: string, names: readonly string[]): QueryDocument {
  return names.reduce((next, attribute) => addField(next, model, { root, steps: [], attribute }), doc);
}

function startingFields(entity: Entity): readonly string[] {
  const readable = entity.columns.filter(({ type }) => type !== 'binary');
  return (readable.length > 0 ? readable : entity.columns).slice(0, FIELDS_AT_START).map(({ name }) => name);
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

/** Puts a node in at the end of the path, with all nodes on the way, and lets `change` edit its items. */
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

/** Edits the items of the node at the path, which is made where it is missing. */
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

/** Finds the attribute at the path, if the document has one that fits. */
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

function mapAttributes(
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

function mapAttribute(
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

/** Every own field of every root. */
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

/** An alias for the field at the path, for filters and sorting; the result stays as it is. */
export function referTo(
  doc: QueryDocument,
  model: Model,
  path: FieldPath,
): { readonly doc: QueryDocument; readonly alias: string } {
  // A bucketed attribute stands for its period, not for the moment itself.
  const present = findAttribute(doc, model, path, ({ bucket }) => bucket === undefined);
  if (present) return { doc, alias: present.alias };
  const alias = newAlias(doc, path);
  return {
    doc: editAt(doc, model, path, (items) => [...items, { id: path.attribute, alias, selected: false }]),
    alias,
  };
}

/** Takes a field out of the result. A filter that speaks of it stays, and keeps it unseen. */
export function removeField(doc: QueryDocument, alias: string): QueryDocument {
  const hidden = mapAttribute(doc, alias, ({ summaries: _, bucket: __, ...node }) => ({
    ...node,
    selected: false,
  }));
  return prune(hidden, new Set(), new Set(), new Set([alias]));
}

/** Counts, adds up… the field, one value per group. Turns the query into a grouped one. */
export function addMeasure(
  doc: QueryDocument,
  model: Model,
  path: FieldPath,
  summary: Summary,
): QueryDocument {
  const grouped = doc.grouped ? doc : groupPerRecord(doc, model);
  const present = findAttribute(grouped, model, path, (node) => !node.selected);
  if (present) {
    return mapAttribute(grouped, present.alias, (node) => ({
      ...node,
      summaries: [...new Set([...(node.summaries ?? []), summary])],
    }));
  }
  const alias = newAlias(grouped, path);
  return editAt(grouped, model, path, (items) => [
    ...items,
    { id: path.attribute, alias, selected: false, summaries: [summary] },
  ]);
}

export function removeMeasure(doc: QueryDocument, alias: string, summary: Summary): QueryDocument {
  const without = mapAttribute(doc, alias, ({ summaries: all, ...node }) => {
    const left = (all ?? []).filter((one) => one !== summary);
    return left.length > 0 ? { ...node, summaries: left } : node;
  });
  return prune(without, new Set(), new Set(), new Set([measureId(summary, alias)]));
}

/** One row for each record of the roots: their keys join the group, unseen unless they were chosen. */
function groupPerRecord(doc: QueryDocument, model: Model): QueryDocument {
  let next: QueryDocument = { ...dropTotals(doc), grouped: true, order: [] };
  for (const root of doc.entities) {
    for (const attribute of model.entities.get(root.id)?.key ?? []) {
      const path = { root: root.alias, steps: [], attribute };
      if (findAttribute(next, model, path, ({ selected }) => selected)) continue;
      next = addField(next, model, path);
      const alias = findAttribute(next, model, path)?.alias;
      if (alias !== undefined)
        next = { ...next, view: { ...next.view, hidden: [...next.view.hidden, alias] } };
    }
  }
  return { ...next, order: doc.order };
}

function dropTotals(doc: QueryDocument): QueryDocument {
  return mapAttributes(doc, ({ summaries: _, ...node }) => node);
}

/** One row for each value of the field, with the number of rows; a second field joins the group. */
export function groupBy(doc: QueryDocument, model: Model, path: FieldPath): QueryDocument {
  const moment = columnOf(doc, model, path)?.type;
  const bucketed = (next: QueryDocument): QueryDocument => {
    const alias = findAttribute(next, model, path, ({ selected }) => selected)?.alias;
    const wanted = moment === 'date' || moment === 'datetime';
    return wanted && alias !== undefined ? setBucket(next, alias, 'month') : next;
  };
  if (doc.grouped) return bucketed(addField(doc, model, path));
  const root = doc.entities.find(({ alias }) => alias === path.root);
  const entity = model.entities.get(root?.id ?? '');
  if (!root || !entity) return doc;
  const counted = entity.key[0] ?? entity.columns[0]?.name ?? '';
  const unselected = mapAttributes(dropTotals(doc), (node) => ({ ...node, selected: false }));
  const bare: QueryDocument = { ...prune({ ...unselected, order: [] }), grouped: true };
  const grouped = addField({ ...bare, view: { ...bare.view, lists: [] } }, model, path);
  return addMeasure(bucketed(grouped), model, { root: root.alias, steps: [], attribute: counted }, 'count');
}

function columnOf(doc: QueryDocument, model: Model, path: FieldPath): Column | undefined {
  const root = doc.entities.find(({ alias }) => alias === path.root);
  return model.entities.get(path.steps.at(-1)?.entity ?? root?.id ?? '')?.column.get(path.attribute);
}

/** Back to rows: measures go, and the roots show their fields again beside those of the group. */
export function ungroup(doc: QueryDocument, model: Model): QueryDocument {
  const plain = mapAttributes(doc, ({ summaries: _, bucket: __, ...node }) => node);
  const rows = prune({ ...plain, grouped: false, order: [] });
  return rows.entities.reduce((next, { id, alias }) => {
    const entity = model.entities.get(id);
    const fields = entity ? startingFields(entity) : [];
    return fields.reduce(
      (more, attribute) => addField(more, model, { root: alias, steps: [], attribute }),
      next,
    );
  }, rows);
}

/** Totals below a column of ungrouped rows. */
export function setTotals(doc: QueryDocument, alias: string, wanted: readonly Summary[]): QueryDocument {
  return mapAttribute(doc, alias, ({ summaries: _, ...node }) =>
    wanted.length > 0 ? { ...node, summaries: wanted } : node,
  );
}

export function setBucket(doc: QueryDocument, alias: string, bucket: Bucket | undefined): QueryDocument {
  return mapAttribute(doc, alias, ({ bucket: _, ...node }) => (bucket ? { ...node, bucket } : node));
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
