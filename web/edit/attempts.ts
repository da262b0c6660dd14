// Changes that were sent and not answered: the service may have done them. Their key stays until that is known, whatever
// becomes of the tray and of the page meanwhile, so that no row is made twice.
import { ApiError } from '../api/errors.ts';
import { createStore } from '../state/store.ts';
import type { Sent } from './sent.ts';

/** What was sent under a key. */
export interface Try extends Sent {
  readonly note: string;
}

export interface Attempt {
  readonly key: string;
  /** At most one of them happened. */
  readonly tries: readonly Try[];
}

export const attempts = createStore<readonly Attempt[]>([]);

/** What was sent with some of the same rows and not answered. */
export function earlierAttempt(sent: Sent): Attempt | undefined {
  const ids = new Set(sent.ids);
  return attempts.get().find(({ tries }) => tries.some((one) => one.ids.some((id) => ids.has(id))));
}

/** Notes what is about to be sent, under the key of an earlier try with some of the same rows if there is one. */
export function beginAttempt(sent: Sent, note: string, newKey: string): Attempt {
  const earlier = earlierAttempt(sent);
  const attempt = { key: earlier?.key ?? newKey, tries: [...(earlier?.tries ?? []), { ...sent, note }] };
  attempts.set([...attempts.get().filter((one) => one !== earlier), attempt]);
  return attempt;
}

/** It is known what became of it. */
export function endAttempt({ key }: Attempt): void {
  attempts.set(attempts.get().filter((one) => one.key !== key));
}

/** Keys of undos that were sent and not answered, by the set that each takes back. A reload shows in the history what became of them. */
const undoKeys = new Map<string, string>();

/** The key under which a set is taken back: the same one until it is known what became of it. */
export function keyOfUndo(set: string, newKey: string): string {
  const key = undoKeys.get(set) ?? newKey;
  undoKeys.set(set, key);
  return key;
}

export function endUndo(set: string): void {
  undoKeys.delete(set);
}

/** Nothing of what was sent has happened, and nothing of it will. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && !isReused(error);
}

export function isReused(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'idempotency-key-reused';
}
