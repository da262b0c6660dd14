// Open sessions. The interface is asynchronous so that several processes can share a store later.
import { createHash, randomBytes } from 'node:crypto';
import { Problem } from '../contract/problem.ts';

export interface LiveSession {
  /** Aborts with a Problem when the session ends: whatever goes on in its name must stop. */
  readonly ended: AbortSignal;
}

/** `ended` is a session that once was: its owner may not know yet, so it is no attempt to guess one. */
export type SessionState = LiveSession | 'ended' | 'unknown';

export interface SessionStore {
  /** Answers the id of a new session. */
  open(username: string): Promise<string>;
  /** Each use of a live session puts its idle expiry off. */
  use(id: string, username: string): Promise<SessionState>;
  close(id: string): Promise<void>;
  closeAllOf(username: string): Promise<void>;
}

export interface SessionLimits {
  readonly idleMs: number;
  readonly lifetimeMs: number;
}

interface Entry {
  readonly username: string;
  readonly openedAt: number;
  usedAt: number;
  readonly ending: AbortController;
}

/** 256 bits from the system's generator. */
export function newSessionId(): string {
  return randomBytes(32).toString('base64url');
}

/** What could have been given out as the id of a session. */
export function isSessionId(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** The longest time that a timer can hold. */
const longestTimerMs = 2 ** 31 - 1;

/** Of one user's sessions beyond this number the oldest ends. */
const sessionsPerUser = 1_000;

export class MemorySessions implements SessionStore {
  readonly #limits: SessionLimits;
  readonly #now: () => number;
  /** Keyed by digest, so that neither the time of a look-up nor a memory dump reveals an id. */
  readonly #entries = new Map<string, Entry>();
  readonly #ofUser = new Map<string, Set<string>>();
  /** Those that have not ended, the oldest first. */
  readonly #live = new Set<Entry>();
  #oldestEnds: NodeJS.Timeout | null = null;
  #sweptAt = 0;

  constructor(limits: SessionLimits, now: () => number = Date.now) {
    this.#limits = limits;
    this.#now = now;
  }

  async open(username: string): Promise<string> {
    this.#sweep();
    const id = newSessionId();
    const now = this.#now();
    const digest = digestOf(id);
    const entry = { username, openedAt: now, usedAt: now, ending: new AbortController() };
    this.#entries.set(digest, entry);
    this.#live.add(entry);
    this.#endOldest();
    const own = this.#ofUser.get(username) ?? new Set();
    this.#ofUser.set(username, own.add(digest));
    const [oldest] = own;
    if (own.size > sessionsPerUser && oldest !== undefined) this.#forget(oldest);
    return id;
  }

  async use(id: string, username: string): Promise<SessionState> {
    const entry = this.#entries.get(digestOf(id));
    if (entry === undefined || entry.username !== username) return 'unknown';
    const now = this.#now();
    const { idleMs, lifetimeMs } = this.#limits;
    if (now - entry.usedAt >= idleMs || now - entry.openedAt >= lifetimeMs) this.#end(entry);
    const { signal } = entry.ending;
    if (signal.aborted) return 'ended';
    entry.usedAt = now;
    return { ended: signal };
  }

  async close(id: string): Promise<void> {
    const entry = this.#entries.get(digestOf(id));
    if (entry) this.#end(entry);
  }

  async closeAllOf(username: string): Promise<void> {
    for (const digest of this.#ofUser.get(username) ?? []) {
      const entry = this.#entries.get(digest);
      if (entry) this.#end(entry);
    }
  }

  #end(entry: Entry): void {
    this.#live.delete(entry);
    if (!entry.ending.signal.aborted) entry.ending.abort(sessionEnded());
  }

  /** A session ends by itself at the end of its lifetime: a long request may be under way, and no other may follow. */
  #endOldest(): void {
    if (this.#oldestEnds !== null) return;
    for (const entry of this.#live) {
      const leftMs = entry.openedAt + this.#limits.lifetimeMs - this.#now();
      if (leftMs > 0) {
        this.#oldestEnds = setTimeout(
          () => {
            this.#oldestEnds = null;
            this.#endOldest();
          },
          Math.min(leftMs, longestTimerMs),
        ).unref();
        return;
      }
      this.#end(entry);
    }
  }

  /** Ended sessions are remembered for a second lifetime, then forgotten. */
  #sweep(): void {
    const now = this.#now();
    if (now - this.#sweptAt < 60_000) return;
    this.#sweptAt = now;
    for (const [digest, entry] of this.#entries) {
      if (now - entry.openedAt >= 2 * this.#limits.lifetimeMs) this.#forget(digest);
    }
  }

  #forget(digest: string): void {
    const entry = this.#entries.get(digest);
    if (!entry) return;
    this.#end(entry);
    this.#entries.delete(digest);
    const own = this.#ofUser.get(entry.username);
    own?.delete(digest);
    if (own?.size === 0) this.#ofUser.delete(entry.username);
  }
}

/** What is said to whoever was being answered when the session ended. */
export function sessionEnded(): Problem {
  return new Problem('not-authenticated', 'The session has ended: log in again.');
}

function digestOf(id: string): string {
  return createHash('sha256').update(id).digest('base64');
}
