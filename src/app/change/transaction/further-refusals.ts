// Further refusals of the same change: the engine names one invalid value at a time, so a dry run tries a change again
// without the values that were refused.
import type { Problem } from '../../../contract/problem.ts';
import type { RefusalKind, Refused } from '../../../dialects/writer.ts';
import type { Column } from '../../../model/database.ts';
import { type PlannedChange, pointerToValue } from '../plan/planned.ts';
import { RefusedChange } from '../refusals/refused-change.ts';
import { isAboutOneValue } from '../refusals/refused-column.ts';

/** A refused change of a set, by its number, and why. */
export interface RefusedOne {
  readonly number: number;
  readonly error: unknown;
  readonly problem: Problem;
}

/** Longer sets take too long to be tried again, and so do many refused changes, of which nobody reads all. */
const maxChanges = 1_000;
const maxRefusals = 500;
const maxRounds = 10;

/** Further refusals by the engine that do not depend on other values of the row. */
const independentKinds: ReadonlySet<RefusalKind> = new Set<RefusalKind>(['null', 'reference']);

/** `refused` tries changes; its answer for the set itself is `first`. Returns the other refusals. */
export async function furtherRefusals(
  changes: readonly PlannedChange[],
  first: readonly RefusedOne[],
  refused: (changes: readonly PlannedChange[]) => Promise<readonly RefusedOne[]>,
): Promise<readonly RefusedOne[]> {
  const found: RefusedOne[] = [];
  const known = new Set(first.map(({ problem }) => problem.extras.pointer));
  if (changes.length > maxChanges) return found;
  let [tried, last] = [changes, first];
  for (let round = 1; round <= maxRounds && known.size < maxRefusals; round++) {
    const next = withoutRefused(tried, last);
    if (next === null) break;
    const again = await refused(next);
    tried = next;
    // A change without other values is refused for the same one again.
    last = again.filter(
      ({ number, error, problem }) =>
        !known.has(problem.extras.pointer) && refusedColumn(next[number], error, problem) !== null,
    );
    for (const one of last) {
      known.add(one.problem.extras.pointer);
      found.push(one);
    }
  }
  return found;
}

/** Null if no change has anything else to try. */
function withoutRefused(
  changes: readonly PlannedChange[],
  refused: readonly RefusedOne[],
): readonly PlannedChange[] | null {
  const next = [...changes];
  let isOther = false;
  for (const { number, error, problem } of refused) {
    const change = next[number];
    const column = refusedColumn(change, error, problem);
    if (change === undefined || column === null || change.set.size < 2) continue;
    next[number] = { ...change, set: new Map([...change.set].filter(([one]) => one !== column)) };
    isOther = true;
  }
  return isOther ? next : null;
}

function isIndependent(refused: Refused): boolean {
  return isAboutOneValue(refused) || independentKinds.has(refused.kind);
}

/** The given column whose value is refused whatever the others are; null if it was not about such a one. */
function refusedColumn(
  change: PlannedChange | undefined,
  error: unknown,
  { kind, extras }: Problem,
): Column | null {
  if (change === undefined || kind !== 'refused-value') return null;
  if (error instanceof RefusedChange && !isIndependent(error.refused)) return null;
  return [...change.set.keys()].find(({ name }) => pointerToValue(change, name) === extras.pointer) ?? null;
}
