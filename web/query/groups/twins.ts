// Measures of the same field over different related records, side by side: sales of 2023 and of 2024.
import { late } from '../../messages/late.ts';
import type { Model } from '../../model/model.ts';
import type { Expr, QueryDocument } from '../document.ts';
import { editAt } from '../edits.ts';
import type { Filter } from '../filters/filters.ts';
import { type NodePath, pathKey } from '../paths.ts';
import { aliasesInUse, uniqueName } from '../references.ts';
import { sharePathToMany } from './counting.ts';
import { addRollupLike, filtersOf, rollupsOf } from './rollups.ts';

/** Whether the field belongs to the records that a measure of ungrouped rows covers. */
export function isOfMeasure(doc: QueryDocument, model: Model, alias: string, path: NodePath): boolean {
  return rollupsOf(doc, model).some(
    ({ attribute, measured }) =>
      attribute.alias === alias && sharePathToMany(doc, model, path, measured.path),
  );
}

/** Adds the same measure again, with a filter that replaces those on the filter's field. */
export function addTwin(doc: QueryDocument, model: Model, alias: string, filter: Filter): QueryDocument {
  const measure = rollupsOf(doc, model).find(({ attribute }) => attribute.alias === alias);
  if (!measure) return doc;
  const field = pathKey(filter.path);
  const others = filtersOf(measure, model).filter(({ path }) => pathKey(path) !== field);
  const filters = [...others, { ...filter, quantity: 'only' as const }];
  return addRollupLike(doc, model, measure, filters);
}

/** The other measures of the same field. */
export function twinsOf(doc: QueryDocument, model: Model, alias: string): readonly string[] {
  const all = rollupsOf(doc, model);
  const own = all.find(({ attribute }) => attribute.alias === alias);
  if (!own) return [];
  const field = pathKey(own.measured.path);
  return all
    .filter((one) => one !== own && one.rollup.summary === own.rollup.summary && one.attribute.selected)
    .filter(({ measured }) => pathKey(measured.path) === field)
    .map(({ attribute }) => attribute.alias);
}

/** Adds the difference between a measure and its twin, per row. Empty sums and counts are 0. */
export function addDifference(doc: QueryDocument, model: Model, of: string, from: string): QueryDocument {
  const measure = rollupsOf(doc, model).find(({ attribute }) => attribute.alias === of);
  if (!measure) return doc;
  const { summary } = measure.rollup;
  const value = (alias: string): Expr =>
    summary === 'sum' || summary === 'count' || summary === 'count_distinct'
      ? { fn: 'COALESCE', args: [{ alias }, { value: 0 }] }
      : { alias };
  const wanted = late.twins.differenceOf(measure.attribute.alias.length <= from.length ? of : from);
  const alias = uniqueName(wanted, aliasesInUse(doc));
  const expr: Expr = { fn: 'SUB', args: [value(of), value(from)] };
  const node = { id: alias, alias, selected: true, expr };
  return editAt(doc, model, { root: measure.root.alias, steps: [] }, (items) => [...items, node]);
}
