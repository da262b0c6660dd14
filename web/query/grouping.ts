// Edits that put rows together: measures, groups, periods, totals.

import type { BucketName } from '../../src/contract/buckets.ts';
import type { Over } from '../../src/contract/grid.ts';
import type { SummaryName } from '../../src/contract/summaries.ts';
import type { Column, Model } from '../model/model.ts';
import { isNumeric } from '../values/types.ts';
import { type ResultColumn, resultColumns } from './columns.ts';
import { type AttributeNode, type Condition, noFilter, type QueryDocument, type Top } from './document.ts';
import {
  addField,
  addFields,
  editAt,
  findAttribute,
  mapAttribute,
  mapAttributes,
  newAlias,
  startingFields,
} from './edits.ts';
import type { FieldPath } from './paths.ts';
import { measureId, prune } from './references.ts';

/** Adds a measure of the field, such as its sum per group. An ungrouped query becomes a grouped one. */
export function addMeasure(
  doc: QueryDocument,
  model: Model,
  path: FieldPath,
  summary: SummaryName,
): QueryDocument {
  const grouped = doc.grouped ? doc : groupPerRecord(doc, model);
  const present = findAttribute(grouped, model, path, (node) => !node.selected);
  if (present) {
    return mapAttribute(grouped, present.alias, (node) => ({
      ...node,
      summaries: [...new Set([...(node.summaries ?? []), summary])],
    }));
  }
  const computed = findAttribute(grouped, model, path, ({ expr }) => expr !== undefined);
  if (computed) {
    return mapAttribute(grouped, computed.alias, (node) => ({
      ...node,
      selected: false,
      summaries: [summary],
    }));
  }
  const alias = newAlias(grouped, path);
  return editAt(grouped, model, path, (items) => [
    ...items,
    { id: path.attribute, alias, selected: false, summaries: [summary] },
  ]);
}

export function removeMeasure(doc: QueryDocument, alias: string, summary: SummaryName): QueryDocument {
  const without = mapAttribute(doc, alias, ({ summaries: all, ...node }) => {
    const left = (all ?? []).filter((one) => one !== summary);
    return left.length > 0 ? { ...node, summaries: left } : node;
  });
  return prune(without, new Set(), new Set(), new Set([measureId(summary, alias)]));
}

/** One row for each record of the roots: their keys join the group, unseen unless they were chosen. */
function groupPerRecord(doc: QueryDocument, model: Model): QueryDocument {
  let next: QueryDocument = { ...dropTotals(doc), grouped: true, order: [] };
  for (const root of doc.entities) {
    for (const attribute of model.entities.get(root.id)?.key ?? []) {
      const path = { root: root.alias, steps: [], attribute };
      if (findAttribute(next, model, path, ({ selected }) => selected)) continue;
      next = addField(next, model, path);
      const alias = findAttribute(next, model, path)?.alias;
      if (alias !== undefined)
        next = { ...next, view: { ...next.view, hidden: [...next.view.hidden, alias] } };
    }
  }
  return { ...next, order: doc.order };
}

function dropTotals(doc: QueryDocument): QueryDocument {
  return mapAttributes(doc, ({ summaries: _, ...node }) => node);
}

/** One row for each value of the field, with the number of rows; a second field joins the group. */
export function groupBy(doc: QueryDocument, model: Model, path: FieldPath): QueryDocument {
  const moment = columnOf(doc, model, path)?.type;
  const bucketed = (next: QueryDocument): QueryDocument => {
    const alias = findAttribute(next, model, path, ({ selected }) => selected)?.alias;
    const wanted = moment === 'date' || moment === 'datetime';
    return wanted && alias !== undefined ? setBucket(next, alias, 'month') : next;
  };
  if (doc.grouped) return bucketed(addField(doc, model, path));
  const root = doc.entities.find(({ alias }) => alias === path.root);
  const entity = model.entities.get(root?.id ?? '');
  if (!root || !entity) return doc;
  const counted = entity.key[0] ?? entity.columns[0]?.name ?? '';
  const unselected = mapAttributes(dropTotals(doc), (node) => ({ ...node, selected: false }));
  const bare: QueryDocument = { ...prune({ ...unselected, order: [] }), grouped: true };
  const grouped = addField({ ...bare, view: { ...bare.view, lists: [] } }, model, path);
  return addMeasure(bucketed(grouped), model, { root: root.alias, steps: [], attribute: counted }, 'count');
}

function columnOf(doc: QueryDocument, model: Model, path: FieldPath): Column | undefined {
  const root = doc.entities.find(({ alias }) => alias === path.root);
  return model.entities.get(path.steps.at(-1)?.entity ?? root?.id ?? '')?.column.get(path.attribute);
}

/** Returns to single rows: removes the measures and shows the fields of the roots again. */
export function ungroup(doc: QueryDocument, model: Model): QueryDocument {
  const plain = mapAttributes(doc, ({ summaries: _, bucket: __, ...node }) => node);
  const { top: _, ...whole } = plain;
  const rows = prune({ ...whole, grouped: false, having: noFilter, order: [] });
  return rows.entities.reduce((next, { id, alias }) => {
    const entity = model.entities.get(id);
    return entity ? addFields(next, model, alias, startingFields(entity)) : next;
  }, rows);
}

/** The totals that say something about a column: nobody wants the sum of keys. */
export function summariesFor(column: ResultColumn): readonly SummaryName[] {
  return isNumeric(column.type) && !column.column.inKey && !column.column.pointsTo
    ? ['sum', 'avg', 'min', 'max', 'count']
    : ['count', 'count_distinct', 'min', 'max'];
}

/** Totals below a column of ungrouped rows. */
export function setTotals(doc: QueryDocument, alias: string, wanted: readonly SummaryName[]): QueryDocument {
  return mapAttribute(doc, alias, ({ summaries: _, ...node }) =>
    wanted.length > 0 ? { ...node, summaries: wanted } : node,
  );
}

export function setBucket(doc: QueryDocument, alias: string, bucket: BucketName | undefined): QueryDocument {
  return mapAttribute(doc, alias, ({ bucket: _, ...node }) => (bucket ? { ...node, bucket } : node));
}

/** Keeps the groups whose measure fits. */
export function addHaving(doc: QueryDocument, rule: Condition): QueryDocument {
  return { ...doc, having: { cond: { with: 'AND', entries: [...doc.having.cond.entries, rule] } } };
}

export function removeHaving(doc: QueryDocument, place: number): QueryDocument {
  return { ...doc, having: { cond: { with: 'AND', entries: doc.having.cond.entries.toSpliced(place, 1) } } };
}

/** Undefined shows all again. */
export function setTop(doc: QueryDocument, top: Top | undefined): QueryDocument {
  const { top: _, ...rest } = doc;
  return top ? { ...rest, top, order: [{ alias: top.by, asc: top.asc }] } : rest;
}

/** Adds a value worked out over the groups: the share, the rank, the running total, the change of a measure. */
export function addOver(
  doc: QueryDocument,
  model: Model,
  over: Over,
  wanted: string,
): { readonly doc: QueryDocument; readonly alias: string } {
  const [root] = doc.entities;
  const taken = new Set(resultColumns(doc, model).map(({ id }) => id));
  let alias = wanted;
  for (let n = 2; taken.has(alias); n++) alias = `${wanted} ${n}`;
  if (!root) return { doc, alias };
  const node: AttributeNode = { id: alias, alias, selected: true, over };
  return { doc: editAt(doc, model, { root: root.alias, steps: [] }, (items) => [...items, node]), alias };
}
