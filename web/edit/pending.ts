// The tray of this page: it survives navigation and reloads, and prompts before the page is left.

import { type Cell, exactJson } from '../api/exact.ts';
import { gate } from '../api/session.ts';
import { randomId } from '../state/randomId.ts';
import { createStore } from '../state/store.ts';
import { noteUnsaved } from '../state/unsaved.ts';
import { attempts } from './attempts.ts';
import { forgetAllInvalidEntries } from './invalidEntries.ts';
import { newId } from './references.ts';
import { readStoredTray, writeStoredTray } from './storedTray.ts';
import { ensureSingleTab } from './tabs.ts';
import { emptyTray, hasEdits, type Tray } from './tray.ts';

const stored = readStoredTray();
let id = stored.id ?? randomId();

export const pending = createStore<Tray>(stored.tray);
attempts.set(stored.attempts);

/** The row that an open form edits; the form shows its pending edits itself, so the tray does not. */
export const rowInForm = createStore<string | undefined>(undefined);

export function changePending(change: (tray: Tray) => Tray): void {
  pending.set(change(pending.get()));
}

export function freshRowId(): string {
  return newId(randomId());
}

const names = new Map<string, string>();
const nameKey = (entity: string, value: Cell) => `${entity}\n${exactJson(value)}`;

/** Remembers the name of a chosen record, since the row holds only its key. */
export function rememberName(entity: string, value: Cell, name: string): void {
  names.set(nameKey(entity, value), name);
}

export function rememberedName(entity: string, value: Cell): string | undefined {
  return names.get(nameKey(entity, value));
}

/** Debounce: an edit is stored this long after the last keystroke. */
const DEBOUNCE_MS = 200;
let saveTimer: ReturnType<typeof setTimeout> | undefined;

function saveTray(): void {
  clearTimeout(saveTimer);
  saveTimer = undefined;
  writeStoredTray({ id, owner, tray: pending.get(), attempts: attempts.get() });
}

// The last event that a page reliably gets before it ends.
document.addEventListener('visibilitychange', () => {
  if (saveTimer !== undefined) saveTray();
});

function noteEdits(): void {
  noteUnsaved('edits', hasEdits(pending.get()) ? forgetEdits : null);
}

pending.subscribe(() => {
  noteEdits();
  saveTimer ??= setTimeout(saveTray, DEBOUNCE_MS);
});
// A reload while a request is under way must find the request.
attempts.subscribe(saveTray);
noteEdits();

// A user must not see edits that another user left.
let owner = stored.owner ?? gate.get().session?.username;
changeOwner();
gate.subscribe(changeOwner);

function changeOwner(): void {
  const user = gate.get().session?.username;
  if (user === undefined || user === owner) return;
  if (owner !== undefined) discardAll();
  owner = user;
}

function discardAll(): void {
  pending.set(emptyTray);
  attempts.set([]);
  forgetAllInvalidEntries();
}

/** Also in the storage, from which the page would restore them. */
function forgetEdits(): void {
  discardAll();
  saveTray();
}

ensureSingleTab(
  () => id,
  stored.tray.size > 0,
  () => {
    id = randomId();
    discardAll();
  },
);
