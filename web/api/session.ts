// The session of this browser, and the gate where requests wait while a person logs in (again).
//
// It is kept in localStorage, not sessionStorage, so that a permalink opened in a new tab needs no second login. What
// is stored is the session's id, never the password; the service ends it after 30 idle minutes.
import type { Session } from '../../src/contract/session.ts';
import { restart } from '../state/restart.ts';
import { createStore } from '../state/store.ts';
import { readStored, writeStored } from '../state/stored.ts';

export interface GateState {
  readonly session: Session | null;
  /** A request was refused for lack of a session; the login form is shown. */
  readonly asking: boolean;
  /** A session expired: the form says so, and knows its user. */
  readonly expired: boolean;
  readonly lastUser: string;
}

const KEY = 'joinery.session';

function read(value: unknown): Session | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!('username' in value && 'sessionId' in value)) return null;
  const { username, sessionId } = value;
  return typeof username === 'string' && typeof sessionId === 'string' ? { username, sessionId } : null;
}

export const gate = createStore<GateState>({
  session: read(readStored(KEY)),
  asking: false,
  expired: false,
  lastUser: '',
});

let waiting: Array<() => void> = [];

/** The session that the service has accepted. A stored one may have expired, or be older than the service's restart. */
let accepted: Session | null = null;
let trial: Promise<void> | null = null;

/** Call it with whether the service accepted the request's session. */
export type Trial = (isAccepted: boolean) => void;

/**
 * Resolves when a request may be sent. The first request with a stored session is sent alone: the service counts each
 * refusal as a failed login, and blocks this client for a while after several of them.
 */
export async function waitForSession(signal?: AbortSignal): Promise<Trial> {
  for (;;) {
    const { session, asking } = gate.get();
    if (asking) await askForLogin(null, signal);
    else if (session === null || session === accepted) return () => {};
    else if (trial !== null) await trial;
    else return beginTrial(session);
  }
}

function beginTrial(session: Session): Trial {
  const { promise, resolve } = Promise.withResolvers<void>();
  trial = promise;
  return (isAccepted) => {
    if (isAccepted) accepted = session;
    trial = null;
    resolve();
  };
}

/** The user of the current or expired session; empty if the service has no users. */
export function currentUser(): string {
  const { session, lastUser } = gate.get();
  return session?.username ?? lastUser;
}

/** Opens the gate: all waiting requests are sent again with the new session. */
export function startSession(session: Session): void {
  const before = currentUser();
  writeStored(KEY, session);
  // A user must not see what the previous one left on the screen.
  if (before !== '' && before !== session.username) {
    restart();
    return;
  }
  accepted = session;
  gate.set({ session, asking: false, expired: false, lastUser: session.username });
  const resume = waiting;
  waiting = [];
  for (const go of resume) go();
}

/**
 * Ends the session in this browser. Every tab restarts, so that nothing remains on the screen; this one at another
 * address, if given.
 */
export function endSession(address: string | null): void {
  writeStored(KEY, null);
  if (address === null) restart();
  else location.replace(address);
}

/** Called with the session of a refused request; resolves when there is another one. */
export function askForLogin(refused: Session | null, signal?: AbortSignal): Promise<void> {
  const { session } = gate.get();
  if (session && session.sessionId !== refused?.sessionId) return Promise.resolve();
  const { expired, lastUser } = gate.get();
  gate.set({
    session: null,
    asking: true,
    expired: expired || refused !== null,
    lastUser: refused?.username ?? lastUser,
  });
  return new Promise((resolve, reject) => {
    waiting.push(resolve);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** HTTP Basic credentials in UTF-8 (RFC 7617), with the session id in place of the password. */
export function authorization(session: Session): string {
  const bytes = new TextEncoder().encode(`${session.username}:${session.sessionId}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

/** A login or logout in another tab applies to this one, too. */
export function followOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.key !== KEY) return;
    const session = read(readStored(KEY));
    if (session) startSession(session);
    else if (gate.get().session) restart();
  });
  // The back-forward cache may restore a page from before the logout.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && gate.get().session && !read(readStored(KEY))) restart();
  });
}
