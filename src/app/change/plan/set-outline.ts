// The shape of a change set, whatever its names and values mean.
import type { Change, ChangeSetBody } from '../../../contract/change.ts';
import { readBody } from '../../../contract/issues.ts';
import { isObject } from '../../../contract/json.ts';
import { invalidChange } from './invalid-change.ts';
import { NumberedPointer } from './planned.ts';

/** Throws a Problem if it is not a change set. */
export async function outlineOf(outline: unknown): Promise<ChangeSetBody> {
  // Loaded for the first change, so that it does not slow down the start.
  const { ChangeSetBody, maxChanges } = await import('../../../contract/change.ts');
  const { changes }: { readonly changes?: unknown } = isObject(outline) ? outline : {};
  if (Array.isArray(changes)) for (const [i, change] of changes.entries()) checkWidth(change, i);
  const arePlain = Array.isArray(changes) && changes.length <= maxChanges && changes.every(isPlainUpdate);
  if (!isObject(outline) || !arePlain) return readBody(ChangeSetBody, outline);
  return { ...readBody(ChangeSetBody, { ...outline, changes: changes.slice(0, 1) }), changes };
}

/** No engine has tables with this many columns. */
const maxNames = 10_000;

/** Checking millions of names one by one would block the event loop for half a minute, and none could be valid. */
function checkWidth(change: unknown, index: number): void {
  if (!isObject(change)) return;
  const place = new NumberedPointer(index);
  if (areMany(change)) {
    throw invalidChange('A change has no fields but those that are described.', { pointer: place.change });
  }
  for (const part of ['set', 'expect', 'key'] as const) {
    const values = change[part];
    if (!isObject(values) || !areMany(values)) continue;
    throw invalidChange(`No table has more than ${maxNames} columns.`, { pointer: place.to(part) });
  }
}

function areMany(values: object): boolean {
  let names = 0;
  for (const _ in values) if (++names > maxNames) return true;
  return false;
}

/** An update that the schema certainly accepts: validation takes longer than the change, and there may be thousands. */
function isPlainUpdate(change: unknown): change is Change {
  if (!isObject(change)) return false;
  const { op, entity, key, set, expect } = change;
  if (op !== 'update' || typeof entity !== 'string') return false;
  return isObject(key) && isObject(set) && isObject(expect) && Object.keys(change).length === 5;
}
