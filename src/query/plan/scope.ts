// What the names of a query mean while it is being resolved: entities and attributes by alias.
import type { AttributeSelector, EntityNode, EntityWrapper } from '../../contract/grid.ts';
import { pointerTo } from '../../contract/json.ts';
import { Problem, type ProblemExtras } from '../../contract/problem.ts';
import { didYouMean } from '../../contract/suggest.ts';
import type { Database, Entity, Relation } from '../../model/database.ts';
import type { PlanAttribute, PlanNode } from './plan.ts';

/** How many related entities may stand within each other; the root around them is none. */
const maxNesting = 32;
const maxJoins = 64;

/** Shared by the whole query, its EXISTS parts included. */
export interface Planning {
  readonly database: Database;
  /** Every entity that the statement touches. */
  nodeCount: number;
}

export class Scope {
  readonly planning: Planning;
  /** The query around an EXISTS, whose names are visible in it. */
  readonly outer: Scope | null;
  readonly roots: PlanNode[] = [];
  readonly nodes: PlanNode[] = [];
  readonly attributes: PlanAttribute[] = [];
  readonly #nodeByAlias = new Map<string, PlanNode>();
  readonly #attributeByAlias = new Map<string, PlanAttribute>();
  readonly #pointers = new Map<PlanAttribute, string>();

  constructor(planning: Planning, outer: Scope | null) {
    this.planning = planning;
    this.outer = outer;
  }

  addRoot(node: EntityNode, pointer: string): PlanNode {
    if (node.relation?.attr_parent !== undefined || node.relation?.attr_child !== undefined) {
      throw invalid('A root entity has no parent, so it has no relation.', {
        pointer: pointerTo(pointer, 'relation'),
      });
    }
    const entity = findEntity(this.planning.database, node.id, pointerTo(pointer, 'id'));
    const root = this.#addNode(node, entity, null, null, pointer, node.alias ?? node.id);
    this.roots.push(root);
    this.#addAttributes(node, root, pointer, 0);
    return root;
  }

  /** The entity of an EXISTS: a root of its own scope that hangs on a node of the scope around. */
  addCorrelated(node: EntityNode, of: PlanNode, pointer: string): { node: PlanNode; relation: Relation } {
    const { entity, relation } = resolveRelation(this.planning.database, of.entity, node, pointer);
    const added = this.#addNode(node, entity, null, null, pointer, node.alias ?? node.id);
    this.roots.push(added);
    this.#addAttributes(node, added, pointer, 0);
    return { node: added, relation };
  }

  attribute(alias: string, pointer: string): PlanAttribute {
    for (let scope: Scope | null = this; scope !== null; scope = scope.outer) {
      const found = scope.#attributeByAlias.get(alias);
      if (found) return found;
    }
    const allowed = this.#visible((scope) => scope.#attributeByAlias);
    throw invalid(`No attribute has the alias "${alias}".${didYouMean(alias, allowed)}`, {
      pointer,
      allowed,
    });
  }

  entity(alias: string, pointer: string): PlanNode {
    for (let scope: Scope | null = this; scope !== null; scope = scope.outer) {
      const found = scope.#nodeByAlias.get(alias);
      if (found) return found;
    }
    const allowed = this.entityAliases();
    throw invalid(`No entity has the alias "${alias}".${didYouMean(alias, allowed)}`, { pointer, allowed });
  }

  /** What `entity` knows, from the inside out. */
  entityAliases(): string[] {
    return this.#visible((scope) => scope.#nodeByAlias);
  }

  #visible(names: (scope: Scope) => ReadonlyMap<string, unknown>): string[] {
    const around = this.outer === null ? [] : this.outer.#visible(names);
    return [...new Set([...names(this).keys(), ...around])];
  }

  pointerOf(attribute: PlanAttribute): string {
    return this.#pointers.get(attribute) ?? '';
  }

  #addNode(
    node: EntityNode,
    entity: Entity,
    parent: PlanNode | null,
    relation: Relation | null,
    pointer: string,
    alias: string | undefined,
  ): PlanNode {
    const { planning } = this;
    // The first entity needs no join.
    if (planning.nodeCount > maxJoins) {
      throw invalid(`A query joins at most ${maxJoins} entities.`, { pointer });
    }
    const added: PlanNode = { index: planning.nodeCount++, entity, parent, relation };
    if (alias !== undefined) {
      if (this.#nodeByAlias.has(alias)) {
        throw invalid(`Two entities have the alias "${alias}".`, {
          pointer: pointerTo(pointer, node.alias === undefined ? 'id' : 'alias'),
        });
      }
      this.#nodeByAlias.set(alias, added);
    }
    this.nodes.push(added);
    return added;
  }

  #addAttributes(node: EntityNode, parent: PlanNode, pointer: string, depth: number): void {
    node.attributes?.forEach((item, i) => {
      const at = pointerTo(pointer, 'attributes', i);
      if (isWrapper(item)) this.#addRelated(item.entity, parent, pointerTo(at, 'entity'), depth + 1);
      else this.#addAttribute(item, parent, at);
    });
  }

  #addRelated(node: EntityNode, parent: PlanNode, pointer: string, depth: number): void {
    if (depth > maxNesting) throw invalid(`Entities nest at most ${maxNesting} deep.`, { pointer });
    const { entity, relation } = resolveRelation(this.planning.database, parent.entity, node, pointer);
    const added = this.#addNode(node, entity, parent, relation, pointer, node.alias);
    this.#addAttributes(node, added, pointer, depth);
  }

  #addAttribute(item: AttributeSelector, node: PlanNode, pointer: string): void {
    const column = node.entity.column.get(item.id);
    if (!column) {
      const allowed = node.entity.columns.map(({ name }) => name);
      throw invalid(`${node.entity.name} has no attribute "${item.id}".${didYouMean(item.id, allowed)}`, {
        pointer: pointerTo(pointer, 'id'),
        allowed,
        unknownName: true,
      });
    }
    const alias = item.alias ?? item.id;
    const attribute: PlanAttribute = {
      node,
      column,
      alias,
      selected: item.selected ?? true,
      summaries: [...new Set(item.summaries ?? [])],
      bucket: item.bucket ?? null,
    };
    if (this.#attributeByAlias.has(alias)) {
      throw invalid(`Two attributes have the alias "${alias}".`, {
        pointer: pointerTo(pointer, item.alias === undefined ? 'id' : 'alias'),
      });
    }
    this.#attributeByAlias.set(alias, attribute);
    this.#pointers.set(attribute, pointer);
    this.attributes.push(attribute);
  }
}

