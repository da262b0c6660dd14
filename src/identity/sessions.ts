// Open sessions in the state store. Each request looks there, so that an ended session is dead in every process.
import type { Selectable } from 'kysely';
import { Problem } from '../contract/problem.ts';
import type { RowOf, Store } from '../store/store.ts';
import type { SessionTable } from '../store/tables.ts';
import { type Credentials, digestOf } from './credentials.ts';
import { type Revocation, Revocations } from './revocations.ts';
import {
  isSessionId,
  newSessionId,
  proofOf,
  type SessionBasis,
  type SessionBasisOf,
} from './session-proof.ts';
import { type Claims, readClaims } from './sign-on/claims.ts';

export interface LiveSession {
  /**
   * Aborts with a Problem when the session ends, here or in another process: its work must stop. Add a listener at
   * once: without listeners, the end is not polled.
   */
  readonly ended: AbortSignal;
  /** The identity provider's claims; null for a login with a password. */
  readonly claims: Claims | null;
}

export interface SessionLimits {
  readonly idleMs: number;
  readonly lifetimeMs: number;
}

/** Beyond this number of sessions of one user, the oldest ends. */
const sessionsPerUser = 1_000;

const sweepMs = 60_000;

/** By then every process has noticed a changed password. */
const noticedMs = 10_000;

/** A session that has been used in this process. */
class Entry implements LiveSession {
  readonly digest: string;
  readonly username: string;
  readonly openedAt: number;
  usedAt: number;
  /** When its last use was written to the store. */
  recordedAt: number;
  /** The warrant that its proof has been checked against. */
  basis: SessionBasis | null = null;
  readonly claims: Claims | null;
  readonly #revocation: Revocation;

  constructor(row: Selectable<SessionTable>, endingOf: (entry: Entry) => Revocation) {
    this.digest = row.digest;
    this.username = row.username;
    this.openedAt = row.opened_at;
    this.usedAt = row.used_at;
    this.recordedAt = row.used_at;
    this.claims = row.claims === null ? null : readClaims(row.claims);
    this.#revocation = endingOf(this);
  }

  get ended(): AbortSignal {
    return this.#revocation.signal;
  }

  end(): void {
    this.#revocation.revoke(sessionEnded());
  }
}

export class Sessions {
  readonly #store: Store;
  readonly #limits: SessionLimits;
  readonly #basisOf: SessionBasisOf;
  readonly #now: () => number;
  /** How often a session's use is written to the store: other processes may time it out too early by this much. */
  readonly #recordEveryMs: number;
  /** Keyed by digest, so that neither the time of a look-up nor a memory dump reveals an id. */
  readonly #entries = new Map<string, Entry>();
  readonly #revocations = new Revocations();
  #sweptAt = 0;

  constructor(store: Store, limits: SessionLimits, basisOf: SessionBasisOf, now: () => number = Date.now) {
    this.#store = store;
    this.#limits = limits;
    this.#basisOf = basisOf;
    this.#now = now;
    this.#recordEveryMs = Math.min(limits.idleMs / 30, 60_000);
  }

