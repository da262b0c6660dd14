// Derived facts about the change sets of a list.
import type { ChangeSet } from '../api/changes.ts';

/** Sets that were undone by another set that is itself still in effect. Newest sets come first. */
export function undoneSets(sets: readonly Pick<ChangeSet, 'id' | 'undoes' | 'state'>[]): ReadonlySet<string> {
  const undone = new Set<string>();
  for (const { id, undoes, state } of sets) {
    if (undoes !== undefined && state === 'done' && !undone.has(id)) undone.add(undoes);
  }
  return undone;
}
