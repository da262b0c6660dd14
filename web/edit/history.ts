// What the list of change sets tells about each of them.
import type { ChangeSet } from '../api/changes.ts';

/** The sets that another one has taken back, unless that was taken back itself. The newest come first. */
export function undoneSets(sets: readonly Pick<ChangeSet, 'id' | 'undoes' | 'state'>[]): ReadonlySet<string> {
  const undone = new Set<string>();
  for (const { id, undoes, state } of sets) {
    if (undoes !== undefined && state === 'done' && !undone.has(id)) undone.add(undoes);
  }
  return undone;
}
