// A filter as a person sets it: a field, an operator, values. Rules of this shape can be edited as a sentence.
import type { Column, Model } from '../../model/model.ts';
import {
  type Argument,
  type Condition,
  derivation,
  type ExistsArgument,
  emptyDocument,
  type Group,
  isAlias,
  isExists,
  isGroup,
  isNested,
  isParam,
  isValue,
  type Literal,
  type QueryDocument,
  type Rule,
  rootOf,
  type Step,
} from '../document.ts';
import { editAt, ensureAttribute, findAttribute } from '../edits.ts';
import { relatedQuery } from '../groups/related.ts';
import { countedColumn } from '../groups/rowCount.ts';
import {
  attributesOf,
  entitiesAlong,
  type FieldPath,
  multiplies,
  pathKey,
  relationsAlong,
  visitOf,
} from '../paths.ts';
import { aliasesInUse, uniqueName } from '../references.ts';
import { fromInstant, toInstant } from './instants.ts';
import { isNegated } from './relative.ts';
import { addRule, type RulePlace } from './rules.ts';

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

/** Rows with at least one, or no, matching related record; or restricting the records that measures cover; or both. */
export type Quantity = 'some' | 'none' | 'only' | 'both';

/** Whether the field has many values per row, so that a filter asks whether one of them matches. */
export function hasManyValues(doc: QueryDocument, model: Model, path: FieldPath): boolean {
  const root = rootOf(doc, path.root);
  if (!root || !multiplies(model, root.id, path.steps)) return false;
  // If the field is shown as one row per value, every row has a single value to compare.
  return !attributesOf(doc, model).some(
    ({ attribute, path: other }) =>
      attribute.selected &&
      other.root === path.root &&
      JSON.stringify(other.steps) === JSON.stringify(path.steps),
  );
}

const COMPARISON_OPERATOR = /^(NOT_)?(EQ|LTE?|GTE?|IN|BETWEEN_INC)$/;

/** Whether the operator compares by value instead of as text. */
export function comparesValues(operator: string): boolean {
  return COMPARISON_OPERATOR.test(operator);
}

function comparesInstants(column: Column | undefined, operator: string): boolean {
  return column?.isInstant === true && comparesValues(operator);
}

function writeValue(
  doc: QueryDocument,
  model: Model,
  value: FilterValue,
  isOfInstants: boolean,
): { doc: QueryDocument; argument: Argument } {
  const literal = (one: Literal) => (isOfInstants ? toInstant(one) : one);
  switch (value.kind) {
    case 'literal':
      return { doc, argument: { value: literal(value.value) } };
    case 'list':
      return { doc, argument: { value: value.values.map(literal) } };
    case 'open':
      return { doc, argument: {} };
    case 'param':
      return { doc, argument: { param: value.name } };
    case 'field': {
      const reference = ensureAttribute(doc, model, value.path);
      return { doc: reference.doc, argument: { alias: reference.alias } };
    }
  }
}

/** The alias of a related record's field within EXISTS. */
function aliasWithin({ steps, attribute }: FieldPath, taken: ReadonlySet<string>): string {
  return uniqueName(`${attribute} of ${steps.at(-1)?.entity ?? ''}`, taken);
}

/** A field of the records at the end of the step that is null only if there is no record. */
export function presenceField(
  model: Model,
  step: Pick<Step, 'entity' | 'other'> | undefined,
): string | undefined {
  return countedColumn(model.entities.get(step?.entity ?? '')) ?? step?.other;
}

/**
 * The filters, with a presence condition before each filter for null: intermediate records may have no further ones,
 * and then all their fields are null.
 */
