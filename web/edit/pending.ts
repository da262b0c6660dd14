// The tray of this page: it outlives rooms and reloads, and asks before the page is left.

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

/** The row that an open form edits: the form itself is its tray. */
export const held = createStore<string | undefined>(undefined);

export function changePending(change: (tray: Tray) => Tray): void {
  pending.set(change(pending.get()));
}

export function anotherNewId(): string {
  return newId(randomId());
}

const names = new Map<string, string>();
const nameKey = (entity: string, value: Cell) => `${entity}\n${exactJson(value)}`;

/** Remembers what a chosen record is called, since its row shows only the key. */
export function rememberName(entity: string, value: Cell, name: string): void {
  names.set(nameKey(entity, value), name);
}

export function rememberedName(entity: string, value: Cell): string | undefined {
  return names.get(nameKey(entity, value));
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** An edit is kept when nobody types any more for so long. */
const REST_MS = 200;
let resting: ReturnType<typeof setTimeout> | undefined;

function keep(): void {
  clearTimeout(resting);
  resting = undefined;
  writeKept({ id, owner, tray: pending.get(), attempts: attempts.get() });
}

// The last moment at which a page is told that it may end.
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
// What is sent must be known to whoever loads the page while it is under way.
attempts.subscribe(keep);
askBeforeLeaving();

// What one user left undone is not for the next one.
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
