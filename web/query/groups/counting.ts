// Filters on related records that a query also measures have two readings: which rows are shown, or which of the
// related records are counted. The sentence says which one applies; neither is chosen silently.
import type { Model } from '../../model/model.ts';
import {
  type Condition,
  isAlias,
  noFilter,
  type QueryDocument,
  type Rule,
  rootOf,
  type Step,
} from '../document.ts';
import { addCombined, combinedConditionAt, joinFilter, removePart } from '../filters/existence.ts';
import { type Filter, readExistence, readFilter, writeFilter } from '../filters/filters.ts';
import {
  addRule,
  conditionPlaces,
  type RulePlace,
  removeRule,
  replaceRule,
  ruleAt,
} from '../filters/rules.ts';
import { attributesOf, type FieldPath, multiplies, type NodePath, sameStep, visitOf } from '../paths.ts';
import { prune, pruneParameters } from '../references.ts';
import { addMeasure } from './grouping.ts';
import { addRollup, changeFilters, filtersOf, type RollupMethod, rollupsOf } from './rollups.ts';

function isPrefix(short: readonly Step[], long: readonly Step[]): boolean {
  return short.every((step, i) => {
    const other = long[i];
    return other !== undefined && sameStep(step, other);
  });
}

/** Whether one of the paths is a prefix of the other and leads to many related records. */
export function sharePathToMany(doc: QueryDocument, model: Model, a: NodePath, b: NodePath): boolean {
  const root = rootOf(doc, a.root);
  const [short, long] = a.steps.length <= b.steps.length ? [a, b] : [b, a];
  return (
    root !== undefined &&
    a.root === b.root &&
    multiplies(model, root.id, short.steps) &&
    isPrefix(short.steps, long.steps)
  );
}

/** Whether the query measures the related records at the path or along it. */
export function isMeasured(doc: QueryDocument, model: Model, path: NodePath): boolean {
  if (!doc.grouped) {
    return rollupsOf(doc, model).some(({ measured }) => sharePathToMany(doc, model, path, measured.path));
  }
  return attributesOf(doc, model).some(
    ({ attribute, path: other }) =>
      (attribute.summaries?.length ?? 0) > 0 && sharePathToMany(doc, model, path, other),
  );
}

/** The condition applies to the related records themselves, so only matching ones are counted. */
export function countsOnly(doc: QueryDocument, model: Model, { func }: Condition): boolean {
  const [subject] = func.args;
  if (!doc.grouped || !isAlias(subject)) return false;
  const visit = visitOf(doc, model, subject.alias);
  return visit !== undefined && !visit.attribute.selected && isMeasured(doc, model, visit.path);
}

/** The filters on related records in a rule; a plain filter counts as one. */
function filtersIn(doc: QueryDocument, model: Model, rule: Rule): readonly Filter[] {
  const filter = readFilter(doc, model, rule);
  return filter ? [filter] : (readExistence(doc, model, rule) ?? []);
}

/** Rewrites the top-level rules whose filters `change` gives another reading. */
function rewrite(
  doc: QueryDocument,
  model: Model,
  change: (filters: readonly Filter[]) => readonly Filter[] | undefined,
): QueryDocument {
  if (doc.where.cond.with !== 'AND') return doc;
  let next: QueryDocument = { ...doc, where: noFilter };
  for (const rule of doc.where.cond.entries) {
    const changed = change(filtersIn(doc, model, rule));
    next = changed ? addCombined(next, model, changed) : addRule(next, [], rule);
  }
  return prune(next);
}

/** Whether the filters require such related records, so that a measure could be restricted to matching ones. */
function isRequired(doc: QueryDocument, model: Model, path: NodePath, filters: readonly Filter[]): boolean {
  const asks = (filter: Filter) =>
    filter.quantity === 'some' && sharePathToMany(doc, model, filter.path, path);
  return filters.length > 0 && filters.every(asks);
}

