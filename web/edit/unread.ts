// Text typed into record forms that is not a valid value: it is not an edit, but reopening the form shows it again.
import type { Entry } from './entry.ts';

type Entries = ReadonlyMap<string, Entry>;

/** Keyed by the row's id in the tray. */
const unread = new Map<string, Entries>();

export function unreadOf(id: string): Entries {
  return unread.get(id) ?? new Map();
}

/** `entry` undefined: the field holds a valid value, or its original one. */
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
