// The meaning of names while a query is being resolved: entities and attributes by alias.
import type {
  AttributeItem,
  AttributeSelector,
  ComputedAttribute,
  EntityNode,
  OverAttribute,
  RollupAttribute,
} from '../../contract/grid.ts';
import { pointerTo } from '../../contract/json.ts';
import { didYouMean } from '../../contract/suggest.ts';
import type { Relation, VisibleDatabase, VisibleEntity } from '../../model/database.ts';
import { FreeNames, isWrapper } from './free-names.ts';
import { Names } from './names.ts';
import type { Parameters } from './parameters.ts';
import type { PlanAttribute, PlanNode, PlanValue } from './plan.ts';
import { invalid } from './problems.ts';
import { findEntity, resolveRelation } from './relations.ts';
import type { Slots } from './slots.ts';

/** How deep related entities may nest; the root does not count. */
const maxNesting = 32;
const maxJoins = 64;

/** Shared by the whole query, including its EXISTS parts. */
export interface Planning {
  readonly database: VisibleDatabase;
  readonly slots: Slots;
  readonly parameters: Parameters;
  /** The time zone of the query. */
  readonly zone: string;
  /** Resolves a computed field. It may name later fields, so it is called after all names are known. */
  compute(
    scope: Scope,
    item: ComputedAttribute | RollupAttribute | OverAttribute,
    node: PlanNode,
    pointer: string,
  ): PlanValue;
  /** The number of entities in the statement. */
  nodeCount: number;
}

export class Scope {
  readonly planning: Planning;
  /** The query around an EXISTS; its names are visible inside. */
  readonly outer: Scope | null;
  readonly roots: PlanNode[] = [];
  readonly nodes: PlanNode[] = [];
  readonly attributes: PlanAttribute[] = [];
  readonly #entityNames = new Names<PlanNode>();
  readonly #attributeNames = new Names<PlanAttribute>();
  readonly #freeNames: FreeNames;
  readonly #pointers = new Map<PlanAttribute, string>();
  readonly #items = new Map<PlanAttribute, AttributeItem>();

  /** Existing nodes to use, in order, in place of new ones. */
  readonly #adopted: readonly PlanNode[];

  /** `roots`: the entities that will be added; `adopted`: their nodes, if they already exist elsewhere. */
  constructor(
    planning: Planning,
    roots: readonly EntityNode[],
    outer: Scope | null,
    adopted: readonly PlanNode[] = [],
  ) {
    this.#adopted = adopted;
    this.planning = planning;
    this.outer = outer;
    this.#freeNames = new FreeNames(roots);
  }

  addRoot(node: EntityNode, pointer: string): PlanNode {
    if (node.relation?.attr_parent !== undefined || node.relation?.attr_child !== undefined) {
      throw invalid('A root entity has no parent, so it has no relation.', {
        pointer: pointerTo(pointer, 'relation'),
      });
    }
    const entity = findEntity(this.planning.database, node.id, pointerTo(pointer, 'id'));
    return this.#addRoot(node, entity, pointer);
  }

  /** The entity of an EXISTS or rollup: a root of its own scope, related to a node of the outer scope. */
  addCorrelated(node: EntityNode, of: PlanNode, pointer: string): { node: PlanNode; relation: Relation } {
    const { entity, relation } = resolveRelation(this.planning.database, of.entity, node, pointer);
    return { node: this.#addRoot(node, entity, pointer), relation };
  }

  /** The attributes whose items fit. */
  itemsOf(fits: (item: AttributeItem) => boolean): PlanAttribute[] {
    return this.attributes.filter((attribute) => {
      const item = this.#items.get(attribute);
      return item !== undefined && fits(item);
    });
  }

  /** Names a value that is not an attribute of an entity. */
  addValue(alias: string, value: () => PlanValue): PlanAttribute {
    const attribute: PlanAttribute = {
      get value() {
        return value();
      },
      alias,
      selected: true,
      summaries: [],
      bucket: null,
    };
    this.#attributeNames.addDefault(alias, attribute);
    return attribute;
  }

  attribute(alias: string, pointer: string): PlanAttribute {
    return this.#find('attribute', (scope) => scope.#attributeNames, alias, pointer);
  }

  entity(alias: string, pointer: string): PlanNode {
    return this.#find('entity', (scope) => scope.#entityNames, alias, pointer);
  }

  /** The names that `entity` finds, innermost scope first. */
  entityAliases(): string[] {
    return this.#visible((scope) => scope.#entityNames);
  }

  pointerOf(attribute: PlanAttribute): string {
    return this.#pointers.get(attribute) ?? '';
  }

  #find<Named>(
    what: 'attribute' | 'entity',
    names: (scope: Scope) => Names<Named>,
    alias: string,
    pointer: string,
  ): Named {
    for (let scope: Scope | null = this; scope !== null; scope = scope.outer) {
      const [found, ...more] = names(scope).find(alias);
      if (more.length > 0) {
        const sentence = `Several of the query are called "${alias}": give each ${what} an alias of its own.`;
        throw invalid(sentence, { pointer });
      }
      if (found !== undefined) return found;
    }
    const allowed = this.#visible(names);
    const article = what === 'entity' ? 'No entity' : 'No attribute';
    throw invalid(`${article} has the alias "${alias}".${didYouMean(alias, allowed)}`, { pointer, allowed });
  }

