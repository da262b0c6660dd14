// The filter to be completed when a measure is added once more for other related records.
import type { Model } from '../model/model.ts';
import type { QueryDocument } from '../query/document.ts';
import { filtersOf, rollupsOf } from '../query/groups/rollups.ts';
import { isMoment } from '../values/types.ts';
import type { FilterDraft } from './context.ts';

/** On the field of the measure's existing filter, or else on the date of the related records. */
export function draftRepeatedMeasure(doc: QueryDocument, model: Model, alias: string): FilterDraft {
  const measure = rollupsOf(doc, model).find(({ attribute }) => attribute.alias === alias);
  const [filter] = measure ? filtersOf(measure, model) : [];
  const date = measure?.measured.entity.columns.find(({ type }) => isMoment(type))?.name;
  const dated = measure && date !== undefined ? { ...measure.measured.path, attribute: date } : undefined;
  return { path: filter?.path ?? dated, repeatedMeasure: alias, at: { group: [] } };
}
