// The sessions of one database: opened on demand, lent in turns, and cleaned before the next use.
import { Problem } from '../../contract/problem.ts';
import { statementTimeout } from './clock.ts';
import { Slots, type Taker, type Turn } from './slots.ts';

/** What the pool needs from a session. */
export interface Pooled {
  /** Its connection failed or was dropped; it is never used again. */
  readonly isEnded: boolean;
  /** Set when lent: how long the borrower has waited, which counts towards the server's time limit. */
  waitedMs: number;
  /** Calls the listener once, when the session ends. Returns a function that removes the listener. */
  onEnded(listener: (error: Error) => void): () => void;
  /**
   * Null if the session is as it was when opened. Otherwise user-defined functions have run in it: resolves when all
   * their possible traces are removed. If that fails, the session drops itself.
   */
  clean(): Promise<void> | null;
  /** Closes the connection immediately. */
  drop(): void;
  /** Closes the connection gracefully; never takes long. */
  end(): Promise<void>;
}

export interface Lease<S extends Pooled> {
  readonly session: S;
  /** Returns the session; one that is gone makes room for a new one. Has an effect only once. */
  release(): void;
}

export interface LeaseOptions extends Taker {
  /** The session will need cleaning, which discards its prepared statements: one without any is preferred. */
  readonly makesDirty?: boolean;
}

export interface PoolOptions<S extends Pooled> {
  readonly size: number;
  readonly waitMs: number;
  /** The longest wait for a session that has to be opened, measured from the request. */
  readonly limitMs: () => number;
  readonly open: () => Promise<S>;
  /** Called with the error of a session lost while idle. */
  readonly onIdleLost?: (error: Error) => void;
}

export class Pool<S extends Pooled> {
  readonly #slots: Slots;
  readonly #options: PoolOptions<S>;
  readonly #idle: S[] = [];
  readonly #lent = new Set<S>();
  /** Sessions that must not be lent again. */
  readonly #retired = new WeakSet<S>();
  /** Sessions that were cleaned after their last use. */
  readonly #cleaned = new WeakSet<S>();
  #closed = false;

  constructor(options: PoolOptions<S>) {
    this.#options = options;
    this.#slots = new Slots(options.size, () => Math.min(options.waitMs, options.limitMs()));
  }

  get isFull(): boolean {
    return this.#slots.isFull;
  }

  /** Fails like `open` if no session can be had. The time starts here, not when a session is available. */
  async lend(turn: Turn, { signal, holder, makesDirty = false }: LeaseOptions = {}): Promise<Lease<S>> {
    const asked = performance.now();
    const leave = await this.#slots.take(turn, { signal, holder });
    const session = this.#takeIdle(makesDirty) ?? (await this.#opened(asked, leave));
    session.waitedMs = performance.now() - asked;
    this.#lent.add(session);
    const release = () => this.#release(session, leave);
    if (signal?.aborted) {
      release();
      throw signal.reason;
    }
    return { session, release };
  }

  /** For a silent server: later readers must not time out on these sessions again. */
  dropIdle(): void {
    for (const session of this.#idle.splice(0)) session.drop();
  }

  /** For a lost server: no statement waits for it any longer. */
  dropAll(): void {
    this.dropIdle();
    for (const session of this.#lent) session.drop();
  }

  /** For when open sessions can no longer be trusted: they are not lent again. */
  retire(): void {
    for (const session of this.#lent) this.#retired.add(session);
    for (const session of this.#idle.splice(0)) void session.end();
  }

  /** `end` is called for each session in use, to end its statements. */
  async close(end: (session: S) => void): Promise<void> {
    this.#closed = true;
    for (const session of this.#lent) end(session);
    await Promise.all(this.#idle.splice(0).map((session) => session.end()));
  }

  /** A session that arrives too late for its requester stays available, and passes its turn on to the next request. */
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

  #takeIdle(makesDirty: boolean): S | undefined {
    const at = this.#idle.findLastIndex((session) => this.#cleaned.has(session) === makesDirty);
    return at < 0 ? this.#idle.pop() : this.#idle.splice(at, 1)[0];
  }

  async #open(): Promise<S> {
    if (this.#closed)
      throw new Problem('database-unavailable', 'The service is stopping.', { retryAfter: 2 });
    const session = await this.#options.open();
    session.onEnded((error) => {
      const at = this.#idle.indexOf(session);
      if (at < 0) return;
      this.#idle.splice(at, 1);
      this.#options.onIdleLost?.(error);
    });
    if (this.#closed) session.drop();
    return session;
  }

  /** The turn ends once the session is clean, so there are never more sessions than turns. */
  #release(session: S, leave: () => void): void {
    if (!this.#lent.delete(session)) return;
    session.waitedMs = 0;
    if (this.#retired.has(session)) session.drop();
    const cleaning = session.isEnded || this.#closed ? null : session.clean();
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
    else if (!session.isEnded) this.#idle.push(session);
    leave();
  }
}
