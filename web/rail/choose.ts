// Choosing a field: what a click adds or takes away, and what must be asked first.

import type { SummaryName } from '../../src/contract/summaries.ts';
import { t } from '../messages/index.ts';
import type { Model } from '../model/model.ts';
import type { QueryDocument } from '../query/document.ts';
import { addField, addList, removeField, removeList } from '../query/edits.ts';
import { asksForExistence, columnAt } from '../query/filters.ts';
import { addMeasure, removeMeasure } from '../query/grouping.ts';
import { attributesOf, type FieldPath, pathKey, relationOf } from '../query/paths.ts';
import { isNumeric } from '../values/types.ts';

/** One way to show a field of many related records. */
export interface How {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly edit: (doc: QueryDocument) => QueryDocument;
}

/** Takes the field out of the result, in whatever form it is there. */
export function dropField(doc: QueryDocument, model: Model, path: FieldPath): QueryDocument {
  const key = pathKey(path);
  let next = doc;
  for (const { attribute, path: other } of attributesOf(doc, model)) {
    if (pathKey(other) !== key) continue;
    if (attribute.selected) next = removeField(next, attribute.alias);
    if (doc.grouped) {
      for (const summary of attribute.summaries ?? []) next = removeMeasure(next, attribute.alias, summary);
    }
  }
  const list = doc.view.lists.find(
    ({ root, steps, attribute }) => pathKey({ root, steps, attribute }) === key,
  );
  return list ? removeList(next, list.id) : next;
}

/** The ways to show a field that has many values per row; undefined where it has one and is simply added. */
export function waysToShow(doc: QueryDocument, model: Model, path: FieldPath): readonly How[] | undefined {
  if (!asksForExistence(doc, model, path)) return undefined;
  const root = doc.entities.find(({ alias }) => alias === path.root);
  const last = path.steps.at(-1);
  const target = model.entities.get(last?.entity ?? '');
  const column = columnAt(doc, model, path);
  if (!root || !target || !column) return undefined;
  const measure = (id: SummaryName, label: string, at: FieldPath = path): How => ({
    id,
    label,
    edit: (before) => addMeasure(before, model, at, id),
  });
  const counted = { ...path, attribute: target.key[0] ?? path.attribute };
  const parent = model.entities.get(path.steps.at(-2)?.entity ?? root.id);
  const thing = (last && relationOf(parent, last)?.label) ?? target.label;
  const numeric = isNumeric(column.type) && !column.inKey && !column.pointsTo;
  return [
    ...(doc.grouped
      ? []
      : [{ id: 'list', label: t.rail.howList, edit: (before: QueryDocument) => addList(before, path) }]),
    measure('count', t.rail.howCount(thing), counted),
    ...(numeric ? [measure('sum', t.rail.howSum), measure('avg', t.rail.howAvg)] : []),
    measure('min', t.rail.howMin),
    measure('max', t.rail.howMax),
    {
      id: 'rows',
      label: t.rail.howRows,
      hint: t.rail.howRowsHint(model.entities.get(root.id)?.label ?? root.id),
      edit: (before) => addField(before, model, path),
    },
  ];
}
