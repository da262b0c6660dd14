// A filter as a person sets it: a field, an operator, values. Rules of this shape can be edited as a sentence.
import type { Model } from '../model/model.ts';
import {
  type Argument,
  type Condition,
  derivation,
  type EntityNode,
  type ExistsArgument,
  isAlias,
  isExists,
  isGroup,
  isNested,
  isParam,
  isValue,
  type Literal,
  type QueryDocument,
  type Rule,
  type Step,
} from './document.ts';
import { referTo } from './edits.ts';
import {
  attributesOf,
  entitiesAlong,
  type FieldPath,
  linkOf,
  multiplies,
  pathKey,
  relationOf,
  relationOfNode,
  stepOf,
} from './paths.ts';
import { aliasesInUse } from './references.ts';

export type FilterValue =
  | { readonly kind: 'literal'; readonly value: Literal }
  | { readonly kind: 'list'; readonly values: readonly Literal[] }
  | { readonly kind: 'field'; readonly path: FieldPath }
  | { readonly kind: 'param'; readonly name: string }
  | { readonly kind: 'open' };

export interface Filter {
  readonly path: FieldPath;
  readonly operator: string;
  readonly values: readonly FilterValue[];
  /** For records reached through a one2many; undefined for all others. */
  readonly quantity: Quantity | undefined;
}

/** Rows whose related records fit, at least one or none of them; or which of them the measures take in; or both. */
export type Quantity = 'some' | 'none' | 'only' | 'both';

/** Whether the field has many values per row, so that a filter asks whether one of them fits. */
export function asksForExistence(doc: QueryDocument, model: Model, path: FieldPath): boolean {
  const root = doc.entities.find(({ alias }) => alias === path.root);
  if (!root || !multiplies(model, root.id, path.steps)) return false;
  // If the field is shown as one row each, every row has one value to compare.
  return !attributesOf(doc, model).some(
    ({ attribute, path: other }) =>
      attribute.selected &&
      other.root === path.root &&
      JSON.stringify(other.steps) === JSON.stringify(path.steps),
  );
}

function writeValue(
  doc: QueryDocument,
  model: Model,
  value: FilterValue,
): { doc: QueryDocument; argument: Argument } {
  switch (value.kind) {
    case 'literal':
      return { doc, argument: { value: value.value } };
    case 'list':
      return { doc, argument: { value: value.values } };
    case 'open':
      return { doc, argument: {} };
    case 'param':
      return { doc, argument: { param: value.name } };
    case 'field': {
      const reference = referTo(doc, model, value.path);
      return { doc: reference.doc, argument: { alias: reference.alias } };
    }
  }
}

/** The chain of nodes from the root to the field, for the argument of EXISTS. */
function chain(
  model: Model,
  rootEntity: string,
  steps: readonly Step[],
  alias: string,
  id: string,
): EntityNode | undefined {
  const [step, ...rest] = steps;
  if (!step) return undefined;
  const relation = relationOf(model.entities.get(rootEntity), step);
  if (!relation) return undefined;
  const inner = chain(model, step.entity, rest, alias, id);
  return {
    id: step.entity,
    relation: linkOf(relation),
    attributes: inner ? [{ entity: inner }] : [{ id, alias, selected: false }],
  };
}

/** The rule for a filter, and the document in which the fields it speaks of have aliases. */
export function writeFilter(
  doc: QueryDocument,
  model: Model,
  filter: Filter,
): { readonly doc: QueryDocument; readonly rule: Condition } | undefined {
  const root = doc.entities.find(({ alias }) => alias === filter.path.root);
  if (!root) return undefined;
  if (filter.quantity === undefined || filter.quantity === 'only') {
    let { doc: next, alias } = referTo(doc, model, filter.path);
    const args: Argument[] = [{ alias }];
    for (const value of filter.values) {
      const written = writeValue(next, model, value);
      next = written.doc;
      args.push(written.argument);
    }
    return { doc: next, rule: { func: { name: filter.operator, args } } };
  }
  const taken = aliasesInUse(doc);
  let alias = `${filter.path.attribute} of ${filter.path.steps.at(-1)?.entity ?? ''}`;
  for (let n = 2; taken.has(alias); n++) alias = `${alias.replace(/ \d+$/, '')} ${n}`;
  const entity = chain(model, root.id, filter.path.steps, alias, filter.path.attribute);
  if (!entity) return undefined;
  const args = [{ alias }, ...filter.values.map((value) => writeValue(doc, model, value).argument)];
  const exists: ExistsArgument = {
    entity,
    of: root.alias,
    where: { cond: { with: 'AND', entries: [{ func: { name: filter.operator, args } }] } },
  };
  return {
    doc,
    rule: { func: { name: filter.quantity === 'none' ? 'NOT_EXISTS' : 'EXISTS', args: [exists] } },
  };
}

