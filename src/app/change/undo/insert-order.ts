// The order in which an undo restores rows: after the rows they must refer to from the start, and grouped by table and
// open references, so that they share bulk statements.
import type { PlannedChange } from '../plan/planned.ts';
import {
  type InsertedPositions,
  insertedPositions,
  insertersOf,
  nullableColumns,
  withOpenReferences,
} from './open-references.ts';
import { afterNeeded, type Run, rearranged, renumbered } from './runs.ts';

/** The same changes, renumbered where their order changes. */
export function inInsertOrder(changes: readonly PlannedChange[]): PlannedChange[] {
  const made = insertedPositions(changes);
  if (made.size === 0) return [...changes];
  const after = rearranged(changes, 'insert', (run) => afterInserters(run, made));
  const madeThen = after.every((change, i) => change === changes[i]) ? made : insertedPositions(after);
  const open = withOpenReferences(after, madeThen);
  const together = rearranged(open, 'insert', (run) => groupedByForm(run, madeThen));
  return renumbered(together, changes);
}

/** In a circle, a row whose reference can be left open comes first. */
function afterInserters({ changes, from }: Run, made: InsertedPositions): readonly PlannedChange[] {
  const needed = changes.map((change) =>
    insertersOf(change, made).flatMap(({ key, place }) =>
      place < from || place >= from + changes.length || nullableColumns(change, key).length > 0
        ? []
        : [place - from],
    ),
  );
  return afterNeeded(changes, needed);
}

function groupedByForm({ changes, from }: Run, made: InsertedPositions): readonly PlannedChange[] {
  if (batchesOf(changes) < 3) return changes;
  const steps: Map<string, PlannedChange[]>[] = [];
  const stepOf: number[] = [];
  for (const [i, change] of changes.entries()) {
    const makers = insertersOf(change, made).map(({ place }) => place - from);
    const earlier = makers.filter((maker) => maker >= 0 && maker < i).map((maker) => stepOf[maker] ?? 0);
    const step = Math.max(-1, ...earlier) + 1;
    stepOf.push(step);
    const forms = steps[step] ?? new Map<string, PlannedChange[]>();
    steps[step] = forms;
    const form = formOf(change);
    const alike = forms.get(form);
    if (alike === undefined) forms.set(form, [change]);
    else alike.push(change);
  }
  const ordered = steps.flatMap((forms) => [...forms.values()].flat());
  return batchesOf(ordered) < batchesOf(changes) ? ordered : changes;
}

function batchesOf(changes: readonly PlannedChange[]): number {
  const forms = changes.map(formOf);
  return forms.filter((form, i) => form !== forms[i - 1]).length;
}

/** Rows with the same form can share a statement. */
function formOf({ entity, openColumns }: PlannedChange): string {
  return JSON.stringify([entity.name, ...[...(openColumns ?? [])].map(({ name }) => name)]);
}
