// The order in which an undo deletes rows: a row that refers to another one by a key without an action goes first, since
// the engine refuses to delete the other one before. The order of their insertion does not tell, as circular references
// are closed only when all rows exist.
import type { Column, ForeignKey } from '../../../model/database.ts';
import type { PlannedChange } from '../plan/planned.ts';
import { keyText } from '../rows/image.ts';
import { afterNeeded, type Run, rearranged, renumbered } from './runs.ts';

/** The positions of the rows that refer to a key, by its text. */
type Referrers = ReadonlyMap<ForeignKey, ReadonlyMap<string, readonly number[]>>;

/** The same changes, renumbered where their order changes. */
export function inDeleteOrder(changes: readonly PlannedChange[]): PlannedChange[] {
  return renumbered(rearranged(changes, 'delete', afterReferrers), changes);
}

function afterReferrers({ changes }: Run): readonly PlannedChange[] {
  const referrers = referrersIn(changes);
  if (referrers.size === 0) return changes;
  return afterNeeded(
    changes,
    changes.map((change) => referrersOf(change, referrers)),
  );
}

function referrersIn(changes: readonly PlannedChange[]): Referrers {
  const names = new Set(changes.map(({ entity }) => entity.name));
  const referrers = new Map<ForeignKey, Map<string, number[]>>();
  for (const [place, { entity, expect }] of changes.entries()) {
    for (const key of entity.foreignKeys) {
      if (key.onDelete !== 'refuse' || !names.has(key.target)) continue;
      const text = textIn(expect, key.columns);
      if (text === null) continue;
      const places = referrers.get(key) ?? new Map<string, number[]>();
      referrers.set(key, places);
      const known = places.get(text);
      if (known === undefined) places.set(text, [place]);
      else known.push(place);
    }
  }
  return referrers;
}

function referrersOf({ entity, expect }: PlannedChange, referrers: Referrers): readonly number[] {
  return [...referrers].flatMap(([{ target, targetColumns }, places]) => {
    const text = target === entity.name ? textIn(expect, targetColumns) : null;
    return text === null ? [] : (places.get(text) ?? []);
  });
}

/** Null if a value is null or unknown. */
function textIn(row: ReadonlyMap<Column, string>, columns: readonly Column[]): string | null {
  const texts = columns.map((column) => row.get(column) ?? 'null');
  return texts.includes('null') ? null : keyText(texts);
}
