// The query for the grid, and the one for copying: both join the names of the records behind foreign keys.
import type { Model, Relation } from '../model/model.ts';
import {
  type AttributeNode,
  derivation,
  type EntityNode,
  type Item,
  isNested,
  type QueryDocument,
  type RootNode,
  type SortKey,
} from './document.ts';
import { ensureAttribute, mapAttribute } from './edits.ts';
import { attributesOf, linkOf, type NodePath, pathKey, relationOfNode, stepOf, visitOf } from './paths.ts';
import { groupAliases, sentFor, toUniGrid, type UniGrid } from './request.ts';

/** Changes the attributes of a node and of all nodes below it. */
function mapItems<N extends EntityNode>(node: N, change: (item: AttributeNode) => readonly Item[]): N {
  return {
    ...node,
    attributes: node.attributes.flatMap((item): readonly Item[] =>
      isNested(item) ? [{ entity: mapItems(item.entity, change) }] : change(item),
    ),
  };
}

export const MAX_LABELLED_COLUMNS = 12;

/** What the grid requests besides the chosen columns, and the names in the answer. */
export interface Extras {
  /** By the alias of a foreign key: the name of the record behind it, and its key if that is another column. */
  readonly records: ReadonlyMap<
    string,
    { readonly label: readonly string[]; readonly key: readonly string[] }
  >;
  /** By the alias of a root: the key of its record. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
  /** By the path of a joined entity: the key of its record, if requested. */
  readonly joined: ReadonlyMap<string, readonly string[]>;
  /** By the id of a list: the value that its records are looked up by. */
  readonly lists: ReadonlyMap<string, string>;
}

/** The names in the answer for the key of the record at the end of a path. */
export function keyAliases(
  { keys, joined }: Extras,
  { root, steps }: NodePath,
): readonly string[] | undefined {
  return steps.length === 0 ? keys.get(root) : joined.get(pathKey({ root, steps }));
}

/** Begins with an invisible character that nobody types, so that it never equals a chosen alias. */
function hiddenAlias(...words: readonly string[]): string {
  return `\u2060${words.join(' ')}`;
}

function recordNode(
  model: Model,
  attribute: AttributeNode,
  relation: Relation,
  extras: Map<string, { label: string[]; key: string[] }>,
): EntityNode | undefined {
  const target = model.entities.get(relation.entity);
  if (!target) return undefined;
  const needsKey = target.key.length > 0 && !(target.key.length === 1 && target.key[0] === relation.other[0]);
  const label = target.labelColumns.map((id) => ({
    id,
    alias: hiddenAlias('label', id, attribute.alias),
    selected: true,
  }));
  const key = needsKey
    ? target.key.map((id) => ({ id, alias: hiddenAlias('key', id, attribute.alias), selected: true }))
    : [];
  extras.set(attribute.alias, {
    label: label.map(({ alias }) => alias),
    key: needsKey ? key.map(({ alias }) => alias) : [attribute.alias],
  });
  return label.length + key.length > 0
    ? { id: relation.entity, relation: linkOf(relation), attributes: [...label, ...key] }
    : undefined;
}

/** Adds the keys of all joined entities with visible fields, recorded by path. */
function withJoinedKeys(root: RootNode, model: Model, joined: Map<string, readonly string[]>): RootNode {
  const twice = new Set<string>();
  let number = 0;
  function walk<N extends EntityNode>(node: N, path: NodePath): N {
    const entity = model.entities.get(node.id);
    const attributes = node.attributes.map((item): Item => {
      const relation = isNested(item) && relationOfNode(entity, item.entity);
      if (!isNested(item) || !relation) return item;
      return { entity: walk(item.entity, { root: path.root, steps: [...path.steps, stepOf(relation)] }) };
    });
    const own = node.attributes.flatMap((item) => (isNested(item) ? [] : [item]));
    const isShown = own.some((item) => item.selected && derivation(item) === undefined);
    const way = pathKey(path);
    if (path.steps.length === 0 || !isShown || !entity || entity.key.length === 0 || twice.has(way)) {
      return { ...node, attributes };
    }
    if (joined.delete(way)) {
      // The same path twice leads to two records, and a cell could belong to either.
      twice.add(way);
      return { ...node, attributes };
    }
    const added: AttributeNode[] = [];
    const aliases = entity.key.map((id) => {
      const here = own.find((item) => item.id === id && item.selected && !item.bucket && !derivation(item));
      if (here) return here.alias;
      const alias = hiddenAlias('joined', id, root.alias, String(number));
      added.push({ id, alias, selected: true });
      return alias;
    });
    number += 1;
    joined.set(way, aliases);
    return { ...node, attributes: [...attributes, ...added] };
  }
  return walk(root, { root: root.alias, steps: [] });
}

/**
 * The query for the grid: without totals, which are requested separately, and with the names of the records behind
 * foreign keys, so that no cell needs a request of its own.
 */