  /**
   * Opens a session for a user whose password was checked, or whom a provider vouches for, and returns its id. If the
   * provider's claims have changed, ends the user's sessions with older claims.
   */
  async open(username: string, basis: SessionBasis, claims: Claims | null = null): Promise<string> {
    const id = newSessionId();
    const now = this.#now();
    const times = { opened_at: now, used_at: now };
    const said = claims === null ? null : JSON.stringify(claims);
    const row = { digest: digestOf(id), username, proof: proofOf(id, basis), claims: said, ...times };
    await this.#store.write(async (trx) => {
      if (said !== null)
        await trx
          .deleteFrom('sessions')
          .where('username', '=', username)
          .where('claims', '<>', said)
          .execute();
      await trx.insertInto('sessions').values(row).execute();
      const surplus = await trx
        .selectFrom('sessions')
        .select('digest')
        .where('username', '=', username)
        .orderBy('opened_at', 'desc')
        .orderBy('digest')
        .limit(100)
        .offset(sessionsPerUser)
        .execute();
      const digests = surplus.map(({ digest }) => digest);
      if (digests.length > 0) await trx.deleteFrom('sessions').where('digest', 'in', digests).execute();
    });
    await this.#sweep(now);
    return id;
  }

  /** The session if it is live; each use extends its idle timeout. Null if it has ended or never existed. */
  use(credentials: Credentials): LiveSession | null | Promise<LiveSession | null> {
    const warrant = this.#basisOf(credentials.name);
    if (warrant === undefined || !isSessionId(credentials.sessionId)) return null;
    const row = this.#store.row('sessions', credentials.digest);
    if (row instanceof Promise) return row.then((found) => this.#check(credentials, warrant, found));
    return this.#check(credentials, warrant, row);
  }

  /**
   * The session as this process last saw it; null if it has not. Only for starting work whose result stays unsent until
   * `use` has answered.
   */
  presumed({ name, digest }: Credentials): LiveSession | null {
    const entry = this.#entries.get(digest);
    if (entry === undefined || entry.username !== name || entry.basis === null) return null;
    const isLive = entry.basis === this.#basisOf(name) && !this.#isOver(entry, this.#now());
    return isLive ? entry : null;
  }

  async close({ digest }: Credentials): Promise<void> {
    await this.#end(digest);
  }

  /** The users with sessions who no longer have a warrant. */
  async usersWithoutBasis(): Promise<string[]> {
    const rows = await this.#store.read((db) =>
      db.selectFrom('sessions').select('username').distinct().execute(),
    );
    return rows.map(({ username }) => username).filter((name) => this.#basisOf(name) === undefined);
  }

  /** Ends these users' sessions that were opened with an old password, or whose user is gone. */
  async endOutdated(usernames: readonly string[]): Promise<void> {
    if (usernames.length === 0) return;
    const names = new Set(usernames);
    const outdated = [...this.#entries.values()].filter(
      ({ username, basis }) => names.has(username) && this.#basisOf(username) !== basis,
    );
    // End them here at once, without waiting for the store. Sessions used elsewhere fail the proof there.
    for (const { digest } of outdated) this.#forget(digest);
    for (const { digest } of outdated) await this.#end(digest).catch(() => {});
    // Also end sessions this process does not know, such as those from before a restart: they would be live again if
    // the old password came back. Young sessions may already be based on a new password; the process that opened them
    // knows.
    const before = this.#now() - noticedMs;
    const gone = usernames.filter((name) => this.#basisOf(name) === undefined);
    const end = this.#store.write(async (trx) => {
      const own = trx.deleteFrom('sessions').where('username', 'in', usernames);
      await own.where('opened_at', '<', before).execute();
      if (gone.length > 0) await trx.deleteFrom('sessions').where('username', 'in', gone).execute();
    });
    await end.catch(() => {});
  }

  /** Stops polling. */
  stop(): void {
    this.#revocations.stop();
  }

  #check(
    { name, sessionId, digest }: Credentials,
    basis: SessionBasis,
    row: RowOf<'sessions'>,
  ): LiveSession | null | Promise<null> {
    if (row === undefined) this.#forget(digest);
    if (row === undefined || row.username !== name) return null;
    const entry = this.#entries.get(digest) ?? this.#entryFor(row);
    const now = this.#now();
    if (entry.usedAt < row.used_at) entry.usedAt = row.used_at;
    if (this.#isOver(entry, now) || !isProven(entry, sessionId, basis, row.proof)) {
      // It is over even if the store cannot be told.
      return this.#end(digest).then(
        () => null,
        () => null,
      );
    }
    this.#use(entry, now);
    return entry;
  }

  #entryFor(row: Selectable<SessionTable>): Entry {
    const entry = new Entry(row, (own) => this.#revocations.create(() => this.#checkEnded(own)));
    this.#entries.set(row.digest, entry);
    return entry;
  }

  #isOver({ openedAt, usedAt }: Entry, now: number): boolean {
    return now - usedAt >= this.#limits.idleMs || now - openedAt >= this.#limits.lifetimeMs;
  }

  #use(entry: Entry, now: number): void {
    entry.usedAt = now;
    if (now - entry.recordedAt < this.#recordEveryMs) return;
    entry.recordedAt = now;
    const { digest } = entry;
    const tell = this.#store.write((trx) =>
      trx
        .updateTable('sessions')
        .set({ used_at: now })
        .where('digest', '=', digest)
        .where('used_at', '<', now)
        .execute(),
    );
    // Nobody waits for this; if it fails, the next use tries again.
    tell.catch(() => {
      entry.recordedAt = 0;
    });
  }

  async #end(digest: string): Promise<void> {
    await this.#store.write((trx) => trx.deleteFrom('sessions').where('digest', '=', digest).execute());
    this.#forget(digest);
  }

  #forget(digest: string): void {
    const entry = this.#entries.get(digest);
    if (entry === undefined) return;
    this.#entries.delete(digest);
    entry.end();
  }

  /** Ends the work of a session that has ended elsewhere, has lost its warrant or has reached its lifetime. */
  async #checkEnded(entry: Entry): Promise<void> {
    const { digest, openedAt, username, basis } = entry;
    const now = this.#now();
    const isOver = now - openedAt >= this.#limits.lifetimeMs || this.#basisOf(username) !== basis;
    if (isOver) await this.#end(digest);
    else if ((await this.#store.row('sessions', digest)) === undefined) this.#forget(digest);
    // A session with a request in progress is not idle.
    else this.#use(entry, now);
  }

  /** Deletes expired sessions, here and in the store. */
  async #sweep(now: number): Promise<void> {
    if (now - this.#sweptAt < sweepMs) return;
    this.#sweptAt = now;
    for (const entry of this.#entries.values()) if (this.#isOver(entry, now)) this.#forget(entry.digest);
    const { idleMs, lifetimeMs } = this.#limits;
    await this.#store.write((trx) =>
      trx
        .deleteFrom('sessions')
        .where((row) =>
          row.or([
            row('opened_at', '<=', now - lifetimeMs),
            row('used_at', '<=', now - idleMs - this.#recordEveryMs),
          ]),
        )
        .execute(),
    );
  }
}

/** The problem for requests in progress when their session ends. */
export function sessionEnded(): Problem {
  return new Problem('not-authenticated', 'The session has ended: log in again.');
}

function isProven(entry: Entry, id: string, basis: SessionBasis, proof: string): boolean {
  if (entry.basis !== basis && proofOf(id, basis) === proof) entry.basis = basis;
  return entry.basis === basis;
}
