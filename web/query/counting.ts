// Filters on related records that a query also measures have two readings: which records are shown, or which of the
// related ones are counted. The sentence says which one holds, and neither is chosen without a word.
import type { SummaryName } from '../../src/contract/summaries.ts';
import type { Model } from '../model/model.ts';
import {
  type Condition,
  type EntityNode,
  type Group,
  isAlias,
  isGroup,
  noFilter,
  type QueryDocument,
  type Step,
} from './document.ts';
import { type Filter, readFilter, writeFilter } from './filters.ts';
import { addMeasure } from './grouping.ts';
import {
  attributesOf,
  type FieldPath,
  linkOf,
  multiplies,
  type NodePath,
  relationOf,
  sameStep,
} from './paths.ts';
import { prune, pruneParameters } from './references.ts';
import { addRollup, filtersOf, refilter, rollupsOf } from './rollups.ts';
import { addRule, type RulePlace, removeRule, replaceRule, ruleAt } from './rules.ts';

function isPrefix(short: readonly Step[], long: readonly Step[]): boolean {
  return short.every((step, i) => {
    const other = long[i];
    return other !== undefined && sameStep(step, other);
  });
}

/** Whether one of the paths leads along the other, through many related records. */
export function meet(doc: QueryDocument, model: Model, a: NodePath, b: NodePath): boolean {
  const root = doc.entities.find(({ alias }) => alias === a.root);
  const [short, long] = a.steps.length <= b.steps.length ? [a, b] : [b, a];
  return (
    root !== undefined &&
    a.root === b.root &&
    multiplies(model, root.id, short.steps) &&
    isPrefix(short.steps, long.steps)
  );
}

/** Whether the query measures the related records that the path leads to, or leads through. */
export function isMeasured(doc: QueryDocument, model: Model, path: NodePath): boolean {
  if (!doc.grouped) {
    return rollupsOf(doc, model).some(({ measured }) => meet(doc, model, path, measured.path));
  }
  return attributesOf(doc, model).some(
    ({ attribute, path: other }) => (attribute.summaries?.length ?? 0) > 0 && meet(doc, model, path, other),
  );
}

/** The condition holds for the related records themselves, so that only those that fit are counted. */
export function countsOnly(doc: QueryDocument, model: Model, { func }: Condition): boolean {
  const [subject] = func.args;
  if (!doc.grouped || !isAlias(subject)) return false;
  const visit = attributesOf(doc, model).find(({ attribute }) => attribute.alias === subject.alias);
  return visit !== undefined && !visit.attribute.selected && isMeasured(doc, model, visit.path);
}

/** Rewrites the filters at the top that `change` gives another reading. */
function rewrite(
  doc: QueryDocument,
  model: Model,
  change: (filter: Filter) => Filter | undefined,
): QueryDocument {
  if (doc.where.cond.with !== 'AND') return doc;
  let next: QueryDocument = { ...doc, where: noFilter };
  for (const rule of doc.where.cond.entries) {
    const filter = isGroup(rule) ? undefined : readFilter(doc, model, rule);
    const changed = filter && change(filter);
    const written = changed && writeFilter(next, model, changed);
    next = addRule(written?.doc ?? next, [], written?.rule ?? rule);
  }
  return prune(next);
}

/** The filters that ask for such related records, wherever a measure could take in only those that fit. */
function askedFor(doc: QueryDocument, model: Model, path: NodePath): readonly Filter[] {
  if (doc.where.cond.with !== 'AND') return [];
  return doc.where.cond.entries.flatMap((rule): Filter[] => {
    const filter = isGroup(rule) ? undefined : readFilter(doc, model, rule);
    return filter?.quantity === 'some' && meet(doc, model, filter.path, path)
      ? [{ ...filter, quantity: 'only' }]
      : [];
  });
}

/** What a new measure of such records takes in: those that are filtered, and those that other measures take in. */
function filtersFor(doc: QueryDocument, model: Model, path: NodePath): readonly Filter[] {
  const counted = countings(doc, model).filter(({ filter }) => meet(doc, model, filter.path, path));
  return distinct([...askedFor(doc, model, path), ...counted.map(({ filter }) => filter)]);
}

/** Whether the filters say something about what a measure of such records could take in. */
export function narrowable(doc: QueryDocument, model: Model, path: NodePath): boolean {
  return (doc.grouped ? askedFor(doc, model, path) : filtersFor(doc, model, path)).length > 0;
}

/** Adds a measure of what is filtered. The filters themselves offer the other reading. */
export function addMeasureOfFiltered(
  doc: QueryDocument,
  model: Model,
  path: FieldPath,
  summary: SummaryName,
): QueryDocument {
  if (!doc.grouped) return addRollup(doc, model, path, summary, filtersFor(doc, model, path));
  const measured = addMeasure(doc, model, path, summary);
  return rewrite(measured, model, (filter) =>
    filter.quantity === 'some' && meet(doc, model, filter.path, path)
      ? { ...filter, quantity: 'only' }
      : undefined,
  );
}

/** A filter on what measures take in, and the measures that have it. */
export interface Counting {
  readonly filter: Filter;
  readonly columns: readonly string[];
}

const same = (a: Filter, b: Filter) => JSON.stringify(a) === JSON.stringify(b);
const asCounting = (filter: Filter): Filter => ({ ...filter, quantity: 'only' });

function distinct(filters: readonly Filter[]): readonly Filter[] {
  return filters.filter((filter, i) => filters.findIndex((other) => same(filter, other)) === i);
}

