// The sessions of one database: opened when they are needed, lent by turns, and clean when the next reader gets them.
import { Problem } from '../../contract/problem.ts';
import { statementTimeout } from './clock.ts';
import { Slots, type Taker, type Turn } from './slots.ts';

/** What a pool must know about a session. */
export interface Pooled {
  /** Its connection has failed or was dropped; it is never used again. */
  readonly gone: boolean;
  /** Set when it is lent: how long whoever gets it has waited, which counts as time that the server took. */
  waitedMs: number;
  /** Calls the listener once, when the session goes. Returns the function that takes the listener off again. */
  onGone(listener: (error: Error) => void): () => void;
  /**
   * Null where the session is as it was when it was opened. Else somebody else's functions have run in it: resolves
   * when nothing of what they may have done is left. A session that fails at this drops itself.
   */
  clean(): Promise<void> | null;
  /** Ends the connection without waiting for anything. */
  drop(): void;
  /** Ends the connection in good order; never waits long. */
  end(): Promise<void>;
}

export interface Lease<S extends Pooled> {
  readonly session: S;
  /** Gives the session back; one that is gone makes room for a new one. Works once. */
  release(): void;
}

export interface LeaseOptions extends Taker {
  /** The session will have to be cleaned, which costs it what it has prepared: one that has nothing prepared is taken. */
  readonly soils?: boolean;
}

export interface PoolOptions<S extends Pooled> {
  readonly size: number;
  readonly waitMs: number;
  /** Within this time after it was asked for, a session that has to be opened is there, or else nobody waits for it. */
  readonly limitMs: () => number;
  readonly open: () => Promise<S>;
  /** Told about a session that went while nobody used it. */
  readonly onIdleLost?: (error: Error) => void;
}

export class Pool<S extends Pooled> {
  readonly #slots: Slots;
  readonly #options: PoolOptions<S>;
  readonly #idle: S[] = [];
  readonly #lent = new Set<S>();
  /** Those that nobody may get again. */
  readonly #retired = new WeakSet<S>();
  /** Those that were cleaned after their last use. */
  readonly #cleaned = new WeakSet<S>();
  #closed = false;

  constructor(options: PoolOptions<S>) {
    this.#options = options;
    this.#slots = new Slots(options.size, () => Math.min(options.waitMs, options.limitMs()));
  }

  get isFull(): boolean {
    return this.#slots.isFull;
  }

  /** Fails as `open` does when there is no session to be had. The time begins here, not where there is a session. */
  async lend(turn: Turn, { signal, holder, soils = false }: LeaseOptions = {}): Promise<Lease<S>> {
    const asked = performance.now();
    const leave = await this.#slots.take(turn, { signal, holder });
    const session = this.#takeIdle(soils) ?? (await this.#opened(asked, leave));
    session.waitedMs = performance.now() - asked;
    this.#lent.add(session);
    const release = () => this.#release(session, leave);
    if (signal?.aborted) {
      release();
      throw signal.reason;
    }
    return { session, release };
  }

  /** For a server that has fallen silent: the next reader must not wait to find that out again. */
  dropIdle(): void {
    for (const session of this.#idle.splice(0)) session.drop();
  }

  /** For a server that is lost: nobody waits for it any longer. */
  dropAll(): void {
    this.dropIdle();
    for (const session of this.#lent) session.drop();
  }

  /** For when the open sessions can no longer be trusted: nobody gets them any more. */
  retire(): void {
    for (const session of this.#lent) this.#retired.add(session);
    for (const session of this.#idle.splice(0)) void session.end();
  }

  /** Those at work are handed to whoever can end their statements too. */
  async close(end: (session: S) => void): Promise<void> {
    this.#closed = true;
    for (const session of this.#lent) end(session);
    await Promise.all(this.#idle.splice(0).map((session) => session.end()));
  }

  /** A session that comes too late for whoever asked for it is there for the next one, who gets the turn along with it. */
  #opened(asked: number, leave: () => void): Promise<S> {
    const { promise, resolve, reject } = Promise.withResolvers<S>();
    let isLate = false;
    const leftMs = Math.max(0, asked + this.#options.limitMs() - performance.now());
    const timer = Number.isFinite(leftMs)
      ? setTimeout(() => {
          isLate = true;
          reject(statementTimeout());
        }, leftMs)
      : undefined;
    this.#open()
      .then(
        (session) => (isLate ? this.#keep(session, leave) : resolve(session)),
        (error: unknown) => {
          leave();
          reject(error);
        },
      )
      .finally(() => clearTimeout(timer));
    return promise;
  }

  #takeIdle(soils: boolean): S | undefined {
    const at = this.#idle.findLastIndex((session) => this.#cleaned.has(session) === soils);
    return at < 0 ? this.#idle.pop() : this.#idle.splice(at, 1)[0];
  }

  async #open(): Promise<S> {
    if (this.#closed)
      throw new Problem('database-unavailable', 'The service is stopping.', { retryAfter: 2 });
    const session = await this.#options.open();
    session.onGone((error) => {
      const at = this.#idle.indexOf(session);
      if (at < 0) return;
      this.#idle.splice(at, 1);
      this.#options.onIdleLost?.(error);
    });
    if (this.#closed) session.drop();
    return session;
  }

  /** The turn ends when the session is clean, so that there are never more sessions than turns. */
  #release(session: S, leave: () => void): void {
    if (!this.#lent.delete(session)) return;
    session.waitedMs = 0;
    if (this.#retired.has(session)) session.drop();
    const cleaning = session.gone || this.#closed ? null : session.clean();
    if (cleaning === null) {
      this.#cleaned.delete(session);
      this.#keep(session, leave);
      return;
    }
    this.#cleaned.add(session);
    const keep = () => this.#keep(session, leave);
    cleaning.then(keep, keep);
  }

  #keep(session: S, leave: () => void): void {
    if (this.#closed) session.drop();
    else if (!session.gone) this.#idle.push(session);
    leave();
  }
}
