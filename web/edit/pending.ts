// The tray of this page: it outlives rooms and reloads, and asks before the page is left.

import { type Cell, exactJson } from '../api/exact.ts';
import { gate } from '../api/session.ts';
import { createStore } from '../state/store.ts';
import { readKept, writeKept } from './keptTray.ts';
import { newId } from './references.ts';
import { emptyTray, isWorthKeeping, type Tray } from './tray.ts';
import { forgetAllUnread } from './unread.ts';

const kept = readKept();

export const pending = createStore<Tray>(kept.tray);

/** The row that an open form edits: the form itself is its tray. */
export const held = createStore<string | undefined>(undefined);

export function changePending(change: (tray: Tray) => Tray): void {
  pending.set(change(pending.get()));
}

/** An id that nothing else has; browsers give `randomUUID` to secure pages only. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
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
  writeKept({ owner, tray: pending.get() });
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
askBeforeLeaving();

// What one user left undone is not for the next one.
let owner = kept.owner ?? gate.get().session?.username;
changeOwner();
gate.subscribe(changeOwner);

function changeOwner(): void {
  const user = gate.get().session?.username;
  if (user === undefined || user === owner) return;
  if (owner !== undefined) {
    pending.set(emptyTray);
    forgetAllUnread();
  }
  owner = user;
}
