// The query that fills the grid, and the one that a person copies: foreign keys bring the names of their records along.
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
import { mapAttribute, referTo } from './edits.ts';
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

export const LABELLED_COLUMNS_AT_MOST = 12;

/** What the grid asks for beside the chosen columns, and under which names it arrives. */
export interface Extras {
  /** By the alias of a foreign key: the name of the record behind it, and its key where that is another column. */
  readonly records: ReadonlyMap<
    string,
    { readonly label: readonly string[]; readonly key: readonly string[] }
  >;
  /** By the alias of a root: the key of its record. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
  /** By the way to a joined entity: the key of its record, where that was asked for. */
  readonly joined: ReadonlyMap<string, readonly string[]>;
  /** By the id of a list: the value that its records are looked up by. */
  readonly lists: ReadonlyMap<string, string>;
}

/** Under which names the key of the record at the end of a way arrives. */
export function keyAliases(
  { keys, joined }: Extras,
  { root, steps }: NodePath,
): readonly string[] | undefined {
  return steps.length === 0 ? keys.get(root) : joined.get(pathKey({ root, steps }));
}

/** Begins with an invisible character that nobody types, so that it never equals a chosen alias. */
function unseenAlias(...words: readonly string[]): string {
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
    alias: unseenAlias('label', id, attribute.alias),
    selected: true,
  }));
  const key = needsKey
    ? target.key.map((id) => ({ id, alias: unseenAlias('key', id, attribute.alias), selected: true }))
    : [];
  extras.set(attribute.alias, {
    label: label.map(({ alias }) => alias),
    key: needsKey ? key.map(({ alias }) => alias) : [attribute.alias],
  });
  return label.length + key.length > 0
    ? { id: relation.entity, relation: linkOf(relation), attributes: [...label, ...key] }
    : undefined;
}

/** Lets every joined entity of which something is shown bring its key along, noted by the way to it. */
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
      // The same way twice leads to two records, and nothing tells which of them a cell belongs to.
      twice.add(way);
      return { ...node, attributes };
    }
    const added: AttributeNode[] = [];
    const aliases = entity.key.map((id) => {
      const here = own.find((item) => item.id === id && item.selected && !item.bucket && !derivation(item));
      if (here) return here.alias;
      const alias = unseenAlias('joined', id, root.alias, String(number));
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
 * The query that fills the grid: without totals, which are asked for once, and with the names of the
 * records that foreign keys point to, so that no cell needs a request of its own.
 */
export function toRows(
  doc: QueryDocument,
  model: Model,
  now: Date,
  {
    unnamed,
    joinedKeys = false,
  }: {
    /** A foreign key that comes without the names of its records. */
    readonly unnamed?: string;
    /** Whether joined entities bring the keys of their records along. */
    readonly joinedKeys?: boolean;
  } = {},
): { readonly query: UniGrid; readonly extras: Extras } {
  const query = toUniGrid(doc, now);
  const visits = attributesOf(doc, model);
  const records = new Map<string, { label: string[]; key: string[] }>();
  const nodes = new Map<string, EntityNode>();
  for (const { attribute, column } of visits) {
    if (!attribute.selected || attribute.bucket || !column.pointsTo || attribute.alias === unnamed) continue;
    if (nodes.size >= LABELLED_COLUMNS_AT_MOST) break;
    const node = recordNode(model, attribute, column.pointsTo, records);
    if (node) nodes.set(attribute.alias, node);
  }

  const unseen = new Map<string, AttributeNode[]>(doc.entities.map(({ alias }) => [alias, []]));
  /** The alias under which a root's own field arrives; a grouped query has only the fields it groups by. */
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
    const alias = unseenAlias('own', id, root);
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
      order: byNames(shownOrder(doc, model), (alias) => records.get(alias)?.label),
      ...(group ? { group } : {}),
    },
    extras: { records, keys, joined, lists },
  };
}

/** Groups stand in the order of their fields, which for records is that of the names that are shown, and not of their keys. */
function shownOrder(doc: QueryDocument, model: Model): readonly SortKey[] {
  if (!doc.grouped || doc.order.length > 0 || doc.top) return doc.order;
  const fields = groupAliases(doc);
  const isRecord = (alias: string) => {
    const visit = visitOf(doc, model, alias);
    return visit?.column.pointsTo !== undefined && visit.attribute.bucket === undefined;
  };
  return fields.some(isRecord) ? fields.map((alias) => ({ alias, asc: true })) : [];
}

/** A foreign key sorts by what it shows, the name of its record, and by the key where names are alike. */
export function byNames(
  order: readonly SortKey[],
  namesOf: (alias: string) => readonly string[] | undefined,
): readonly SortKey[] {
  return order.flatMap((key) => [...(namesOf(key.alias) ?? []).map((alias) => ({ ...key, alias })), key]);
}

/**
 * The query to be copied, in the order of the grid: foreign keys are sorted by the names of their records, which join the
 * query unseen, or the group where there is one.
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
      const reference = referTo(next, model, { root: visit.path.root, steps, attribute });
      next = doc.grouped
        ? mapAttribute(reference.doc, reference.alias, (node) => ({ ...node, selected: true }))
        : reference.doc;
      names.set(alias, [...(names.get(alias) ?? []), reference.alias]);
    }
  }
  return toUniGrid({ ...next, order: byNames(order, (alias) => names.get(alias)) }, now);
}
