// The tray of this page: it survives navigation and reloads, and prompts before the page is left.

import { type Cell, exactJson } from '../api/exact.ts';
import { gate } from '../api/session.ts';
import { randomId } from '../state/randomId.ts';
import { createStore } from '../state/store.ts';
import { attempts } from './attempts.ts';
import { readKept, writeKept } from './keptTray.ts';
import { newId } from './references.ts';
import { keepToOneTab } from './tabs.ts';
import { emptyTray, isWorthKeeping, type Tray } from './tray.ts';
import { forgetAllUnread } from './unread.ts';

const kept = readKept();
let id = kept.id ?? randomId();

export const pending = createStore<Tray>(kept.tray);
attempts.set(kept.attempts);

/** The row that an open form edits; the form shows its pending edits itself, so the tray does not. */
export const held = createStore<string | undefined>(undefined);

export function changePending(change: (tray: Tray) => Tray): void {
  pending.set(change(pending.get()));
}

export function anotherNewId(): string {
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

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Debounce: an edit is stored this long after the last keystroke. */
const REST_MS = 200;
let resting: ReturnType<typeof setTimeout> | undefined;

function keep(): void {
  clearTimeout(resting);
  resting = undefined;
  writeKept({ id, owner, tray: pending.get(), attempts: attempts.get() });
}

// The last event that a page reliably gets before it ends.
document.addEventListener('visibilitychange', () => {
  if (resting !== undefined) keep();
});

function askBeforeLeaving(): void {
  if (isWorthKeeping(pending.get())) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
}

pending.subscribe(() => {
  askBeforeLeaving();
  resting ??= setTimeout(keep, REST_MS);
});
// A reload while a request is under way must find the request.
attempts.subscribe(keep);
askBeforeLeaving();

// A user must not see edits that another user left.
let owner = kept.owner ?? gate.get().session?.username;
changeOwner();
gate.subscribe(changeOwner);

function changeOwner(): void {
  const user = gate.get().session?.username;
  if (user === undefined || user === owner) return;
  if (owner !== undefined) forget();
  owner = user;
}

function forget(): void {
  pending.set(emptyTray);
  attempts.set([]);
  forgetAllUnread();
}

keepToOneTab(
  () => id,
  kept.tray.size > 0,
  () => {
    id = randomId();
    forget();
  },
);
