// Converts a policy condition to a query document and back, so that it can be shown and edited like the workbench's
// filters.
//
// The columns of the policy's condition become fields of the document, the user's attributes become parameters.
import type * as wire from '../../../src/contract/grid.ts';
import type { PolicyArgument, PolicyWhere } from '../../../src/contract/policy.ts';
import type { Entity, Model } from '../../model/model.ts';
import { emptyDocument, isGroup, type QueryDocument, type Rule } from '../document.ts';
import { attributesOf } from '../paths.ts';
import { uniqueName } from '../references.ts';
import { toSaved } from '../request.ts';
import { fromSaved } from '../saved.ts';
import { readFilter, writeFilter } from './filters.ts';

/** An entity whose columns a condition may name, and the enclosing ones. */
class Level {
  readonly #entity: Entity | undefined;
  readonly #outer: Level | undefined;
  readonly #taken: Set<string>;
  readonly #aliases = new Map<string, string>();

  constructor(entity: Entity | undefined, outer: Level | undefined, taken: Set<string>) {
    this.#entity = entity;
    this.#outer = outer;
    this.#taken = taken;
  }

  get attributes(): readonly wire.AttributeItem[] {
    return [...this.#aliases].map(([id, alias]) => ({ id, alias, selected: false }));
  }

  /** The alias in the nearest entity with such a column. */
  alias(attribute: string): string {
    let owner: Level | undefined = this;
    while (owner && !owner.#entity?.column.has(attribute)) owner = owner.#outer;
    return (owner ?? this).#own(attribute);
  }

  within(entity: Entity | undefined): Level {
    return new Level(entity, this, this.#taken);
  }

  #own(attribute: string): string {
    const known = this.#aliases.get(attribute);
    if (known !== undefined) return known;
    const alias = uniqueName(attribute, this.#taken);
    this.#taken.add(alias);
    this.#aliases.set(attribute, alias);
    return alias;
  }
}

class Reader {
  readonly users = new Set<string>();
  readonly #model: Model;
  readonly #root: string;

  constructor(model: Model, root: string) {
    this.#model = model;
    this.#root = root;
  }

  where({ cond, func }: PolicyWhere, level: Level): wire.Where {
    return {
      ...(cond && { cond: { ...cond, entries: cond.entries.map((entry) => this.where(entry, level)) } }),
      ...(func && { func: { ...func, args: func.args.map((one) => this.#argument(one, level)) } }),
    };
  }

  #argument({ attr, user, entity, where, ...rest }: PolicyArgument, level: Level): wire.Argument {
    // All other arguments are written as in queries.
    const others = rest as wire.Argument;
    if (attr !== undefined) return { ...others, alias: level.alias(attr) };
    if (user !== undefined) {
      this.users.add(user);
      return { ...others, param: user };
    }
    if (entity === undefined) return others;
    const inner = level.within(this.#model.entities.get(entity.id));
    const condition = where ? this.where(where, inner) : null;
    const attributes = [...(entity.attributes ?? []), ...inner.attributes];
    return { of: this.#root, ...others, entity: { ...entity, attributes }, where: condition };
  }
}

/** Undefined if the page has no words for some part of it. */
export function rowsDocument(
  model: Model,
  entity: string,
  rows: PolicyWhere | undefined,
): QueryDocument | undefined {
  const root = { id: entity, alias: entity, relation: null, attributes: [] };
  if (rows === undefined) return { ...emptyDocument, entities: [root] };
  const reader = new Reader(model, entity);
  const level = new Level(model.entities.get(entity), undefined, new Set());
  const where = reader.where(rows, level);
  const parameters = [...reader.users].map((name) => ({ name, type: 'text' as const }));
  return fromSaved(
    { entities: [{ ...root, attributes: [...level.attributes] }], where, parameters },
    undefined,
  );
}

/** Fields of related records become EXISTS conditions, the only form that a policy supports. */
function asExistence(doc: QueryDocument, model: Model, rule: Rule): Rule | undefined {
  if (isGroup(rule)) {
    const entries = rule.cond.entries.map((entry) => asExistence(doc, model, entry));
    if (entries.includes(undefined)) return undefined;
    return { cond: { ...rule.cond, entries: entries.filter((entry) => entry !== undefined) } };
  }
  const filter = readFilter(doc, model, rule);
  if (!filter || filter.quantity !== undefined) return rule;
  const compared = filter.values.filter((value) => value.kind === 'field');
  if (filter.path.steps.length === 0) {
    return compared.every(({ path }) => path.steps.length === 0) ? rule : undefined;
  }
  if (compared.length > 0) return undefined;
  return writeFilter(doc, model, { ...filter, quantity: 'some' })?.rule;
}

function written(where: wire.Where, columns: ReadonlyMap<string, string>, root: string): PolicyWhere {
  const { cond, func } = where;
  return {
    ...(cond && { cond: { ...cond, entries: cond.entries.map((entry) => written(entry, columns, root)) } }),
    ...(func && { func: { ...func, args: func.args.map((one) => writtenArgument(one, columns, root)) } }),
  };
}

function writtenArgument(
  { alias, param, of, entity, where, ...rest }: wire.Argument,
  columns: ReadonlyMap<string, string>,
  root: string,
): PolicyArgument {
  // Both write values and periods in the same way.
  const others = rest as PolicyArgument;
  if (param !== undefined) return { ...others, user: param };
  if (alias !== undefined) {
    const attr = columns.get(alias);
    return attr === undefined ? { ...others, alias } : { ...others, attr };
  }
  if (!entity) return others;
  const { attributes = [], ...node } = entity;
  const own = attributes.flatMap((item) =>
    'id' in item && item.alias !== undefined ? [[item.alias, item.id] as const] : [],
  );
  const isPlain = own.length === attributes.length;
  return {
    ...others,
    ...(of === undefined || of === root ? {} : { of }),
    entity: isPlain ? node : entity,
    where: where ? written(where, new Map([...columns, ...(isPlain ? own : [])]), root) : null,
  };
}

/** Null for all rows; undefined if a filter compares fields of different records, which a policy cannot express. */
export function rowsOf(doc: QueryDocument, model: Model): PolicyWhere | null | undefined {
  const [root] = doc.entities;
  if (!root || doc.where.cond.entries.length === 0) return null;
  const where = asExistence(doc, model, doc.where);
  if (!where || !isGroup(where)) return undefined;
  const columns = new Map(
    attributesOf(doc, model)
      .filter(({ path }) => path.steps.length === 0)
      .map(({ attribute }) => [attribute.alias, attribute.id]),
  );
  const sent = toSaved({ ...doc, where }).where;
  if (!sent) return null;
  const all = written(sent, columns, root.alias);
  const [only, more] = all.cond?.entries ?? [];
  // An AND group with a single entry is equivalent to the entry.
  return all.cond?.with === 'AND' && only && !more ? only : all;
}
