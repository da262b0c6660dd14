// Open sessions, kept in the state store: each request looks there, so that one that has ended is dead in every
// process.
import type { Selectable } from 'kysely';
import { Problem } from '../contract/problem.ts';
import type { RowOf, Store } from '../store/store.ts';
import type { SessionTable } from '../store/tables.ts';
import { type Credentials, digestOf } from './credentials.ts';
import { type Ending, Endings } from './endings.ts';
import { isSessionId, newSessionId, proofOf, type Warrant, type WarrantOf } from './session-proof.ts';
import { type Claims, readClaims } from './sign-on/claims.ts';

export interface LiveSession {
  /**
   * Aborts with a Problem when the session ends, here or in another process: whatever goes on in its name must stop.
   * Listen to it at once: a signal without listeners is not looked after.
   */
  readonly ended: AbortSignal;
  /** What the identity provider said of its user; null where they logged in with a password. */
  readonly claims: Claims | null;
}

export interface SessionLimits {
  readonly idleMs: number;
  readonly lifetimeMs: number;
}

/** Of one user's sessions beyond this number the oldest ends. */
const sessionsPerUser = 1_000;

const sweepMs = 60_000;

/** By then every process has noticed that a user has another password. */
const noticedMs = 10_000;

/** A session that has been used in this process. */
class Entry implements LiveSession {
  readonly digest: string;
  readonly username: string;
  readonly openedAt: number;
  usedAt: number;
  /** When the store was last told of its use. */
  toldAt: number;
  /** What its proof has been compared with. */
  warrant: Warrant | null = null;
  readonly claims: Claims | null;
  readonly #ending: Ending;

  constructor(row: Selectable<SessionTable>, endingOf: (entry: Entry) => Ending) {
    this.digest = row.digest;
    this.username = row.username;
    this.openedAt = row.opened_at;
    this.usedAt = row.used_at;
    this.toldAt = row.used_at;
    this.claims = row.claims === null ? null : readClaims(row.claims);
    this.#ending = endingOf(this);
  }

  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  end(): void {
    this.#ending.end(sessionEnded());
  }
}

export class Sessions {
  readonly #store: Store;
  readonly #limits: SessionLimits;
  readonly #warrantOf: WarrantOf;
  readonly #now: () => number;
  /** Every so often the store is told that a session is in use: other processes may think it idle so much too early. */
  readonly #tellMs: number;
  /** Keyed by digest, so that neither the time of a look-up nor a memory dump reveals an id. */
  readonly #entries = new Map<string, Entry>();
  readonly #endings = new Endings();
  #sweptAt = 0;

  constructor(store: Store, limits: SessionLimits, warrantOf: WarrantOf, now: () => number = Date.now) {
    this.#store = store;
    this.#limits = limits;
    this.#warrantOf = warrantOf;
    this.#now = now;
    this.#tellMs = Math.min(limits.idleMs / 30, 60_000);
  }

