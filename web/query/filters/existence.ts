// Filters that the same related record has to satisfy: "an invoice of 2024 with a total over 10" is one condition of
// two filters, whereas "an invoice of 2024, and an invoice over 10" may be two invoices.
import type { Model } from '../../model/model.ts';
import {
  type Condition,
  isExists,
  isGroup,
  noFilter,
  type QueryDocument,
  type Rule,
  rootOf,
  type Step,
} from '../document.ts';
import { relatedQuery, withRelated } from '../groups/related.ts';
import {
  type FieldPath,
  linkOf,
  multiplies,
  type NodePath,
  pathKey,
  relationOf,
  relationsAlong,
  sameStep,
} from '../paths.ts';
import { prune } from '../references.ts';
import {
  type Filter,
  presenceField,
  readExistence,
  readFilter,
  writeExistence,
  writeFilter,
} from './filters.ts';
import { addRule, isCombined, type RulePlace, removeRule, replaceRule, ruleAt } from './rules.ts';

/** The steps that both ways begin with. */
export function commonSteps(a: readonly Step[], b: readonly Step[]): readonly Step[] {
  const end = a.findIndex((step, i) => {
    const other = b[i];
    return other === undefined || !sameStep(step, other);
  });
  return end < 0 ? a : a.slice(0, end);
}

/** The steps to the record that both fields can belong to; undefined if there is none in common. */
function sharedSteps(
  doc: QueryDocument,
  model: Model,
  a: NodePath,
  b: NodePath,
): readonly Step[] | undefined {
  const root = rootOf(doc, a.root);
  const steps = a.root === b.root ? commonSteps(a.steps, b.steps) : [];
  return root && multiplies(model, root.id, steps) ? steps : undefined;
}

/** A condition that a filter may be combined with, so that the same record has to satisfy both. */
export interface CombinableCondition {
  readonly place: RulePlace;
  readonly filters: readonly Filter[];
  /** The name of that record, such as Invoice. */
  readonly thing: string;
}

/** The condition that the filter at the place is a part of. */
export function combinedConditionAt(doc: QueryDocument, place: RulePlace): RulePlace | undefined {
  const whole = place.slice(0, -1);
  const rule = whole.length > 0 ? ruleAt(doc, whole) : undefined;
  return rule && isCombined(rule) ? whole : undefined;
}

/** The group that contains a filter, alone or as a part of a condition. */
function groupOf(doc: QueryDocument, place: RulePlace): RulePlace {
  return (combinedConditionAt(doc, place) ?? place).slice(0, -1);
}

/** The conditions of a group that a filter on the path may be combined with; `at` is the filter's current place. */
export function combinableConditions(
  doc: QueryDocument,
  model: Model,
  path: NodePath,
  { group, at }: { readonly group?: RulePlace; readonly at?: RulePlace },
): readonly CombinableCondition[] {
  const place = at ? groupOf(doc, at) : (group ?? []);
  const all = place.length === 0 ? doc.where : ruleAt(doc, place);
  const root = rootOf(doc, path.root);
  // In an OR or a negation it does not matter whether it is the same record.
  if (!root || !all || !isGroup(all) || all.cond.with !== 'AND') return [];
  return all.cond.entries.flatMap((rule, i): readonly CombinableCondition[] => {
    const here = [...place, i];
    const parts = here.join() === at?.join() ? [] : (readExistence(doc, model, rule) ?? []);
    const isWhole = at !== undefined && combinedConditionAt(doc, at)?.join() === here.join();
    const filters = isWhole ? parts.filter((_, part) => part !== at.at(-1)) : parts;
    const steps = filters
      .map((filter) => sharedSteps(doc, model, path, filter.path) ?? [])
      .reduce((longest, some) => (some.length > longest.length ? some : longest), []);
    const many = relationsAlong(model, root.id, steps)?.findLast(({ type }) => type === 'one2many');
    return many ? [{ place: here, filters, thing: many.label }] : [];
  });
}

/**
 * Whether the operator matches many values. Two filters for a single value, or a few, are hardly meant for the same
 * record.
 */
function isBound(operator: string): boolean {
  return operator.startsWith('NOT_') || ['GT', 'GTE', 'LT', 'LTE'].includes(operator);
}

/**
 * The condition that a further filter most likely belongs to: the same record, unless it could not satisfy both, as
 * with two genres. Filters on absent records are never combined implicitly, since that would include more rows.
 */
export function likelyCombination(
  partners: readonly CombinableCondition[],
  { path, operator }: Pick<Filter, 'path' | 'operator'>,
): CombinableCondition | undefined {
  const isAgainst = (other: Filter) =>
    pathKey(other.path) === pathKey(path) && !isBound(operator) && !isBound(other.operator);
  return partners.findLast(
    ({ filters }) => filters.every(({ quantity }) => quantity === 'some') && !filters.some(isAgainst),
  );
}

/** Adds a filter to a condition, or replaces the part that it was. */
export function joinFilter(
  doc: QueryDocument,
  model: Model,
  whole: RulePlace,
  filter: Filter,
  part?: number,
): QueryDocument {
  const filters = readExistence(doc, model, ruleAt(doc, whole)) ?? [];
  const joined = part === undefined ? [...filters, filter] : filters.with(part, filter);
  return rewriteCombined(doc, model, whole, joined);
}

