// Sign-on at an identity provider: the page redirects there, and returns with a code that opens a session.
//
// The key of a sign-on stays in this tab, so that a sign-on that somebody else began cannot be completed in this
// browser.
import type { Session } from '../../src/contract/session.ts';
import type { SignOnBegun, SignOnEnd } from '../../src/contract/sign-on.ts';
import { navigate } from '../state/route.ts';
import { createStore } from '../state/store.ts';
import { callJson } from './client.ts';
import { ApiError } from './errors.ts';
import { startSession } from './session.ts';

/** Why the last sign-on failed. */
export const signOnFailure = createStore<unknown>(null);

const KEY = 'joinery.sign-on';

interface PendingSignOn {
  readonly key: string;
  /** The page to return to. */
  readonly hash: string;
}

/** Redirects to the provider. */
export async function beginSignOn(): Promise<void> {
  const { location: target, key } = await callJson<SignOnBegun>('/sign-on', {
    method: 'POST',
    waitForLogin: false,
  });
  const left: PendingSignOn = { key, hash: location.hash };
  sessionStorage.setItem(KEY, JSON.stringify(left));
  location.assign(target);
}

function takePendingSignOn(): PendingSignOn | null {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  // Only `beginSignOn` writes it.
  return text === null ? null : (JSON.parse(text) as PendingSignOn);
}

/** Opens a session with the code in the address, which is removed from the address before anything else happens. */
export async function finishSignOn(): Promise<void> {
  const query = location.search;
  const pending = takePendingSignOn();
  navigate(`./${pending?.hash ?? ''}`, 'replace');
  try {
    if (pending === null)
      throw new ApiError('sign-on-refused', 'This sign-on was not begun in this tab: begin again.');
    const body: SignOnEnd = { key: pending.key, query };
    startSession(await callJson<Session>('/sign-on/session', { method: 'POST', body, waitForLogin: false }));
  } catch (error) {
    signOnFailure.set(error);
  }
}
