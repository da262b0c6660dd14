// Changes that were sent but not answered, which the service may or may not have applied. Their idempotency key is kept
// until the outcome is known, whatever happens to the tray and the page, so that no row is inserted twice.
import { ApiError } from '../api/errors.ts';
import { createStore } from '../state/store.ts';
import type { SentChanges } from './sent.ts';

/** What was sent under a key. */
export interface SentTry extends SentChanges {
  readonly note: string;
}

export interface Attempt {
  readonly key: string;
  /** At most one of them was applied. */
  readonly tries: readonly SentTry[];
}

export const attempts = createStore<readonly Attempt[]>([]);

/** An unanswered attempt that includes some of the same rows. */
export function earlierAttempt(sent: SentChanges): Attempt | undefined {
  const ids = new Set(sent.ids);
  return attempts.get().find(({ tries }) => tries.some((one) => one.ids.some((id) => ids.has(id))));
}

/** Records what is about to be sent, reusing the key of an earlier attempt that includes some of the same rows. */
export function beginAttempt(sent: SentChanges, note: string, newKey: string): Attempt {
  const earlier = earlierAttempt(sent);
  const attempt = { key: earlier?.key ?? newKey, tries: [...(earlier?.tries ?? []), { ...sent, note }] };
  attempts.set([...attempts.get().filter((one) => one !== earlier), attempt]);
  return attempt;
}

/** Called once the outcome is known. */
export function endAttempt({ key }: Attempt): void {
  attempts.set(attempts.get().filter((one) => one.key !== key));
}

/** Keys of unanswered undos, by the set that each one undoes. After a reload the history shows their outcome. */
const undoKeys = new Map<string, string>();

/** The key for undoing a set; it stays the same until the outcome is known. */
export function undoKeyFor(set: string, newKey: string): string {
  const key = undoKeys.get(set) ?? newKey;
  undoKeys.set(set, key);
  return key;
}

export function endUndo(set: string): void {
  undoKeys.delete(set);
}

/** True if nothing of the request was applied and nothing will be. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && !isReused(error);
}

export function isReused(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'idempotency-key-reused';
}
