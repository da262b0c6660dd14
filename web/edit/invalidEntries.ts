// Text typed into record forms that is not a valid value: it is not an edit, but reopening the form shows it again.
import type { Entry } from './entry.ts';

type Entries = ReadonlyMap<string, Entry>;

/** Keyed by the row's id in the tray. */
const invalidEntries = new Map<string, Entries>();

export function invalidEntriesOf(id: string): Entries {
  return invalidEntries.get(id) ?? new Map();
}

/** `entry` undefined: the field holds a valid value, or its original one. */
export function keepInvalidEntry(id: string, column: string, entry: Entry | undefined): void {
  const next = new Map(invalidEntriesOf(id));
  if (entry) next.set(column, entry);
  else next.delete(column);
  if (next.size > 0) invalidEntries.set(id, next);
  else invalidEntries.delete(id);
}

export function forgetInvalidEntries(id: string): void {
  invalidEntries.delete(id);
}

export function forgetAllInvalidEntries(): void {
  invalidEntries.clear();
}