function withPresence(model: Model, root: string, filters: readonly Filter[]): readonly Filter[] {
  const added = filters.flatMap((filter): readonly Filter[] => {
    const { path, operator, quantity } = filter;
    const way = relationsAlong(model, root, path.steps) ?? [];
    const end = way.findLastIndex(({ type }) => type === 'one2many');
    // Without a value in a field that every record has, it is the record that is missing.
    const isAbsent = end === way.length - 1 && path.attribute === presenceField(model, path.steps[end]);
    const last = isAbsent ? way.slice(0, end).findLastIndex(({ type }) => type === 'one2many') : end;
    const attribute = presenceField(model, path.steps[last]);
    if (operator !== 'IS_NULL' || last < 1 || attribute === undefined) return [filter];
    const there = { ...path, steps: path.steps.slice(0, last + 1), attribute };
    return [{ path: there, operator: 'NOT_IS_NULL', values: [], quantity }, filter];
  });
  const keys = added.map(({ path, operator }) => JSON.stringify([pathKey(path), operator]));
  return added.filter(({ operator }, i) => operator !== 'NOT_IS_NULL' || keys.indexOf(keys[i] ?? '') === i);
}

/** The rule that the same related record matches all filters, or that none does; the filters share their first step. */
export function writeExistence(
  doc: QueryDocument,
  model: Model,
  filters: readonly Filter[],
): Condition | undefined {
  const [first] = filters;
  const root = rootOf(doc, first?.path.root);
  if (!first || !root) return undefined;
  const taken = new Set(aliasesInUse(doc));
  let related: QueryDocument = { ...emptyDocument, entities: [{ ...root, attributes: [] }] };
  const entries: Condition[] = [];
  for (const { path, operator, values } of withPresence(model, root.id, filters)) {
    const present = findAttribute(related, model, path);
    const alias = present?.alias ?? aliasWithin(path, taken);
    if (!present) {
      const field = { id: path.attribute, alias, selected: false };
      related = editAt(related, model, path, (items) => [...items, field]);
      taken.add(alias);
    }
    const ofInstants = comparesInstants(columnAt(related, model, path), operator);
    const given = values.map((value) => writeValue(doc, model, value, ofInstants).argument);
    entries.push({ func: { name: operator, args: [{ alias }, ...given] } });
  }
  const [item, another] = related.entities[0]?.attributes ?? [];
  if (!item || !isNested(item) || another) return undefined;
  const where: Group = { cond: { with: 'AND', entries } };
  const exists: ExistsArgument = { entity: item.entity, of: root.alias, where };
  return { func: { name: first.quantity === 'none' ? 'NOT_EXISTS' : 'EXISTS', args: [exists] } };
}

/** The rule for a filter, and the document with aliases for its fields. */
export function writeFilter(
  doc: QueryDocument,
  model: Model,
  filter: Filter,
): { readonly doc: QueryDocument; readonly rule: Condition } | undefined {
  const root = rootOf(doc, filter.path.root);
  if (!root) return undefined;
  if (filter.quantity === undefined || filter.quantity === 'only') {
    let { doc: next, alias } = ensureAttribute(doc, model, filter.path);
    const args: Argument[] = [{ alias }];
    const ofInstants = comparesInstants(columnAt(doc, model, filter.path), filter.operator);
    for (const value of filter.values) {
      const written = writeValue(next, model, value, ofInstants);
      next = written.doc;
      args.push(written.argument);
    }
    return { doc: next, rule: { func: { name: filter.operator, args } } };
  }
  const rule = writeExistence(doc, model, [filter]);
  return rule && { doc, rule };
}

/** Whether a negation excludes more than its values: null is neither equal nor different. */
export function excludesMissing(
  { nullable }: Pick<Column, 'nullable'>,
  { path, operator, values, quantity }: Filter,
): boolean {
  const isOfOwn = quantity === undefined && values.every(({ kind }) => kind !== 'field');
  return isOfOwn && isNegated(operator) && operator !== 'NOT_IS_NULL' && (nullable || path.steps.length > 0);
}

/** Selects the rows that match the filter, and those without a value. */
export function addOrMissing(
  doc: QueryDocument,
  model: Model,
  filter: Filter,
  group: RulePlace,
): QueryDocument {
  const written = writeFilter(doc, model, filter);
  const missing = written && writeFilter(written.doc, model, { ...filter, operator: 'IS_NULL', values: [] });
  if (!missing) return doc;
  return addRule(missing.doc, group, { cond: { with: 'OR', entries: [written.rule, missing.rule] } });
}