export function invalid(sentence: string, extras: ProblemExtras): Problem {
  return new Problem('invalid-query', sentence, extras);
}

function isWrapper(item: AttributeSelector | EntityWrapper): item is EntityWrapper {
  return 'entity' in item;
}

function findEntity(database: Database, id: string, pointer: string): Entity {
  const entity = database.entities.get(id);
  if (entity) return entity;
  const allowed = [...database.entities.keys()];
  throw invalid(`There is no entity called "${id}".${didYouMean(id, allowed)}`, {
    pointer,
    allowed,
    unknownName: true,
  });
}

function resolveRelation(
  database: Database,
  parent: Entity,
  node: EntityNode,
  pointer: string,
): { entity: Entity; relation: Relation } {
  const entity = findEntity(database, node.id, pointerTo(pointer, 'id'));
  const between = parent.relations.filter((relation) => relation.entity === entity.name);
  const parents = [...new Set(between.flatMap(({ ownColumns }) => ownColumns.map(({ name }) => name)))];
  const at = pointerTo(pointer, 'relation');
  const attrParent = node.relation?.attr_parent;
  if (attrParent === undefined) {
    throw invalid(
      `A related entity needs relation.attr_parent, the attribute of ${parent.name} that leads to ${entity.name}.`,
      { pointer: at, allowed: parents },
    );
  }
  const throughParent = through(between, attrParent);
  if (throughParent.length === 0) {
    throw noRelation(parent, entity, attrParent, parents, pointerTo(at, 'attr_parent'));
  }
  const attrChild = node.relation?.attr_child;
  const fitting =
    attrChild === undefined ? distinct(throughParent) : byChild(throughParent, attrParent, attrChild);
  const [relation] = fitting;
  if (relation === undefined) {
    const children = otherNames(throughParent);
    throw invalid(
      `No relation leads from ${parent.name}.${attrParent} to ${entity.name}.${attrChild}.${didYouMean(attrChild ?? '', children)}`,
      { pointer: pointerTo(at, 'attr_child'), allowed: children, unknownName: true },
    );
  }
  if (fitting.length > 1) {
    const telling = otherNames(fitting).filter((name) => byChild(fitting, attrParent, name).length === 1);
    // Keys that share columns on both sides are told apart by another column of the parent's.
    const others = parents.filter((name) => distinct(through(between, name)).length === 1);
    const [remedy, allowed] =
      telling.length > 0
        ? ['tell them apart by relation.attr_child', telling]
        : ['name another relation.attr_parent', others];
    throw new Problem(
      'ambiguous-relation',
      `Several relations lead from ${parent.name}.${attrParent} to ${entity.name}: ${remedy}.`,
      { pointer: at, allowed },
    );
  }
  return { entity, relation };
}

function through(relations: readonly Relation[], attrParent: string): Relation[] {
  return relations.filter(({ ownColumns }) => ownColumns.some(({ name }) => name === attrParent));
}

/** Those that pair the two attributes; where there are none, those of which the child's is another part. */
function byChild(relations: readonly Relation[], attrParent: string, attrChild: string): Relation[] {
  const paired = relations.filter(
    ({ ownColumns, otherColumns }) =>
      otherColumns[ownColumns.findIndex(({ name }) => name === attrParent)]?.name === attrChild,
  );
  if (paired.length > 0) return distinct(paired);
  return distinct(
    relations.filter(({ otherColumns }) => otherColumns.some(({ name }) => name === attrChild)),
  );
}

function otherNames(relations: readonly Relation[]): string[] {
  return [...new Set(relations.flatMap(({ otherColumns }) => otherColumns.map(({ name }) => name)))];
}

/** The same key declared twice is one relation. */
function distinct(relations: readonly Relation[]): Relation[] {
  const names = (columns: Relation['ownColumns']) => columns.map(({ name }) => name);
  return [
    ...new Map(
      relations.map((relation) => [
        JSON.stringify([relation.kind, names(relation.ownColumns), names(relation.otherColumns)]),
        relation,
      ]),
    ).values(),
  ];
}

function noRelation(
  parent: Entity,
  entity: Entity,
  attribute: string,
  allowed: readonly string[],
  pointer: string,
): Problem {
  const hint = didYouMean(attribute, allowed);
  const reason = allowed.length === 0 ? ' The two are not related.' : hint;
  return invalid(`${parent.name}.${attribute} does not lead to ${entity.name}.${reason}`, {
    pointer,
    allowed,
    unknownName: true,
  });
}
