// Who may come in: with a users file only those who have a session, without one everybody.

import { Problem } from '../contract/problem.ts';
import type { Session } from '../contract/session.ts';
import type { AttemptLimiter } from './limiter.ts';
import { normalise } from './passwords.ts';
import { newSessionId, type SessionStore } from './sessions.ts';
import type { Users } from './users.ts';

export interface Credentials {
  readonly username: string;
  readonly sessionId: string;
}

export interface Access {
  /** False means that no request needs credentials. */
  readonly needsSession: boolean;
  login(username: string, password: string, address: string): Promise<Session>;
  /** Passes for a live session; a Problem says why not. */
  check(credentials: Credentials | null, address: string): Promise<void>;
  logout(credentials: Credentials | null): Promise<void>;
}

/** Nobody is asked; a login is answered so that clients written for users work unchanged. */
export const openAccess: Access = {
  needsSession: false,
  login: async (username) => ({ username, sessionId: newSessionId() }),
  check: async () => {},
  logout: async () => {},
};

export class UserAccess implements Access {
  readonly needsSession = true;
  readonly #users: Pick<Users, 'verify'>;
  readonly #sessions: SessionStore;
  readonly #limiter: AttemptLimiter;

  constructor(users: Pick<Users, 'verify'>, sessions: SessionStore, limiter: AttemptLimiter) {
    this.#users = users;
    this.#sessions = sessions;
    this.#limiter = limiter;
  }

  async login(given: string, password: string, address: string): Promise<Session> {
    const username = normalise(given);
    const accepted = await this.#limiter.attempt(username, address, () =>
      this.#users.verify(username, password),
    );
    if (!accepted) throw new Problem('login-refused', 'The user name or the password is wrong.');
    return { username, sessionId: await this.#sessions.open(username) };
  }

  /** A live session passes whatever others have failed at: a guess of its id is hopeless anyway. */
  async check(credentials: Credentials | null, address: string): Promise<void> {
    if (credentials === null) throw notAuthenticated('Log in first: this needs a session.');
    const username = normalise(credentials.username);
    const state = await this.#sessions.use(credentials.sessionId, username);
    if (state === 'live') return;
    if (state === 'unknown') this.#limiter.failed(username, address);
    throw notAuthenticated('There is no such session, or it has ended: log in again.');
  }

  async logout(credentials: Credentials | null): Promise<void> {
    if (credentials !== null) await this.#sessions.close(credentials.sessionId);
  }
}

function notAuthenticated(detail: string): Problem {
  return new Problem('not-authenticated', detail);
}