export function toRows(
  doc: QueryDocument,
  model: Model,
  now: Date,
  {
    unnamed,
    joinedKeys = false,
  }: {
    /** A foreign key whose record names are not needed. */
    readonly unnamed?: string;
    /** Whether to add the keys of joined entities. */
    readonly joinedKeys?: boolean;
  } = {},
): { readonly query: UniGrid; readonly extras: Extras } {
  const query = toUniGrid(doc, now);
  const visits = attributesOf(doc, model);
  const records = new Map<string, { label: string[]; key: string[] }>();
  const nodes = new Map<string, EntityNode>();
  for (const { attribute, column } of visits) {
    if (!attribute.selected || attribute.bucket || !column.pointsTo || attribute.alias === unnamed) continue;
    if (nodes.size >= MAX_LABELLED_COLUMNS) break;
    const node = recordNode(model, attribute, column.pointsTo, records);
    if (node) nodes.set(attribute.alias, node);
  }

  const unseen = new Map<string, AttributeNode[]>(doc.entities.map(({ alias }) => [alias, []]));
  /** The alias of a root's own field in the answer; a grouped query has only its group fields. */
  const carry = (root: string, id: string): string | undefined => {
    const here = visits.find(
      ({ attribute, path }) =>
        path.root === root &&
        path.steps.length === 0 &&
        attribute.id === id &&
        attribute.selected &&
        !attribute.bucket,
    );
    if (here) return here.attribute.alias;
    if (doc.grouped) return undefined;
    const alias = hiddenAlias('own', id, root);
    const list = unseen.get(root);
    if (!list?.some((one) => one.alias === alias)) list?.push({ id, alias, selected: true });
    return alias;
  };
  const keys = new Map<string, readonly string[]>();
  for (const root of doc.entities) {
    const aliases = (model.entities.get(root.id)?.key ?? []).map((id) => carry(root.alias, id));
    if (aliases.length > 0 && aliases.every((alias) => alias !== undefined)) keys.set(root.alias, aliases);
  }
  const lists = new Map<string, string>();
  for (const list of doc.view.lists) {
    const alias = carry(list.root, list.steps[0]?.own ?? '');
    if (alias !== undefined) lists.set(list.id, alias);
  }

  const joined = new Map<string, readonly string[]>();
  const entities = doc.entities.map((root) => {
    const keyed = joinedKeys && !doc.grouped ? withJoinedKeys(root, model, joined) : root;
    const node = mapItems(keyed, (item) => {
      const { summaries: _, ...bare } = item;
      const kept = doc.grouped ? item : bare;
      const addition = nodes.get(item.alias);
      return addition ? [kept, { entity: addition }] : [kept];
    });
    const additions = unseen.get(root.alias) ?? [];
    return sentFor(doc, { ...node, attributes: [...node.attributes, ...additions] }, now);
  });
  const added = [...nodes.values()].flatMap(({ attributes }) =>
    attributes.flatMap((item) => (isNested(item) ? [] : [item.alias])),
  );
  const group = query.group && [...query.group, ...added];
  return {
    query: {
      ...query,
      entities,
      order: withNameOrder(shownOrder(doc, model), (alias) => records.get(alias)?.label),
      ...(group ? { group } : {}),
    },
    extras: { records, keys, joined, lists },
  };
}

/** Groups are ordered by their fields; for references by the displayed names, not by the keys. */
export function shownOrder(doc: QueryDocument, model: Model): readonly SortKey[] {
  if (!doc.grouped || doc.order.length > 0 || doc.top) return doc.order;
  const fields = groupAliases(doc);
  const isRecord = (alias: string) => {
    const visit = visitOf(doc, model, alias);
    return visit?.column.pointsTo !== undefined && visit.attribute.bucket === undefined;
  };
  return fields.some(isRecord) ? fields.map((alias) => ({ alias, asc: true })) : [];
}

/** A foreign key sorts by the displayed name of its record, then by its key. */
export function withNameOrder(
  order: readonly SortKey[],
  namesOf: (alias: string) => readonly string[] | undefined,
): readonly SortKey[] {
  return order.flatMap((key) => [...(namesOf(key.alias) ?? []).map((alias) => ({ ...key, alias })), key]);
}

/**
 * The query for copying, in the grid's order: foreign keys are sorted by the names of their records, which are added as
 * hidden attributes, or as group fields in a grouped query.
 */
export function toCode(doc: QueryDocument, model: Model, now: Date): UniGrid {
  const names = new Map<string, string[]>();
  let next = doc;
  const order = shownOrder(doc, model);
  for (const { alias } of order) {
    const visit = visitOf(doc, model, alias);
    const relation = visit?.attribute.bucket ? undefined : visit?.column.pointsTo;
    if (!visit || !relation) continue;
    const steps = [...visit.path.steps, stepOf(relation)];
    for (const attribute of model.entities.get(relation.entity)?.labelColumns ?? []) {
      const reference = ensureAttribute(next, model, { root: visit.path.root, steps, attribute });
      next = doc.grouped
        ? mapAttribute(reference.doc, reference.alias, (node) => ({ ...node, selected: true }))
        : reference.doc;
      names.set(alias, [...(names.get(alias) ?? []), reference.alias]);
    }
  }
  return toUniGrid({ ...next, order: withNameOrder(order, (alias) => names.get(alias)) }, now);
}
