// All names in a query document that the database lacks, so that one repair fixes them all.
import type { Argument, AttributeItem, EntityNode, Expr, GridRequest, Where } from '../../contract/grid.ts';
import { pointerTo } from '../../contract/json.ts';
import { type MissingName, Problem } from '../../contract/problem.ts';
import { nearest } from '../../contract/suggest.ts';
import type { VisibleDatabase, VisibleEntity } from '../../model/database.ts';
import { findEntity, resolveRelation } from '../../query/plan/relations.ts';

/** How many existing names to suggest. */
const maxNearest = 3;

export function missingNames(
  database: VisibleDatabase,
  request: GridRequest,
  pointer: string,
): MissingName[] {
  return new Search(database).request(request, pointer);
}

/** The entities by alias within one scope, and the scopes around it. Null means a missing entity. */
class Aliases {
  readonly #own = new Map<string, VisibleEntity | null>();
  readonly #outer: Aliases | null;
  readonly #roots: (VisibleEntity | null)[] = [];

  constructor(outer: Aliases | null) {
    this.#outer = outer;
  }

  add(alias: string | undefined, entity: VisibleEntity | null): void {
    if (alias !== undefined) this.#own.set(alias, entity);
  }

  addRoot({ id, alias = id }: EntityNode, entity: VisibleEntity | null): void {
    this.add(alias, entity);
    this.#roots.push(entity);
  }

  /** Without an alias: the only root. */
  find(alias: string | undefined): VisibleEntity | null {
    if (alias === undefined) return this.#roots[0] ?? null;
    const own = this.#own.get(alias);
    return own === undefined ? (this.#outer?.find(alias) ?? null) : own;
  }
}

class Search {
  readonly #database: VisibleDatabase;
  readonly #missing: MissingName[] = [];

  constructor(database: VisibleDatabase) {
    this.#database = database;
  }

  request(request: GridRequest, pointer: string): MissingName[] {
    const aliases = new Aliases(null);
    const at = pointerTo(pointer, 'entities');
    // Conditions may refer to later entities, so check them once all are known.
    const later: (() => void)[] = [];
    for (const [i, node] of request.entities.entries()) {
      const place = pointerTo(at, i);
      const entity = this.#found(
        () => findEntity(this.#database, node.id, pointerTo(place, 'id')),
        node,
        place,
      );
      aliases.addRoot(node, entity);
      this.#attributes(node, entity, place, aliases, later);
    }
    for (const look of later) look();
    this.#where(request.where, pointerTo(pointer, 'where'), aliases);
    this.#where(request.having, pointerTo(pointer, 'having'), aliases);
    return this.#missing;
  }

  #attributes(
    node: EntityNode,
    entity: VisibleEntity | null,
    pointer: string,
    aliases: Aliases,
    later: (() => void)[],
  ): void {
    for (const [i, item] of (node.attributes ?? []).entries()) {
      this.#attribute(item, entity, pointerTo(pointer, 'attributes', i), aliases, later);
    }
  }

  #attribute(
    item: AttributeItem,
    entity: VisibleEntity | null,
    pointer: string,
    aliases: Aliases,
    later: (() => void)[],
  ): void {
    if ('entity' in item) {
      const at = pointerTo(pointer, 'entity');
      const related = this.#related(item.entity, entity, at);
      aliases.add(item.entity.alias, related);
      this.#attributes(item.entity, related, at, aliases, later);
    } else if ('id' in item) {
      if (entity !== null && !entity.column.has(item.id)) {
        const known = entity.columns.map(({ name }) => name);
        this.#add(pointerTo(pointer, 'id'), item.id, known);
      }
    } else if ('rollup' in item) {
      const { entity: node, where } = item.rollup;
      later.push(() => this.#within(node, entity, where, pointerTo(pointer, 'rollup'), aliases));
    } else if ('expr' in item) {
      later.push(() => this.#expression(item.expr, pointerTo(pointer, 'expr'), aliases));
    }
  }

  /** A related entity with its own aliases and its row filter. */
  #within(
    node: EntityNode,
    parent: VisibleEntity | null,
    where: Where | null | undefined,
    pointer: string,
    outer: Aliases,
  ): void {
    const at = pointerTo(pointer, 'entity');
    const aliases = new Aliases(outer);
    const later: (() => void)[] = [];
    const entity = this.#related(node, parent, at);
    aliases.addRoot(node, entity);
    this.#attributes(node, entity, at, aliases, later);
    for (const look of later) look();
    this.#where(where, pointerTo(pointer, 'where'), aliases);
  }

  #where(where: Where | null | undefined, pointer: string, aliases: Aliases): void {
    for (const [i, entry] of (where?.cond?.entries ?? []).entries()) {
      this.#where(entry, pointerTo(pointer, 'cond', 'entries', i), aliases);
    }
    for (const [i, argument] of (where?.func?.args ?? []).entries()) {
      this.#argument(argument, pointerTo(pointer, 'func', 'args', i), aliases);
    }
  }

  #argument({ entity, of, where }: Argument, pointer: string, aliases: Aliases): void {
    if (entity !== undefined) this.#within(entity, aliases.find(of), where, pointer, aliases);
  }

  #expression(expr: Expr, pointer: string, aliases: Aliases): void {
    if ('fn' in expr) {
      for (const [i, argument] of expr.args.entries()) {
        this.#expression(argument, pointerTo(pointer, 'args', i), aliases);
      }
    } else if ('case' in expr) {
      for (const [i, branch] of expr.case.entries()) {
        const at = pointerTo(pointer, 'case', i);
        this.#where(branch.when, pointerTo(at, 'when'), aliases);
        this.#expression(branch.then, pointerTo(at, 'then'), aliases);
      }
      if (expr.else !== undefined) this.#expression(expr.else, pointerTo(pointer, 'else'), aliases);
    }
  }

  /** If the parent is missing, the targets of its attributes are unknown. */
  #related(node: EntityNode, parent: VisibleEntity | null, pointer: string): VisibleEntity | null {
    const named = () => findEntity(this.#database, node.id, pointerTo(pointer, 'id'));
    if (parent === null) return this.#found(named, node, pointer);
    const reached = () => resolveRelation(this.#database, parent, node, pointer).entity;
    // The entity may exist although its relation is gone: check its attributes too.
    return this.#found(reached, node, pointer) ?? this.#database.entities.get(node.id) ?? null;
  }

  #found(find: () => VisibleEntity, node: EntityNode, pointer: string): VisibleEntity | null {
    try {
      return find();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { pointer: at = pointer, allowed = [], unknownName } = error.extras;
      if (unknownName === true) this.#add(at, nameAt(node, at), allowed);
      return null;
    }
  }

  #add(pointer: string, name: string, known: readonly string[]): void {
    this.#missing.push({ pointer, name, nearest: nearest(name, known, maxNearest) });
  }
}

/** The name in a node that a pointer refers to. */
function nameAt({ id, relation }: EntityNode, pointer: string): string {
  if (pointer.endsWith('/relation/attr_parent')) return relation?.attr_parent ?? '';
  if (pointer.endsWith('/relation/attr_child')) return relation?.attr_child ?? '';
  return id;
}
