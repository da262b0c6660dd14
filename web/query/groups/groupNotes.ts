// Caveats for readers of group numbers: which records are counted more than once, and what the numbers are compared
// with.
import type { OverName } from '../../../src/contract/windows.ts';
import { list } from '../../messages/format.ts';
import { late } from '../../messages/late.ts';
import type { Model } from '../../model/model.ts';
import { resultColumns } from '../columns.ts';
import type { QueryDocument } from '../document.ts';
import { attributesOf } from '../paths.ts';
import { inSeveralGroups, repeatedMeasures } from './determined.ts';

const alongRows: readonly OverName[] = ['change', 'previous', 'moving'];

/** Whether something is compared with the previous period, considering only periods that have rows. */
function comparesPeriods(doc: QueryDocument, model: Model, only: string | undefined): boolean {
  const all = attributesOf(doc, model).map(({ attribute }) => attribute);
  const isPeriod = ({ alias }: { readonly alias: string }) =>
    all.some((one) => one.alias === alias && one.selected && one.bucket !== undefined);
  return all.some(
    ({ alias, selected, over }) =>
      over !== undefined &&
      selected &&
      (only === undefined || alias === only) &&
      alongRows.includes(over.fn) &&
      over.order?.some(isPeriod),
  );
}

/** Values computed over groups after some were excluded: a share of 40 % is then not a share of the whole. */
function overRemainingGroups(doc: QueryDocument, model: Model, only: string | undefined): readonly string[] {
  if (doc.having.cond.entries.length === 0) return [];
  const overs = attributesOf(doc, model).flatMap(({ attribute: { alias, over } }) => (over ? [alias] : []));
  return resultColumns(doc, model)
    .filter(({ id }) => overs.includes(id) && (only === undefined || id === only))
    .map(({ label }) => label);
}

/** `only`: for a single measure. */
export function groupNotes(doc: QueryDocument, model: Model, only?: string): readonly string[] {
  const shared = inSeveralGroups(doc, model, only);
  const left = overRemainingGroups(doc, model, only);
  return [
    ...repeatedMeasures(doc, model, only).map(({ what, each }) => late.workbench.takenForEach(what, each)),
    ...(shared.length > 0 ? [late.workbench.inSeveralGroups(list(shared))] : []),
    ...(comparesPeriods(doc, model, only) ? [late.workbench.periodBefore] : []),
    ...(left.length > 0 ? [late.workbench.overThoseLeft(list(left))] : []),
  ];
}