  #visible(names: (scope: Scope) => Names<unknown>): string[] {
    const around = this.outer === null ? [] : this.outer.#visible(names);
    return [...new Set([...names(this).usable(), ...around])];
  }

  #addRoot(node: EntityNode, entity: VisibleEntity, pointer: string): PlanNode {
    const root = this.#addNode(node, entity, null, null, pointer);
    if (node.alias === undefined) this.#entityNames.addDefault(node.id, root);
    this.roots.push(root);
    this.#addAttributes(node, root, pointer, 0);
    return root;
  }

  #addNode(
    node: EntityNode,
    entity: VisibleEntity,
    parent: PlanNode | null,
    relation: Relation | null,
    pointer: string,
  ): PlanNode {
    const { planning } = this;
    // The first entity needs no join.
    if (planning.nodeCount > maxJoins) {
      throw invalid(`A query joins at most ${maxJoins} entities.`, { pointer });
    }
    const added: PlanNode = this.#adopted[this.nodes.length] ?? {
      index: planning.nodeCount++,
      entity,
      parent,
      relation,
    };
    if (node.alias !== undefined) {
      if (this.#entityNames.isGiven(node.alias)) {
        throw invalid(`Two entities have the alias "${node.alias}".`, {
          pointer: pointerTo(pointer, 'alias'),
        });
      }
      this.#entityNames.assign(node.alias, added);
    }
    this.nodes.push(added);
    return added;
  }

  #addAttributes(node: EntityNode, parent: PlanNode, pointer: string, depth: number): void {
    node.attributes?.forEach((item, i) => {
      const at = pointerTo(pointer, 'attributes', i);
      if (isWrapper(item)) this.#addRelated(item.entity, parent, pointerTo(at, 'entity'), depth + 1);
      else if ('id' in item) this.#addAttribute(item, parent, at);
      else this.#addComputed(item, parent, at);
    });
  }

  #addRelated(node: EntityNode, parent: PlanNode, pointer: string, depth: number): void {
    if (depth > maxNesting) throw invalid(`Entities nest at most ${maxNesting} deep.`, { pointer });
    const { entity, relation } = resolveRelation(this.planning.database, parent.entity, node, pointer);
    const added = this.#addNode(node, entity, parent, relation, pointer);
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
    const attribute: PlanAttribute = {
      value: { kind: 'column', node, column },
      alias: item.alias ?? this.#freeNames.of(item.id),
      ...shownAs(item),
    };
    this.#add(item, attribute, pointer);
  }

  #addComputed(
    item: ComputedAttribute | RollupAttribute | OverAttribute,
    node: PlanNode,
    pointer: string,
  ): void {
    const value = once(item.alias, pointer, () => this.planning.compute(this, item, node, pointer));
    const attribute: PlanAttribute = {
      get value() {
        return value();
      },
      alias: item.alias,
      ...shownAs(item),
    };
    this.#items.set(attribute, item);
    this.#add({ id: item.alias, alias: item.alias }, attribute, pointer);
  }

  #add(item: AttributeSelector, attribute: PlanAttribute, pointer: string): void {
    this.#name(item, attribute, pointer);
    this.#pointers.set(attribute, pointer);
    this.attributes.push(attribute);
  }

  /** Aliases name columns: each differs from all other aliases, and from the ids of attributes without one. */
  #name({ id, alias }: AttributeSelector, attribute: PlanAttribute, pointer: string): void {
    const names = this.#attributeNames;
    const isTaken = alias === undefined ? names.isGiven(id) : names.find(alias).length > 0;
    if (isTaken) {
      throw invalid(`Two attributes have the alias "${alias ?? id}".`, {
        pointer: pointerTo(pointer, alias === undefined ? 'id' : 'alias'),
      });
    }
    if (alias !== undefined) names.assign(alias, attribute);
    else names.addDefault(id, attribute);
    // The number makes it a separate name.
    if (alias === undefined && attribute.alias !== id) names.addDefault(attribute.alias, attribute);
  }
}

function shownAs({ selected, summaries, bucket }: Partial<Omit<ComputedAttribute, 'alias' | 'expr'>>) {
  return { selected: selected ?? true, summaries: [...new Set(summaries ?? [])], bucket: bucket ?? null };
}

/** A value that is requested while it is being computed depends on itself. */
function once(alias: string, pointer: string, make: () => PlanValue): () => PlanValue {
  let made: PlanValue | 'begun' | null = null;
  return () => {
    if (made === 'begun') throw invalid(`"${alias}" is computed from itself.`, { pointer });
    if (made !== null) return made;
    made = 'begun';
    made = make();
    return made;
  };
}
