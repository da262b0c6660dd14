// The rows that a number of a group was made of.
import type { Cell } from '../api/exact.ts';
import type { Model } from '../model/model.ts';
import { type MeasureColumn, type ResultColumn, resultColumns } from './columns.ts';
import type { QueryDocument } from './document.ts';
import { addField } from './edits.ts';
import { ungroup } from './grouping.ts';
import { allOf, isInGroup, type Narrowing, narrow } from './narrowing.ts';
import { type FieldPath, multiplies, type NodePath } from './paths.ts';

/** The fields of a group, hidden ones too: together they tell groups apart. */
export function groupNarrowing(
  doc: QueryDocument,
  model: Model,
  cellOf: (columnId: string) => Cell,
): Narrowing | undefined {
  const parts = resultColumns(doc, model).flatMap((column) =>
    column.kind === 'field' ? [isInGroup(column.path, column.bucket, cellOf(column.id))] : [],
  );
  return parts.length > 0 ? allOf(...parts) : undefined;
}

/** The fields that show a related record: its name, and what was measured. */
function fieldsOfRelated(model: Model, doc: QueryDocument, measure: MeasureColumn): readonly FieldPath[] {
  const { root, steps, attribute } = measure.path;
  const node: NodePath = { root, steps };
  const rootEntity = doc.entities.find(({ alias }) => alias === root)?.id ?? '';
  if (!multiplies(model, rootEntity, steps)) return [];
  const names = [...measure.entity.key, ...measure.entity.labelColumns, attribute];
  return [...new Set(names)].map((name) => ({ ...node, attribute: name }));
}

/**
 * The single rows behind a group, and with a measure those that it counted: related records become one row each, and
 * groups without any have none.
 */
export function rowsBehind(
  doc: QueryDocument,
  model: Model,
  narrowing: Narrowing | undefined,
  measured: ResultColumn | undefined,
): QueryDocument {
  const narrowed = narrowing ? narrow(doc, model, narrowing) : doc;
  const rows = ungroup(narrowed, model);
  const fields = measured?.kind === 'measure' ? fieldsOfRelated(model, doc, measured) : [];
  const [key] = fields;
  const shown = fields.reduce((next, path) => addField(next, model, path), rows);
  const { chart: _, ...view } = shown.view;
  const behind = { ...shown, view: { ...view, hidden: [] } };
  return key ? narrow(behind, model, { path: key, name: 'NOT_IS_NULL' }) : behind;
}
