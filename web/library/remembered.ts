// Queries that this browser remembers: the recent ones, and those that it saved before there was a library.
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

// Several services on one host are told apart by their path, and so are the users of one browser. What an admin asks in
// the view of another user is remembered apart from both.
const home = new URL('.', document.baseURI).pathname;

function storeOf(kind: string) {
  const key = () => [`joinery.${kind}`, home, currentUser(), viewedUser()].filter(Boolean).join(' ');
  return createStoredStoreFor({ get: key, subscribe: gate.subscribe }, readRemembered);
}

export const recentQueries = storeOf('recent');
export const localQueries = storeOf('saved');

/** What is saved need not be remembered too. */
export function forgetRecent(code: string): void {
  recentQueries.set(recentQueries.get().filter((one) => one.code !== code));
}
