// Queries stored in this browser: the recent ones, and those saved before there was a library.
import { currentUser, gate } from '../api/session.ts';
import { viewedUser } from '../api/viewAs.ts';
import { createStoredStoreFor } from '../state/stored.ts';
import type { Remembered } from './recent.ts';

export function readRemembered(value: unknown): readonly Remembered[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (one): one is Remembered =>
      typeof one === 'object' &&
      one !== null &&
      typeof one.code === 'string' &&
      typeof one.title === 'string' &&
      typeof one.at === 'number',
  );
}

// Keyed by path, since one host may have several services, and by user. An admin viewing as another user has a separate
// list.
const home = new URL('.', document.baseURI).pathname;

function storeOf(kind: string) {
  const key = () => [`joinery.${kind}`, home, currentUser(), viewedUser()].filter(Boolean).join(' ');
  return createStoredStoreFor({ get: key, subscribe: gate.subscribe }, readRemembered);
}

export const recentQueries = storeOf('recent');
export const localQueries = storeOf('saved');

/** Saved queries need not be remembered. */
export function forgetRecent(code: string): void {
  recentQueries.set(recentQueries.get().filter((one) => one.code !== code));
}