/** The filters that require such related records, if a measure could be restricted to matching ones. */
function requiredFilters(doc: QueryDocument, model: Model, path: NodePath): readonly Filter[] {
  if (doc.where.cond.with !== 'AND') return [];
  return doc.where.cond.entries
    .map((rule) => filtersIn(doc, model, rule))
    .filter((filters) => isRequired(doc, model, path, filters))
    .flatMap((filters) => filters.map(asCountFilter));
}

/** The filters for a new measure of such records: those of the query, and those of other measures. */
function filtersFor(doc: QueryDocument, model: Model, path: NodePath): readonly Filter[] {
  const counted = countings(doc, model).filter(({ filter }) =>
    sharePathToMany(doc, model, filter.path, path),
  );
  return distinct([...requiredFilters(doc, model, path), ...counted.map(({ filter }) => filter)]);
}

/** Whether the query's filters could restrict a measure of such records. */
export function canRestrictMeasure(doc: QueryDocument, model: Model, path: NodePath): boolean {
  return (doc.grouped ? requiredFilters(doc, model, path) : filtersFor(doc, model, path)).length > 0;
}

/** Adds a measure restricted by the query's filters. The filters offer the other reading. */
export function addMeasureOfFiltered(
  doc: QueryDocument,
  model: Model,
  path: FieldPath,
  taken: RollupMethod,
): QueryDocument {
  if (!doc.grouped) return addRollup(doc, model, path, taken, filtersFor(doc, model, path));
  // Groups have no first record.
  if (typeof taken === 'object') return doc;
  const measured = addMeasure(doc, model, path, taken);
  return rewrite(measured, model, (filters) =>
    isRequired(doc, model, path, filters) ? filters.map(asCountFilter) : undefined,
  );
}

/** A filter on what measures cover, and the measures that have it. */
export interface Counting {
  readonly filter: Filter;
  readonly columns: readonly string[];
}

const same = (a: Filter, b: Filter) => JSON.stringify(a) === JSON.stringify(b);
const asCountFilter = (filter: Filter): Filter => ({ ...filter, quantity: 'only' });

function distinct(filters: readonly Filter[]): readonly Filter[] {
  return filters.filter((filter, i) => filters.findIndex((other) => same(filter, other)) === i);
}

/** The filters on what the measures of ungrouped rows cover. */
export function countings(doc: QueryDocument, model: Model): readonly Counting[] {
  const all = rollupsOf(doc, model).map((measure) => ({
    alias: measure.attribute.alias,
    filters: filtersOf(measure, model),
  }));
  return distinct(all.flatMap(({ filters }) => filters)).map((filter) => ({
    filter,
    columns: all.filter(({ filters }) => filters.some((one) => same(one, filter))).map(({ alias }) => alias),
  }));
}

/** Removes a filter from all measures. */
export function removeCounting(doc: QueryDocument, model: Model, filter: Filter): QueryDocument {
  return changeFilters(doc, model, (measure) => {
    const filters = filtersOf(measure, model);
    const rest = filters.filter((one) => !same(one, asCountFilter(filter)));
    return rest.length < filters.length ? rest : undefined;
  });
}

/** Replaces a filter in the measures that have it. */
function replaceCounting(doc: QueryDocument, model: Model, before: Filter, filter: Filter): QueryDocument {
  return changeFilters(doc, model, (measure) => {
    const filters = filtersOf(measure, model);
    return filters.some((one) => same(one, before))
      ? distinct(filters.map((one) => (same(one, before) ? filter : one)))
      : undefined;
  });
}

/** Whether a filter on what measures cover also selects the rows, so that both appear as a single filter. */
export function alsoSelectsRows(doc: QueryDocument, model: Model, { filter }: Counting): boolean {
  return conditionPlaces(doc.where).some((place) => {
    const reading = readingAt(doc, model, place);
    return reading?.quantity === 'both' && same(asCountFilter(reading), filter);
  });
}

