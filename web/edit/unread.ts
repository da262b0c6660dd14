// What was typed into the forms of records and is no value yet: it is no edit, but whoever comes back to a form finds it.
import type { Entry } from './entry.ts';

type Entries = ReadonlyMap<string, Entry>;

/** By the id of the row in the tray. */
const unread = new Map<string, Entries>();

export function unreadOf(id: string): Entries {
  return unread.get(id) ?? new Map();
}

/** `entry` undefined: what stands in the field is a value, or what was there before. */
export function keepUnread(id: string, column: string, entry: Entry | undefined): void {
  const next = new Map(unreadOf(id));
  if (entry) next.set(column, entry);
  else next.delete(column);
  if (next.size > 0) unread.set(id, next);
  else unread.delete(id);
}

export function forgetUnread(id: string): void {
  unread.delete(id);
}

export function forgetAllUnread(): void {
  unread.clear();
}
