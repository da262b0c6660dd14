// The order in which an undo restores rows: after the rows they must refer to from the start, and grouped by table and
// open references, so that they share bulk statements.
import { pointerTo } from '../../../contract/json.ts';
import type { PlannedChange } from '../plan/planned.ts';
import {
  type InsertedPositions,
  insertedPositions,
  insertersOf,
  nullableColumns,
  withOpenReferences,
} from './open-references.ts';

/** Consecutive inserts; `from` is the position of the first. */
interface Run {
  readonly changes: readonly PlannedChange[];
  readonly from: number;
}

/** The same changes, renumbered where their order changes. */
export function inInsertOrder(changes: readonly PlannedChange[]): PlannedChange[] {
  const made = insertedPositions(changes);
  if (made.size === 0) return [...changes];
  const after = rearranged(changes, (run) => afterInserters(run, made));
  const madeThen = after.every((change, i) => change === changes[i]) ? made : insertedPositions(after);
  const open = withOpenReferences(after, madeThen);
  const together = rearranged(open, (run) => groupedByForm(run, madeThen));
  return together.map((change, i): PlannedChange => {
    if (change.key === changes[i]?.key && change.set === changes[i]?.set) return change;
    const pointer = pointerTo('/changes', i);
    return { ...change, pointer: { change: pointer, set: pointer } };
  });
}

function rearranged(
  changes: readonly PlannedChange[],
  arrange: (run: Run) => readonly PlannedChange[],
): PlannedChange[] {
  const result: PlannedChange[] = [];
  let run: PlannedChange[] = [];
  const end = (next: number) => {
    result.push(...(run.length < 2 ? run : arrange({ changes: run, from: next - run.length })));
    run = [];
  };
  for (const [place, change] of changes.entries()) {
    if (change.op === 'insert') {
      run.push(change);
      continue;
    }
    end(place);
    result.push(change);
  }
  end(changes.length);
  return result;
}

/** In a circle, a row whose reference can be left open comes first. */
function afterInserters({ changes, from }: Run, made: InsertedPositions): readonly PlannedChange[] {
  const needed = changes.map((change) =>
    insertersOf(change, made).flatMap(({ key, place }) =>
      place < from || nullableColumns(change, key).length > 0 ? [] : [place - from],
    ),
  );
  if (needed.every((makers, i) => makers.every((maker) => maker <= i || maker >= changes.length)))
    return changes;
  const ordered = new Set<number>();
  const met = new Set<number>();
  // An explicit stack, since a chain of references may be long.
  for (const first of changes.keys()) {
    const waiting = [first];
    for (let i = waiting.at(-1); i !== undefined; i = waiting.at(-1)) {
      const missing = met.has(i)
        ? []
        : (needed[i] ?? []).filter((one) => !met.has(one) && one < changes.length);
      met.add(i);
      if (missing.length > 0) waiting.push(...missing);
      else {
        ordered.add(i);
        waiting.pop();
      }
    }
  }
  return [...ordered].flatMap((i) => changes[i] ?? []);
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