/** The filter at a place, as a person reads it: it may select rows and also restrict what the measures cover. */
export function readingAt(doc: QueryDocument, model: Model, place: RulePlace): Filter | undefined {
  const whole = combinedConditionAt(doc, place);
  const rule = ruleAt(doc, place);
  const filter = whole
    ? readExistence(doc, model, ruleAt(doc, whole))?.[place.at(-1) ?? 0]
    : rule && readFilter(doc, model, rule);
  const isAtTop = (whole ?? place).length === 1 && doc.where.cond.with === 'AND';
  if (filter?.quantity !== 'some' || !isAtTop) return filter;
  const isCounted = countings(doc, model).some((one) => same(one.filter, asCountFilter(filter)));
  return isCounted ? { ...filter, quantity: 'both' } : filter;
}

/**
 * Replaces a filter by another rule. Its restriction of measures is removed as well, and so is its part in a condition.
 */
export function replaceFilter(
  doc: QueryDocument,
  model: Model,
  place: RulePlace,
  rule: Condition,
): QueryDocument {
  const whole = combinedConditionAt(doc, place);
  if (whole) return addRule(removeFilter(doc, model, place), whole.slice(0, -1), rule);
  return replaceRule(withoutCounting(doc, model, place), place, rule);
}

export function removeFilter(doc: QueryDocument, model: Model, place: RulePlace): QueryDocument {
  const whole = combinedConditionAt(doc, place);
  const rest = withoutCounting(doc, model, place);
  return whole ? removePart(rest, whole, place.at(-1) ?? 0) : removeRule(rest, place);
}

function withoutCounting(doc: QueryDocument, model: Model, place: RulePlace): QueryDocument {
  const filter = readingAt(doc, model, place);
  return filter?.quantity === 'both' ? removeCounting(doc, model, filter) : doc;
}

/** Restricts the measures that the filter concerns to matching records. */
function addCounting(doc: QueryDocument, model: Model, filter: Filter): QueryDocument {
  return changeFilters(doc, model, (measure) =>
    sharePathToMany(doc, model, filter.path, measure.measured.path)
      ? distinct([...filtersOf(measure, model), filter])
      : undefined,
  );
}

/** Where to write a rule, and how to remove the previous filter if the rule belongs elsewhere now. */
export interface FilterPlace {
  readonly write: (doc: QueryDocument, rule: Condition) => QueryDocument;
  readonly without?: (doc: QueryDocument) => QueryDocument;
  /** The filter on some measures that is being changed; other measures keep theirs. */
  readonly counted?: Filter | undefined;
  /** The place of the filter that is being changed. */
  readonly at?: RulePlace | undefined;
  /** The condition to combine it with: the same related record has to satisfy both. */
  readonly join?: RulePlace | undefined;
}

/** Applies a filter in its reading: as a rule, or as a restriction of measures. */
export function setFilter(
  doc: QueryDocument,
  model: Model,
  filter: Filter,
  { write, without = (before) => before, counted, at, join }: FilterPlace,
): QueryDocument {
  if (filter.quantity === 'only' && !doc.grouped) {
    if (counted) return pruneParameters(replaceCounting(doc, model, counted, filter));
    // The filter's parameters are unused only until the filter is added again.
    const { parameters, arguments: given } = doc;
    const bare = {
      ...without(doc),
      ...(parameters ? { parameters } : {}),
      ...(given ? { arguments: given } : {}),
    };
    return pruneParameters(addCounting(bare, model, filter));
  }
  const selected = withSelection(doc, model, filter, { write, without, at, join });
  return filter.quantity === 'both' ? addCounting(selected, model, asCountFilter(filter)) : selected;
}

/** Applies a filter that selects rows: as a separate rule, or as part of a condition. */
function withSelection(doc: QueryDocument, model: Model, filter: Filter, place: FilterPlace): QueryDocument {
  const { write, without = (before) => before, at, join } = place;
  if (!join) {
    const written = writeFilter(doc, model, filter);
    return written ? write(written.doc, written.rule) : doc;
  }
  const part = at && combinedConditionAt(doc, at)?.join() === join.join() ? at.at(-1) : undefined;
  const before = at && part !== undefined ? withoutCounting(doc, model, at) : doc;
  const joined = joinFilter(before, model, join, filter, part);
  // Places of other filters stay valid until the previous filter is removed.
  return part === undefined ? without(joined) : joined;
}
