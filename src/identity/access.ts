// Authentication: with a session or a token, or anonymous if the service has no users.

import { Problem } from '../contract/problem.ts';
import type { Session } from '../contract/session.ts';
import { Credentials, type Presented, TokenCredentials } from './credentials.ts';
import type { AttemptLimiter } from './limiter.ts';
import { normalise } from './passwords.ts';
import { isSessionId, newSessionId } from './session-proof.ts';
import type { LiveSession, Sessions } from './sessions.ts';
import type { Claims } from './sign-on/claims.ts';
import { isOwnToken, type Tokens } from './tokens.ts';
import type { Users } from './users.ts';

/** What authentication finds out about a caller. */
export interface Identity {
  /** Null if the service has no users. */
  readonly name: string | null;
  readonly via: 'session' | 'token' | 'open';
  /** Aborts with a Problem when the session or token ends; null if there is none. */
  readonly ended: AbortSignal | null;
  /** For a token with fewer rights than its maker: the roles left to it. */
  readonly roles?: readonly string[];
  /** Whether the caller may change nothing. */
  readonly isReadOnly?: boolean;
  /** The identity provider's claims, for a user who signed on there. */
  readonly claims?: Claims | null;
}

export interface Access {
  /** False if requests need no credentials. */
  readonly needsSession: boolean;
  login(username: string, password: string, address: string): Promise<Session>;
  /** Authenticates a request; throws a Problem if it may not pass. */
  check(credentials: Presented | null, address: string): Identity | Promise<Identity>;
  /** What `check` would return if nothing has ended since its last look; null if that is unknown. */
  presume(credentials: Presented | null): Identity | null;
  logout(credentials: Presented | null): Promise<void>;
  /** A user's present identity, for something they left behind, such as a link; null if there is no such user. */
  identityOf(name: string | null): Promise<Identity | null>;
  /** All users known by name. */
  people(): Promise<readonly Identity[]>;
  /** The tokens of programs; null if there are no users. */
  readonly tokens: Tokens | null;
}

/** The same caller with another `ended` signal, created only on demand. */
export function withEnded(identity: Identity, ended: () => AbortSignal): Identity {
  const { ended: _, ...rest } = identity;
  return {
    ...rest,
    get ended() {
      return ended();
    },
  };
}

const anonymous: Identity = { name: null, via: 'open', ended: null };

/** Lets everybody in without credentials. A login is answered, so that clients written for users work unchanged. */
export const openAccess: Access = {
  needsSession: false,
  login: async (username) => ({ username, sessionId: newSessionId() }),
  check: () => anonymous,
  presume: () => anonymous,
  logout: async () => {},
  identityOf: async (name) => (name === null ? anonymous : null),
  people: async () => [],
  tokens: null,
};

class SessionIdentity implements Identity {
  readonly name: string;
  readonly via = 'session';
  readonly claims: Claims | null;
  readonly #session: LiveSession;

  constructor(name: string, session: LiveSession) {
    this.name = name;
    this.claims = session.claims;
    this.#session = session;
  }

  get ended(): AbortSignal {
    return this.#session.ended;
  }
}

function noToken(): Problem {
  return new Problem('not-authenticated', 'There is no such token, or it has ended: make another one.');
}

export type PasswordUsers = Pick<Users, 'verify' | 'secretOf' | 'names'>;

/** There is no users file, and so no user has a password. */
export const noUsers: PasswordUsers = { verify: async () => false, secretOf: () => undefined, names: [] };

/** The users who have signed on through an identity provider. */
export interface SignedOn {
  /** A user's claims at their last sign-on; null if nobody of that name has signed on. */
  lastClaimsOf(username: string): Promise<Claims | null>;
  /** The last claims of all users, by name. */
  lastClaims(): Promise<ReadonlyMap<string, Claims>>;
  /**
   * The user of a token that the provider issued for one of these audiences; throws a Problem if the token is invalid.
   */
  bearerOf(token: string, audiences: readonly string[]): Promise<SignedOnUser>;
}

export interface SignedOnUser {
  readonly name: string;
  readonly claims: Claims;
}

const noSignedOnUsers: SignedOn = {
  lastClaimsOf: async () => null,
  lastClaims: async () => new Map(),
  bearerOf: async () => {
    throw noToken();
  },
};

