// The columns that a file has of groups: fields first, and hidden measures only if something else depends on these.
import type { Model } from '../../model/model.ts';
import { type ResultColumn, resultColumns } from '../columns.ts';
import { type EntityNode, type Group, isAlias, isGroup, isNested, type QueryDocument } from '../document.ts';
import { dropAttribute } from '../edits.ts';
import { aliasesInExpr } from '../formula/exprTypes.ts';
import { prune } from '../references.ts';
import { removeMeasure } from './grouping.ts';

/** The measures that conditions and calculations over groups refer to. */
export function measuresNamed(doc: QueryDocument): ReadonlySet<string> {
  const inRules = ({ cond }: Group): readonly string[] =>
    cond.entries.flatMap((rule) =>
      isGroup(rule) ? inRules(rule) : rule.func.args.flatMap((one) => (isAlias(one) ? one.alias : [])),
    );
  const inCalculations = (node: EntityNode): readonly string[] =>
    node.attributes.flatMap((item) => {
      if (isNested(item)) return inCalculations(item.entity);
      if (item.perGroup) return aliasesInExpr(item.perGroup);
      return item.over ? [item.over.of, ...(item.over.order ?? []).map(({ alias }) => alias)] : [];
    });
  const named = [...inRules(doc.having), ...doc.entities.flatMap(inCalculations)];
  return new Set([...named, ...(doc.top ? [doc.top.by] : [])]);
}

export function withoutHiddenMeasures(doc: QueryDocument, model: Model): QueryDocument {
  if (!doc.grouped) return doc;
  const hidden = (before: QueryDocument): readonly ResultColumn[] => {
    const needed = new Set([...measuresNamed(before), ...before.order.map(({ alias }) => alias)]);
    return resultColumns(before, model).filter(
      ({ id }) => before.view.hidden.includes(id) && !needed.has(id),
    );
  };
  // Calculations first, which may be all that depends on a measure.
  const calculated = hidden(doc).reduce(
    (next, column) => (column.kind === 'over' ? prune(dropAttribute(next, column.alias)) : next),
    doc,
  );
  return hidden(calculated).reduce(
    (next, column) => (column.kind === 'measure' ? removeMeasure(next, column.alias, column.summary) : next),
    calculated,
  );
}

/** In the order of the answer, so that a measure of the same field does not take the field's name. */
export function fieldsFirst(columns: readonly ResultColumn[]): readonly ResultColumn[] {
  return columns.toSorted((a, b) => Number(b.kind === 'field') - Number(a.kind === 'field'));
}
