// The session of this browser, and the gate at which requests wait while a person logs in (again).
//
// It is kept in localStorage, not sessionStorage, so that a permalink opened in a new tab needs no second
// login. What is stored is the session's id, never the password; the service ends it after 30 idle minutes.
import { createStore } from '../ui/store.ts';
import { readStored, writeStored } from '../ui/stored.ts';

export interface Session {
  readonly username: string;
  readonly sessionId: string;
}

export interface GateState {
  readonly session: Session | null;
  /** A request was refused for want of a session; the login form is wanted. */
  readonly asking: boolean;
  /** There was a session before: the form says that it ended. */
  readonly expired: boolean;
}

const KEY = 'joinery.session';

function read(value: unknown): Session | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!('username' in value && 'sessionId' in value)) return null;
  const { username, sessionId } = value;
  return typeof username === 'string' && typeof sessionId === 'string' ? { username, sessionId } : null;
}

export const gate = createStore<GateState>({ session: read(readStored(KEY)), asking: false, expired: false });

let waiting: Array<() => void> = [];

/** Opens the gate: everything that waited is sent again with the new session. */
export function enter(session: Session): void {
  writeStored(KEY, session);
  gate.set({ session, asking: false, expired: false });
  const resume = waiting;
  waiting = [];
  for (const go of resume) go();
}

/** Ends the session in this browser. Every tab begins anew, so that nothing it has shown stays behind. */
export function leave(): void {
  writeStored(KEY, null);
  location.reload();
}

/** Called with the session a refused request was sent with; resolves when there is another one. */
export function askForLogin(refused: Session | null, signal?: AbortSignal): Promise<void> {
  const { session } = gate.get();
  if (session && session.sessionId !== refused?.sessionId) return Promise.resolve();
  gate.set({ session: null, asking: true, expired: gate.get().expired || refused !== null });
  return new Promise((resolve, reject) => {
    waiting.push(resolve);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** HTTP Basic credentials in UTF-8 (RFC 7617), the session id in place of the password. */
export function authorization(session: Session): string {
  const bytes = new TextEncoder().encode(`${session.username}:${session.sessionId}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

/** A login or logout in another tab holds for this one too. */
export function followOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.key !== KEY) return;
    const session = read(readStored(KEY));
    if (session) enter(session);
    else if (gate.get().session) location.reload();
  });
}