/** The filters on what the measures of single rows take in. */
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

/** Takes a filter back from all measures. */
export function removeCounting(doc: QueryDocument, model: Model, filter: Filter): QueryDocument {
  return refilter(doc, model, (measure) => {
    const filters = filtersOf(measure, model);
    const rest = filters.filter((one) => !same(one, asCounting(filter)));
    return rest.length < filters.length ? rest : undefined;
  });
}

/** Another filter in the place of one, for the measures that have it. */
function recount(doc: QueryDocument, model: Model, before: Filter, filter: Filter): QueryDocument {
  return refilter(doc, model, (measure) => {
    const filters = filtersOf(measure, model);
    return filters.some((one) => same(one, before))
      ? distinct(filters.map((one) => (same(one, before) ? filter : one)))
      : undefined;
  });
}

/** Whether a filter on what measures take in picks the rows as well, so that both are one filter to a person. */
export function alsoPicks(doc: QueryDocument, model: Model, { filter }: Counting): boolean {
  return doc.where.cond.entries.some((_, i) => {
    const reading = readingAt(doc, model, [i]);
    return reading?.quantity === 'both' && same(asCounting(reading), filter);
  });
}

/** The filter at a place, as a person reads it: it may pick the rows, and say at once what the measures take in. */
export function readingAt(doc: QueryDocument, model: Model, place: RulePlace): Filter | undefined {
  const rule = ruleAt(doc, place);
  const filter = rule && readFilter(doc, model, rule);
  if (filter?.quantity !== 'some' || place.length > 1 || doc.where.cond.with !== 'AND') return filter;
  const isCounted = countings(doc, model).some((one) => same(one.filter, asCounting(filter)));
  return isCounted ? { ...filter, quantity: 'both' } : filter;
}

/** Puts another rule in the place of a filter. What it said of the measures goes with it. */
export function replaceFilter(
  doc: QueryDocument,
  model: Model,
  place: RulePlace,
  rule: Condition,
): QueryDocument {
  return replaceRule(uncounted(doc, model, place), place, rule);
}

export function removeFilter(doc: QueryDocument, model: Model, place: RulePlace): QueryDocument {
  return removeRule(uncounted(doc, model, place), place);
}

function uncounted(doc: QueryDocument, model: Model, place: RulePlace): QueryDocument {
  const filter = readingAt(doc, model, place);
  return filter?.quantity === 'both' ? removeCounting(doc, model, filter) : doc;
}

/** The measures that the filter speaks of take in only what fits it. */
function addCounting(doc: QueryDocument, model: Model, filter: Filter): QueryDocument {
  return refilter(doc, model, (measure) =>
    meet(doc, model, filter.path, measure.measured.path)
      ? distinct([...filtersOf(measure, model), filter])
      : undefined,
  );
}

/** Where a rule belongs, and how the filter that it was is taken away where it belongs elsewhere now. */
export interface FilterPlace {
  readonly write: (doc: QueryDocument, rule: Condition) => QueryDocument;
  readonly without?: (doc: QueryDocument) => QueryDocument;
  /** The filter on what some measures take in that is changed; the others stay as they are. */
  readonly counted?: Filter | undefined;
}

/** Sets a filter in its reading: as a rule, or on what measures take in. */
export function setFilter(
  doc: QueryDocument,
  model: Model,
  filter: Filter,
  { write, without = (before) => before, counted }: FilterPlace,
): QueryDocument {
  if (filter.quantity === 'only' && !doc.grouped) {
    if (counted) return pruneParameters(recount(doc, model, counted, filter));
    // The parameters that it asks for are in use again as soon as it stands there.
    const { parameters, arguments: given } = doc;
    const bare = {
      ...without(doc),
      ...(parameters ? { parameters } : {}),
      ...(given ? { arguments: given } : {}),
    };
    return pruneParameters(addCounting(bare, model, filter));
  }
  const written = writeFilter(doc, model, filter);
  const picked = written ? write(written.doc, written.rule) : doc;
  return filter.quantity === 'both' ? addCounting(picked, model, asCounting(filter)) : picked;
}

/** Single rows have nothing to count: filters on related records ask whether there is one. */
export function askExistence(doc: QueryDocument, model: Model): QueryDocument {
  return rewrite(doc, model, (filter) => {
    const root = doc.entities.find(({ alias }) => alias === filter.path.root);
    return filter.quantity === undefined && root && multiplies(model, root.id, filter.path.steps)
      ? { ...filter, quantity: 'some' }
      : undefined;
  });
}

/** Records that have some related ones at the end of the path, or none. */
export function addPresence(
  doc: QueryDocument,
  model: Model,
  path: NodePath,
  presence: 'EXISTS' | 'NOT_EXISTS',
): QueryDocument {
  const root = doc.entities.find(({ alias }) => alias === path.root);
  const entity = root && chainOf(model, root.id, path.steps);
  if (!root || !entity) return doc;
  const where: Group = noFilter;
  return addRule(doc, [], { func: { name: presence, args: [{ entity, of: root.alias, where }] } });
}

function chainOf(model: Model, from: string, [step, ...rest]: readonly Step[]): EntityNode | undefined {
  const relation = step && relationOf(model.entities.get(from), step);
  if (!step || !relation) return undefined;
  const inner = chainOf(model, step.entity, rest);
  return {
    id: step.entity,
    relation: linkOf(relation),
    attributes: inner ? [{ entity: inner }] : [],
  };
}