function readValue(doc: QueryDocument, model: Model, argument: Argument): FilterValue | undefined {
  if (isAlias(argument)) {
    const path = attributesOf(doc, model).find(({ attribute }) => attribute.alias === argument.alias)?.path;
    return path && { kind: 'field', path };
  }
  if (isExists(argument)) return undefined;
  if (isParam(argument)) return { kind: 'param', name: argument.param };
  if (!isValue(argument)) return { kind: 'open' };
  return Array.isArray(argument.value)
    ? { kind: 'list', values: argument.value }
    : // Not a list, as just asked; the type guard of isArray does not narrow readonly lists.
      { kind: 'literal', value: argument.value as Literal };
}

function readExists(
  model: Model,
  doc: QueryDocument,
  exists: ExistsArgument,
): Omit<Filter, 'quantity'> | undefined {
  const root = doc.entities.find(({ alias }) => alias === exists.of);
  const [rule, more] = exists.where.cond.entries;
  if (!root || !rule || more || isGroup(rule)) return undefined;
  const steps: Step[] = [];
  let parent = model.entities.get(root.id);
  let node: EntityNode | undefined = exists.entity;
  let attribute: string | undefined;
  while (node) {
    const relation = relationOfNode(parent, node);
    const item: EntityNode['attributes'][number] | undefined = node.attributes[0];
    if (!relation || !item || node.attributes.length !== 1) return undefined;
    steps.push(stepOf(relation));
    parent = model.entities.get(node.id);
    if (!isNested(item)) attribute = item.id;
    node = isNested(item) ? item.entity : undefined;
  }
  const values = rule.func.args.slice(1).map((argument) => readValue(doc, model, argument));
  if (attribute === undefined || values.some((value) => value === undefined)) return undefined;
  return {
    path: { root: root.alias, steps, attribute },
    operator: rule.func.name,
    values: values.filter((value) => value !== undefined),
  };
}

/** The filter behind a rule; undefined where the rule has another shape and can only be removed. */
export function readFilter(doc: QueryDocument, model: Model, rule: Rule): Filter | undefined {
  if (isGroup(rule)) return undefined;
  const [subject, ...rest] = rule.func.args;
  if (isExists(subject)) {
    const inner = readExists(model, doc, subject);
    return inner && { ...inner, quantity: rule.func.name === 'EXISTS' ? 'some' : 'none' };
  }
  if (!isAlias(subject)) return undefined;
  const path = attributesOf(doc, model).find(({ attribute }) => attribute.alias === subject.alias)?.path;
  const values = rest.map((argument) => readValue(doc, model, argument));
  if (!path || values.some((value) => value === undefined)) return undefined;
  return {
    path,
    operator: rule.func.name,
    values: values.filter((value) => value !== undefined),
    quantity: undefined,
  };
}

/** The computed field or the measure of related records at the path, if it is one. */
export function derivedAt(doc: QueryDocument, model: Model, path: FieldPath) {
  const key = pathKey(path);
  return attributesOf(doc, model).find((visit) => derivation(visit.attribute) && pathKey(visit.path) === key);
}

/** The field's column in the model, for its type. */
export function columnAt(doc: QueryDocument, model: Model, path: FieldPath) {
  const root = doc.entities.find(({ alias }) => alias === path.root);
  const own = root && entitiesAlong(model, root.id, path.steps)?.at(-1)?.column.get(path.attribute);
  return own ?? derivedAt(doc, model, path)?.column;
}
