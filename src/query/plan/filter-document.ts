// A condition of the policy as a query document: its columns become attributes, user attributes become parameters.
import type { AttributeItem, EntityNode } from '../../contract/grid.ts';
import { isLosslessNumber, pointerTo } from '../../contract/json.ts';
import type { PolicyArgument, PolicyWhere, UserAttribute, UserAttributes } from '../../contract/policy.ts';
import { didYouMean } from '../../contract/suggest.ts';
import type { Entity, VisibleDatabase } from '../../model/database.ts';
import { invalid } from './problems.ts';
import { findEntity } from './relations.ts';

export interface FilterDocument {
  /** The user attributes that the condition uses. */
  readonly users: readonly string[];
  /** A query for the rows that a user with these attributes may see; null if a required attribute is missing. */
  withValues(attributes: UserAttributes): unknown;
  /** The same query for a user who has every required attribute. */
  readonly sample: unknown;
}

/** The columns of an entity that a condition may not use: they vanished, and may hold something else if they return. */
export type WithheldColumns = (entity: Entity) => ReadonlySet<string>;

const none: ReadonlySet<string> = new Set();

/** `pointer`: the place of the condition within the policy. */
export function filterDocument(
  database: VisibleDatabase,
  entity: Entity,
  rows: PolicyWhere,
  pointer: string,
  withheld: WithheldColumns = () => none,
): FilterDocument {
  const names = new Names(withheld);
  const root = new Level(database, entity, null, names);
  const where = root.where(rows, pointer);
  const [first] = entity.columns;
  const attributes = [...root.attributes];
  if (attributes.length === 0 && first !== undefined) attributes.push({ id: first.name });
  const entities = [{ id: entity.name, attributes }];
  const users = [...names.users.keys()];
  const query = (values: UserAttributes) => ({
    entities,
    where,
    parameters: users.map((name) => parameterOf(name, values[name] ?? '')),
    arguments: Object.fromEntries(users.map((name) => [name, values[name]])),
  });
  return {
    users,
    withValues: (values) => (users.every((name) => isPresent(values, name)) ? query(values) : null),
    sample: query(Object.fromEntries([...names.users].map(([name, isList]) => [name, isList ? ['?'] : '?']))),
  };
}

/** Empty values count as missing: they cannot grant anything. */
export function isPresent(attributes: UserAttributes, name: string): boolean {
  const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  if (value === undefined || value === '') return false;
  return !Array.isArray(value) || (value.length > 0 && !value.includes(''));
}

function parameterOf(name: string, value: UserAttribute): object {
  const types = new Set([value].flat().map(typeOf));
  const [type = 'text', ...others] = types;
  return { name, type: others.length === 0 ? type : 'json', many: Array.isArray(value) };
}

function typeOf(value: unknown): string {
  if (typeof value === 'number' || isLosslessNumber(value)) return 'numeric';
  return typeof value === 'boolean' ? 'boolean' : 'text';
}

/** The names given within one document. */
class Names {
  readonly withheld: WithheldColumns;
  /** By user attribute: whether it is used where a list is allowed. */
  readonly users = new Map<string, boolean>();
  #count = 0;

  constructor(withheld: WithheldColumns) {
    this.withheld = withheld;
  }

  alias(): string {
    return `attribute ${++this.#count}`;
  }
}

/** An entity whose columns a condition may name, inside its outer entities. */
class Level {
  readonly #database: VisibleDatabase;
  readonly #entity: Entity;
  readonly #outer: Level | null;
  readonly #names: Names;
  readonly #aliases = new Map<string, string>();

  constructor(database: VisibleDatabase, entity: Entity, outer: Level | null, names: Names) {
    this.#database = database;
    this.#entity = entity;
    this.#outer = outer;
    this.#names = names;
  }