  /**
   * Answers the id of a new session of a user whose password has been checked, or whom a provider vouches for. Where the
   * provider says something else of them by now, sessions that rest on what it said before end.
   */
  async open(username: string, warrant: Warrant, claims: Claims | null = null): Promise<string> {
    const id = newSessionId();
    const now = this.#now();
    const times = { opened_at: now, used_at: now };
    const said = claims === null ? null : JSON.stringify(claims);
    const row = { digest: digestOf(id), username, proof: proofOf(id, warrant), claims: said, ...times };
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

  /** The session where it is live; each use puts its idle expiry off. Null for one that has ended or never was. */
  use(credentials: Credentials): LiveSession | null | Promise<LiveSession | null> {
    const warrant = this.#warrantOf(credentials.name);
    if (warrant === undefined || !isSessionId(credentials.sessionId)) return null;
    const row = this.#store.row('sessions', credentials.digest);
    if (row instanceof Promise) return row.then((found) => this.#check(credentials, warrant, found));
    return this.#check(credentials, warrant, row);
  }

  /**
   * The session as the last look of this process has left it; null where there was none. Only for beginning with
   * something that nobody is told of before `use` has answered.
   */
  presumed({ name, digest }: Credentials): LiveSession | null {
    const entry = this.#entries.get(digest);
    if (entry === undefined || entry.username !== name || entry.warrant === null) return null;
    const isLive = entry.warrant === this.#warrantOf(name) && !this.#isOver(entry, this.#now());
    return isLive ? entry : null;
  }

  async close({ digest }: Credentials): Promise<void> {
    await this.#end(digest);
  }

  /** The users who have any, and whom nothing vouches for. */
  async ofNobody(): Promise<string[]> {
    const rows = await this.#store.read((db) =>
      db.selectFrom('sessions').select('username').distinct().execute(),
    );
    return rows.map(({ username }) => username).filter((name) => this.#warrantOf(name) === undefined);
  }

  /** Ends what was opened with another password than these users have now, or by users who are gone. */
  async endOutdated(usernames: readonly string[]): Promise<void> {
    if (usernames.length === 0) return;
    const names = new Set(usernames);
    const outdated = [...this.#entries.values()].filter(
      ({ username, warrant }) => names.has(username) && this.#warrantOf(username) !== warrant,
    );
    // At once: those who may not go on do not wait for the store. A session that is used elsewhere has a proof there.
    for (const { digest } of outdated) this.#forget(digest);
    for (const { digest } of outdated) await this.#end(digest).catch(() => {});
    // What no process has in mind, such as sessions from before a restart, would be live again with the password of then.
    // Of those who have another one, young sessions may rest on it already; whoever has opened them knows.
    const before = this.#now() - noticedMs;
    const gone = usernames.filter((name) => this.#warrantOf(name) === undefined);
    const end = this.#store.write(async (trx) => {
      const own = trx.deleteFrom('sessions').where('username', 'in', usernames);
      await own.where('opened_at', '<', before).execute();
      if (gone.length > 0) await trx.deleteFrom('sessions').where('username', 'in', gone).execute();
    });
    await end.catch(() => {});
  }

  /** Nothing is looked after any more. */
  stop(): void {
    this.#endings.stop();
  }

  #check(
    { name, sessionId, digest }: Credentials,
    warrant: Warrant,
    row: RowOf<'sessions'>,
  ): LiveSession | null | Promise<null> {
    if (row === undefined) this.#forget(digest);
    if (row === undefined || row.username !== name) return null;
    const entry = this.#entries.get(digest) ?? this.#meet(row);
    const now = this.#now();
    if (entry.usedAt < row.used_at) entry.usedAt = row.used_at;
    if (this.#isOver(entry, now) || !isProven(entry, sessionId, warrant, row.proof)) {
      // It is over whether or not the store can be told.
      return this.#end(digest).then(
        () => null,
        () => null,
      );
    }
    this.#use(entry, now);
    return entry;
  }

  #meet(row: Selectable<SessionTable>): Entry {
    const entry = new Entry(row, (own) => this.#endings.ending(() => this.#lookAt(own)));
    this.#entries.set(row.digest, entry);
    return entry;
  }

  #isOver({ openedAt, usedAt }: Entry, now: number): boolean {
    return now - usedAt >= this.#limits.idleMs || now - openedAt >= this.#limits.lifetimeMs;
  }

  #use(entry: Entry, now: number): void {
    entry.usedAt = now;
    if (now - entry.toldAt < this.#tellMs) return;
    entry.toldAt = now;
    const { digest } = entry;
    const tell = this.#store.write((trx) =>
      trx
        .updateTable('sessions')
        .set({ used_at: now })
        .where('digest', '=', digest)
        .where('used_at', '<', now)
        .execute(),
    );
    // Nobody waits for it; where it fails, the next use is soon enough.
    tell.catch(() => {
      entry.toldAt = 0;
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

  /** Ends what is under way in the name of a session that has ended elsewhere, that rests on nothing any more, or whose
   * lifetime is over. */
  async #lookAt(entry: Entry): Promise<void> {
    const { digest, openedAt, username, warrant } = entry;
    const now = this.#now();
    const isOver = now - openedAt >= this.#limits.lifetimeMs || this.#warrantOf(username) !== warrant;
    if (isOver) await this.#end(digest);
    else if ((await this.#store.row('sessions', digest)) === undefined) this.#forget(digest);
    // Whoever is being answered is not idle.
    else this.#use(entry, now);
  }

  /** Forgets what is over, here and in the store. */
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
            row('used_at', '<=', now - idleMs - this.#tellMs),
          ]),
        )
        .execute(),
    );
  }
}

/** What is said to whoever was being answered when the session ended. */
export function sessionEnded(): Problem {
  return new Problem('not-authenticated', 'The session has ended: log in again.');
}

function isProven(entry: Entry, id: string, warrant: Warrant, proof: string): boolean {
  if (entry.warrant !== warrant && proofOf(id, warrant) === proof) entry.warrant = warrant;
  return entry.warrant === warrant;
}