function readValue(
  doc: QueryDocument,
  model: Model,
  argument: Argument,
  isOfInstants: boolean,
): FilterValue | undefined {
  const literal = (one: Literal) => (isOfInstants ? fromInstant(one) : one);
  if (isAlias(argument)) {
    const path = visitOf(doc, model, argument.alias)?.path;
    return path && { kind: 'field', path };
  }
  if (isExists(argument)) return undefined;
  if (isParam(argument)) return { kind: 'param', name: argument.param };
  if (!isValue(argument)) return { kind: 'open' };
  return Array.isArray(argument.value)
    ? { kind: 'list', values: argument.value.map(literal) }
    : // Not a list, as checked above; isArray's type guard does not narrow readonly lists.
      { kind: 'literal', value: literal(argument.value as Literal) };
}

/** The filters that the same related record has to satisfy; undefined if the rule has another shape. */
export function readExistence(
  doc: QueryDocument,
  model: Model,
  rule: Rule | undefined,
): readonly Filter[] | undefined {
  const exists = rule && !isGroup(rule) ? rule.func.args[0] : undefined;
  if (!isExists(exists) || exists.where.cond.with === 'NOT') return undefined;
  const root = rootOf(doc, exists.of);
  const { with: combinator, entries } = exists.where.cond;
  if (!root || (combinator === 'OR' && entries.length > 1)) return undefined;
  const fields = attributesOf(relatedQuery(root, exists), model);
  const quantity = rule?.func?.name === 'EXISTS' ? 'some' : 'none';
  const filters = entries.flatMap((one): Filter[] => {
    const [subject, ...rest] = isGroup(one) ? [] : one.func.args;
    const field = isAlias(subject)
      ? fields.find(({ attribute }) => attribute.alias === subject.alias)
      : undefined;
    const path = field?.path;
    const ofInstants = !isGroup(one) && comparesInstants(field?.column, one.func.name);
    const values = rest.map((argument) => readValue(doc, model, argument, ofInstants));
    if (isGroup(one) || !path || values.includes(undefined)) return [];
    return [
      { path, operator: one.func.name, values: values.filter((value) => value !== undefined), quantity },
    ];
  });
  return filters.length === entries.length ? filters : undefined;
}

/** The filter behind a rule; undefined if the rule has another shape and can only be removed. */
export function readFilter(doc: QueryDocument, model: Model, rule: Rule): Filter | undefined {
  if (isGroup(rule)) return undefined;
  const [subject, ...rest] = rule.func.args;
  if (isExists(subject)) {
    const [only, another] = readExistence(doc, model, rule) ?? [];
    return another ? undefined : only;
  }
  if (!isAlias(subject)) return undefined;
  const visit = visitOf(doc, model, subject.alias);
  const path = visit?.path;
  const ofInstants = comparesInstants(visit?.column, rule.func.name);
  const values = rest.map((argument) => readValue(doc, model, argument, ofInstants));
  if (!path || values.some((value) => value === undefined)) return undefined;
  return {
    path,
    operator: rule.func.name,
    values: values.filter((value) => value !== undefined),
    quantity: undefined,
  };
}

/** The computed field or the measure of related records at the path, if there is one. */
export function derivedAt(doc: QueryDocument, model: Model, path: FieldPath) {
  const key = pathKey(path);
  return attributesOf(doc, model).find((visit) => derivation(visit.attribute) && pathKey(visit.path) === key);
}

/** The field's column in the model, for its type. */
export function columnAt(doc: QueryDocument, model: Model, path: FieldPath) {
  const root = rootOf(doc, path.root);
  const own = root && entitiesAlong(model, root.id, path.steps)?.at(-1)?.column.get(path.attribute);
  return own ?? derivedAt(doc, model, path)?.column;
}
