// Whether groups partition the measured records: each is in exactly one group, or in several.
import type { Model } from '../../model/model.ts';
import { resultColumns } from '../columns.ts';
import { type QueryDocument, rootOf } from '../document.ts';
import { aliasesInExpr } from '../formula/exprTypes.ts';
import {
  attributesOf,
  countingAt,
  type FieldPath,
  type NodePath,
  pathKey,
  reachedFromSeveral,
  relationsAlong,
  sameStep,
} from '../paths.ts';

/** The fields that a field depends on: itself, or those of its formula. */
export function sourcesOf(doc: QueryDocument, model: Model, path: FieldPath): readonly FieldPath[] {
  const all = attributesOf(doc, model);
  const key = pathKey(path);
  const expr = all.find((one) => one.attribute.expr && pathKey(one.path) === key)?.attribute.expr;
  if (!expr) return [path];
  const used = aliasesInExpr(expr).flatMap((alias) =>
    all.flatMap((one) => (one.attribute.alias === alias ? sourcesOf(doc, model, one.path) : [])),
  );
  return used.length > 0 ? used : [path];
}

/** Whether a record has at most one record at the other path: no step between them leads to many. */
function leadsToOne(doc: QueryDocument, model: Model, from: NodePath, to: NodePath): boolean {
  const root = rootOf(doc, from.root);
  if (!root || from.root !== to.root) return false;
  const divergence = from.steps.findIndex((step, i) => {
    const other = to.steps[i];
    return other === undefined || !sameStep(step, other);
  });
  const common = divergence < 0 ? from.steps.length : divergence;
  const back = relationsAlong(model, root.id, from.steps)?.slice(common) ?? [];
  const onward = relationsAlong(model, root.id, to.steps)?.slice(common) ?? [];
  return back.every(({ type }) => type === 'one2many') && onward.every(({ type }) => type === 'many2one');
}

/** Whether each measured record belongs to exactly one group, so that the measures add up. */
export function isInOneGroup(
  doc: QueryDocument,
  model: Model,
  measured: FieldPath,
  fields: readonly FieldPath[],
): boolean {
  const records = sourcesOf(doc, model, measured);
  return fields
    .flatMap((field) => sourcesOf(doc, model, field))
    .every((field) => records.some((record) => leadsToOne(doc, model, record, field)));
}

/**
 * The entities whose records sums and counts cover in several groups, so that these do not add up; `only`: for a single
 * measure.
 */
export function inSeveralGroups(doc: QueryDocument, model: Model, only?: string): readonly string[] {
  if (!doc.grouped) return [];
  const columns = resultColumns(doc, model);
  const fields = columns.flatMap(({ kind, path }) => (kind === 'field' ? [path] : []));
  const repeated = columns.flatMap((column) =>
    column.kind === 'measure' &&
    (only === undefined || column.id === only) &&
    (column.summary === 'sum' || column.summary === countingAt(doc, model, column.path)) &&
    // Values repeated for each referencing record add up like those records.
    repeatedMeasures(doc, model, column.id).length === 0 &&
    !isInOneGroup(doc, model, column.path, fields)
      ? [column.entity.label]
      : [],
  );
  return [...new Set(repeated)];
}

/** A measure that repeats a record for each record leading to it: the total of an invoice for each of its lines. */
export interface RepeatedMeasure {
  readonly what: string;
  readonly each: string;
}

/** The records that sums, averages and counts repeat for each record leading to them; `only`: for a single measure. */
export function repeatedMeasures(
  doc: QueryDocument,
  model: Model,
  only?: string,
): readonly RepeatedMeasure[] {
  if (!doc.grouped) return [];
  const found = resultColumns(doc, model).flatMap((column): RepeatedMeasure[] => {
    if (column.kind !== 'measure' || (only !== undefined && column.id !== only)) return [];
    if (!['sum', 'avg', 'count'].includes(column.summary)) return [];
    const owners = sourcesOf(doc, model, column.path).map(({ root, steps }) => {
      const id = rootOf(doc, root)?.id ?? '';
      const what = model.entities.get(steps.at(-1)?.entity ?? '');
      const each = reachedFromSeveral(model, id, steps);
      return what && each && { what: what.label, each: each.label };
    });
    // A formula is evaluated once per combination, which corresponds to the record that no other leads to.
    const [first] = owners;
    return first && owners.every((owner) => owner !== undefined) ? [first] : [];
  });
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}