  get attributes(): AttributeItem[] {
    return [...this.#aliases].map(([id, alias]) => ({ id, alias }));
  }

  where(where: PolicyWhere | null | undefined, pointer: string): object | null {
    if (where === null || where === undefined) return null;
    const { cond, func } = where;
    const entries = pointerTo(pointer, 'cond', 'entries');
    const args = pointerTo(pointer, 'func', 'args');
    return {
      ...(cond && {
        cond: { ...cond, entries: cond.entries.map((entry, i) => this.where(entry, pointerTo(entries, i))) },
      }),
      ...(func && {
        func: {
          ...func,
          args: func.args.map((argument, i) => {
            refuseMixed(argument, mayBeOpen(func), pointerTo(args, i));
            return this.#argument(argument, isListed(func, i), pointerTo(args, i));
          }),
        },
      }),
    };
  }

  #argument(argument: PolicyArgument, isList: boolean, pointer: string): object {
    const { attr, user, entity, where, ...rest } = argument;
    if (attr !== undefined) return { ...rest, alias: this.#alias(attr, pointerTo(pointer, 'attr')) };
    if (user !== undefined) {
      this.#names.users.set(user, (this.#names.users.get(user) ?? true) && isList);
      return { ...rest, param: user };
    }
    if (entity === undefined) return { ...rest, ...(where === undefined ? {} : { where }) };
    const related = findEntity(this.#database, entity.id, pointerTo(pointer, 'entity', 'id'));
    const inner = new Level(this.#database, related, this, this.#names);
    const condition = inner.where(where, pointerTo(pointer, 'where'));
    const node: EntityNode = { ...entity, attributes: [...(entity.attributes ?? []), ...inner.attributes] };
    return { ...rest, entity: node, where: condition };
  }

  /** The alias in the nearest entity that has such a column, or had one: an outer entity's would mean something else. */
  #alias(attribute: string, pointer: string): string {
    for (let level: Level | null = this; level !== null; level = level.#outer) {
      level.#refuseWithheld(attribute, pointer);
      if (level.#entity.column.has(attribute)) return level.#own(attribute);
    }
    const { name, columns } = this.#entity;
    const allowed = columns.map((column) => column.name);
    throw invalid(`${name} has no attribute "${attribute}".${didYouMean(attribute, allowed)}`, {
      pointer,
      allowed,
    });
  }

  #refuseWithheld(attribute: string, pointer: string): void {
    if (!this.#names.withheld(this.#entity).has(attribute)) return;
    const isBack = this.#entity.column.has(attribute);
    throw invalid(`${this.#entity.name}.${attribute} vanished${isBack ? ' and came back' : ''}.`, {
      pointer,
    });
  }

  #own(attribute: string): string {
    const known = this.#aliases.get(attribute) ?? this.#names.alias();
    this.#aliases.set(attribute, known);
    return known;
  }
}

const kinds = ['attr', 'user', 'alias', 'value', 'period', 'entity'] as const;

/** An argument has exactly one meaning: with two, one would be ignored. */
function refuseMixed(argument: PolicyArgument, isOpen: boolean, pointer: string): void {
  const given = kinds.filter((kind) => argument[kind] !== undefined);
  const hasMore = argument.of !== undefined || argument.where !== undefined;
  if (given.length > 1 || (hasMore && argument.entity === undefined)) {
    throw invalid('An argument is either {attr}, {user} or {value}; entity, of and where belong to EXISTS.', {
      pointer,
    });
  }
  if (given.length === 1 || isOpen) return;
  throw invalid('An argument is {attr}, {user} or {value}; {} is an open end, and only of a between.', {
    pointer,
  });
}

function mayBeOpen({ name }: NonNullable<PolicyWhere['func']>): boolean {
  return name.endsWith('BETWEEN_INC');
}

/** Whether an argument may be a list, as for IN and NOT_IN. */
function isListed({ name, args }: NonNullable<PolicyWhere['func']>, index: number): boolean {
  return (name === 'IN' || name === 'NOT_IN') && index === 1 && args.length === 2;
}