function rewriteCombined(
  doc: QueryDocument,
  model: Model,
  whole: RulePlace,
  filters: readonly Filter[],
): QueryDocument {
  // Its own aliases are free again.
  const rule = writeExistence(removeRule(doc, whole), model, filters);
  return rule ? replaceRule(doc, whole, rule) : doc;
}

/** Removes a part from its condition, whatever shape the others have. */
export function removePart(doc: QueryDocument, whole: RulePlace, part: number): QueryDocument {
  const rule = ruleAt(doc, whole);
  const exists = rule && !isGroup(rule) ? rule.func.args[0] : undefined;
  const root = isExists(exists) && rootOf(doc, exists.of);
  if (!rule || isGroup(rule) || !isExists(exists) || !root) return doc;
  const { cond } = exists.where;
  const where = { cond: { ...cond, entries: cond.entries.toSpliced(part, 1) } };
  const rest = withRelated(exists, prune(relatedQuery(root, { ...exists, where })));
  return replaceRule(doc, whole, { func: { ...rule.func, args: [rest] } });
}

/** The filters, grouped by condition: those on the same related record belong together. */
function conditionsOf(
  doc: QueryDocument,
  model: Model,
  filters: readonly Filter[],
): readonly (readonly Filter[])[] {
  const conditions: Filter[][] = [];
  for (const filter of filters) {
    const asks = filter.quantity === 'some' || filter.quantity === 'none';
    const same = conditions.find(([first]) => {
      const isAlike = asks && first?.quantity === filter.quantity;
      return isAlike && sharedSteps(doc, model, first.path, filter.path) !== undefined;
    });
    if (same) same.push(filter);
    else conditions.push([filter]);
  }
  return conditions;
}

/** Adds filters such that the same related record has to satisfy all that concern it. */
export function addCombined(doc: QueryDocument, model: Model, filters: readonly Filter[]): QueryDocument {
  return conditionsOf(doc, model, filters).reduce((next, [first, ...more]) => {
    if (more.length === 0 || !first) {
      const written = first && writeFilter(next, model, first);
      return written ? addRule(written.doc, [], written.rule) : next;
    }
    const rule = writeExistence(next, model, [first, ...more]);
    return rule ? addRule(next, [], rule) : next;
  }, doc);
}

/**
 * Ungrouped rows have nothing to count: filters on related records become an existence condition on a single record.
 */
export function asExistenceTest(
  doc: QueryDocument,
  model: Model,
  isAsked = ({ root, steps }: NodePath) => multiplies(model, rootOf(doc, root)?.id ?? '', steps),
): QueryDocument {
  if (doc.where.cond.with !== 'AND') return doc;
  const asked: Filter[] = [];
  const kept = doc.where.cond.entries.filter((rule) => {
    const filter = readFilter(doc, model, rule);
    if (!filter || filter.quantity || !isAsked(filter.path)) return true;
    asked.push({ ...filter, quantity: 'some' });
    return false;
  });
  const { cond } = doc.where;
  return prune(addCombined({ ...doc, where: { cond: { ...cond, entries: kept } } }, model, asked));
}

/**
 * Keeps records with, or without, related ones at the end of the path. Intermediate records may have no further ones,
 * so with several steps the condition is on a field that every record at the end has.
 */
export function addPresence(
  doc: QueryDocument,
  model: Model,
  path: NodePath,
  presence: 'EXISTS' | 'NOT_EXISTS',
): QueryDocument {
  const attribute = presenceField(model, path.steps.at(-1));
  const rule = presenceRule(doc, model, path, presence);
  if (!rule || attribute === undefined) return doc;
  if (path.steps.length > 1) {
    const isMany = multiplies(model, rootOf(doc, path.root)?.id ?? '', path.steps);
    const there = presenceFilter({ ...path, attribute }, presence === 'EXISTS', isMany);
    const written = writeFilter(doc, model, there);
    return written ? addRule(written.doc, [], written.rule) : doc;
  }
  return addRule(doc, [], rule);
}

/** Requires a value at the end of the path, or none; of many values, at least one. */
export function presenceFilter(path: FieldPath, isPresent: boolean, isMany: boolean): Filter {
  if (isMany) return { path, operator: 'NOT_IS_NULL', values: [], quantity: isPresent ? 'some' : 'none' };
  return { path, operator: isPresent ? 'NOT_IS_NULL' : 'IS_NULL', values: [], quantity: undefined };
}

/** Requires records at the first step of the path, or none. */
export function presenceRule(
  doc: QueryDocument,
  model: Model,
  path: NodePath,
  presence: 'EXISTS' | 'NOT_EXISTS',
): Condition | undefined {
  const root = rootOf(doc, path.root);
  const [step] = path.steps;
  const relation = step && relationOf(model.entities.get(root?.id ?? ''), step);
  if (!root || !relation) return undefined;
  const entity = { id: step.entity, relation: linkOf(relation), attributes: [] };
  return { func: { name: presence, args: [{ entity, of: root.alias, where: noFilter }] } };
}

/** Whether an earlier condition concerns the same kind of records, so that "another" has to be said. */
export function needsAnother(before: readonly Rule[], rule: Condition): boolean {
  const related = (one: Rule) => {
    const exists = isGroup(one) ? undefined : one.func.args[0];
    return isExists(exists)
      ? JSON.stringify([exists.of, exists.entity.id, exists.entity.relation])
      : undefined;
  };
  const asksFor = (one: Rule) => (one.func?.name === 'EXISTS' ? related(one) : undefined);
  const own = asksFor(rule);
  return own !== undefined && before.some((one) => asksFor(one) === own);
}
