// Groups of missing values: the rows whose related records have no value, or that have no such records.
import type { Model } from '../../model/model.ts';
import { type QueryDocument, type Rule, rootOf } from '../document.ts';
import { type FieldPath, relationsAlong, sameStep } from '../paths.ts';
import { presenceFilter, presenceRule } from './existence.ts';
import { type Filter, presenceField, writeExistence, writeFilter } from './filters.ts';

const isMany = ({ type }: { readonly type: string }) => type === 'one2many';

/**
 * Rows that an outer join gives the filtered values at once, some of them null: in a record, or because there is none,
 * at whichever step. Undefined if the filters concern different related records.
 */
export function missingRule(doc: QueryDocument, model: Model, filters: readonly Filter[]): Rule | undefined {
  const [first] = filters;
  const root = rootOf(doc, first?.path.root);
  if (!first || !root) return undefined;
  const wayOf = ({ steps }: FieldPath) => relationsAlong(model, root.id, steps) ?? [];
  /** The step that leads to the records of the field. */
  const depthOf = ({ path }: Filter) => wayOf(path).findLastIndex(isMany);
  const deepest = filters.reduce((one, other) => (depthOf(other) > depthOf(one) ? other : one));
  const { path } = deepest;
  const isOfOne = filters.every((filter) =>
    filter.path.steps.slice(0, depthOf(filter) + 1).every((step, i) => {
      const other = path.steps[i];
      return other !== undefined && sameStep(step, other);
    }),
  );
  const exists = (asked: readonly Filter[]) =>
    writeExistence(
      doc,
      model,
      asked.map((filter): Filter => ({ ...filter, quantity: 'some' })),
    );
  /** The rows without a record at the step, although the records before it are there. */
  const without = (step: number, isFirst: boolean): Rule | undefined => {
    if (step === 0) return presenceRule(doc, model, path, 'NOT_EXISTS');
    const steps = path.steps.slice(0, step + 1);
    const there = { ...path, steps, attribute: presenceField(model, steps.at(-1)) ?? '' };
    if (isFirst) return writeFilter(doc, model, presenceFilter(there, false, true))?.rule;
    const absent: Filter = { path: there, operator: 'IS_NULL', values: [], quantity: 'some' };
    return exists([...filters.filter((filter) => depthOf(filter) < step), absent]);
  };
  const absences = wayOf(path).flatMap((relation, step) => {
    const isNeeded = filters.some((one) => one.operator !== 'IS_NULL' && depthOf(one) >= step);
    return isMany(relation) && !isNeeded ? [step] : [];
  });
  const start = wayOf(path).findIndex(isMany);
  const rules = [...absences.map((step) => without(step, step === start)), exists(filters)];
  const entries = rules.filter((rule) => rule !== undefined);
  if (!isOfOne || entries.length < rules.length) return undefined;
  const [only, another] = entries;
  return only && !another ? only : { cond: { with: 'OR', entries } };
}
