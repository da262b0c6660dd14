// The changes of an undo in another order, within runs of one kind.
import type { Op } from '../../../contract/change.ts';
import { pointerTo } from '../../../contract/json.ts';
import type { PlannedChange } from '../plan/planned.ts';

/** Consecutive changes of one kind; `from` is the position of the first. */
export interface Run {
  readonly changes: readonly PlannedChange[];
  readonly from: number;
}

export function rearranged(
  changes: readonly PlannedChange[],
  op: Op,
  arrange: (run: Run) => readonly PlannedChange[],
): PlannedChange[] {
  const result: PlannedChange[] = [];
  let run: PlannedChange[] = [];
  const end = (next: number) => {
    // Not spread into arguments: there may be more than a call takes.
    for (const one of run.length < 2 ? run : arrange({ changes: run, from: next - run.length })) {
      result.push(one);
    }
    run = [];
  };
  for (const [place, change] of changes.entries()) {
    if (change.op === op) {
      run.push(change);
      continue;
    }
    end(place);
    result.push(change);
  }
  end(changes.length);
  return result;
}

/**
 * Each change after those that it needs, of which the positions are given. In a circle, the change that is met first
 * comes last.
 */
export function afterNeeded(
  changes: readonly PlannedChange[],
  needed: readonly (readonly number[])[],
): readonly PlannedChange[] {
  if (needed.every((places, i) => places.every((place) => place <= i))) return changes;
  const ordered = new Set<number>();
  const met = new Set<number>();
  // An explicit stack, since a chain of references may be long.
  for (const first of changes.keys()) {
    const waiting = [first];
    for (let i = waiting.at(-1); i !== undefined; i = waiting.at(-1)) {
      const missing = met.has(i) ? [] : (needed[i] ?? []).filter((place) => !met.has(place));
      met.add(i);
      for (const place of missing) waiting.push(place);
      if (missing.length === 0) {
        ordered.add(i);
        waiting.pop();
      }
    }
  }
  return [...ordered].flatMap((i) => changes[i] ?? []);
}

/** Changes that have moved point at their new places. */
export function renumbered(
  changes: readonly PlannedChange[],
  before: readonly PlannedChange[],
): PlannedChange[] {
  return changes.map((change, i): PlannedChange => {
    if (change.key === before[i]?.key && change.set === before[i]?.set) return change;
    const pointer = pointerTo('/changes', i);
    return { ...change, pointer: { change: pointer, set: pointer } };
  });
}