export class UserAccess implements Access {
  readonly needsSession = true;
  readonly #users: PasswordUsers;
  readonly #sessions: Sessions;
  readonly #limiter: AttemptLimiter;
  readonly tokens: Tokens | null;
  readonly #signedOn: SignedOn;

  constructor(
    users: PasswordUsers,
    sessions: Sessions,
    limiter: AttemptLimiter,
    tokens: Tokens | null = null,
    signedOn: SignedOn = noSignedOnUsers,
  ) {
    this.tokens = tokens;
    this.#signedOn = signedOn;
    this.#users = users;
    this.#sessions = sessions;
    this.#limiter = limiter;
  }

  async login(given: string, password: string, address: string): Promise<Session> {
    const username = normalise(given);
    const secret = this.#users.secretOf(username);
    const accepted = await this.#limiter.attempt(username, address, () =>
      this.#users.verify(username, password),
    );
    if (!accepted || secret === undefined || this.#users.secretOf(username) !== secret) {
      throw new Problem('login-refused', 'The user name or the password is wrong.');
    }
    return { username, sessionId: await this.#sessions.open(username, secret) };
  }

  /**
   * A live session passes however many attempts have failed. An id of the right shape never counts as an attempt, known
   * or not: nobody guesses 256 bits, and clients cannot know that the service was restarted.
   */
  check(credentials: Presented | null, address: string): Identity | Promise<Identity> {
    if (credentials === null) throw new Problem('not-authenticated', 'Log in first: this needs a session.');
    if (credentials instanceof TokenCredentials) return this.#ofToken(credentials);
    const found = this.#sessions.use(credentials);
    if (found instanceof Promise) {
      return found.then((session) =>
        session === null
          ? this.#refuse(credentials, address)
          : new SessionIdentity(credentials.name, session),
      );
    }
    return found === null ? this.#refuse(credentials, address) : new SessionIdentity(credentials.name, found);
  }

  presume(credentials: Presented | null): Identity | null {
    if (!(credentials instanceof Credentials)) return null;
    const session = this.#sessions.presumed(credentials);
    return session === null ? null : new SessionIdentity(credentials.name, session);
  }

  async #refuse({ name, sessionId }: Credentials, address: string): Promise<never> {
    if (!isSessionId(sessionId)) await this.#limiter.failed(name, address);
    throw new Problem('not-authenticated', 'There is no such session, or it has ended: log in again.');
  }

  async logout(credentials: Presented | null): Promise<void> {
    if (credentials instanceof Credentials) await this.#sessions.close(credentials);
  }

  /** A token is valid only as long as its user exists. */
  async #ofToken({ token, audiences }: TokenCredentials): Promise<Identity> {
    if (audiences.length > 0 && !isOwnToken(token)) {
      // Tokens of the provider allow only the read-only questions of assistants.
      const user = await this.#signedOn.bearerOf(token, audiences);
      return { ...user, via: 'token', ended: null, isReadOnly: true };
    }
    const isThere = async (name: string) => (await this.identityOf(name)) !== null;
    const found = (await this.tokens?.use(token, isThere)) ?? null;
    const maker = found === null ? null : await this.identityOf(found.username);
    if (found !== null && maker !== null) {
      const { roles, isReadOnly } = found;
      const limits = { isReadOnly, ...(roles === null ? {} : { roles }) };
      return withEnded({ ...maker, ...limits, via: 'token' }, () => found.ended);
    }
    if (found !== null) await this.tokens?.endThoseOf([found.username]);
    throw noToken();
  }

  async identityOf(name: string | null): Promise<Identity | null> {
    if (name === null) return null;
    if (this.#users.secretOf(name) !== undefined) return { name, via: 'open', ended: null };
    const claims = await this.#signedOn.lastClaimsOf(name);
    return claims === null ? null : { name, via: 'open', ended: null, claims };
  }

  async people(): Promise<readonly Identity[]> {
    const signedOn = [...(await this.#signedOn.lastClaims())].map(([name, claims]) => ({ name, claims }));
    const inFile = this.#users.names.map((name) => ({ name, claims: null }));
    return [...inFile, ...signedOn].map((person) => ({ ...person, via: 'open', ended: null }));
  }
}
