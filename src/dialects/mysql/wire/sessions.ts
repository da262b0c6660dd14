// The sessions of one database: opened on demand, lent to readers, and killed if abandoned.
import { SilenceClock, statementTimeout } from '../../base/clock.ts';
import { type Lease, Pool } from '../../base/pool.ts';
import type { Taker, Turn } from '../../base/slots.ts';
import { Unavailable } from '../../base/unavailable.ts';
import type { ConnectOptions } from '../../dialect.ts';
import type { DatabaseUrl } from '../../url.ts';
import { failures, isLost, SilentServer } from './failure.ts';
import { type ServerOptions, serverOptions } from './options.ts';
import { refusal } from './refusals.ts';
import { type Clocks, Session } from './session.ts';
import { SessionKiller } from './session-killer.ts';
import type { ReadTarget } from './views.ts';

/** The same reason is logged again after this time. */
const warnAgainMs = 10_000;

/** What a caller needs from a session. */
export interface Reader extends Taker {
  readonly reads: ReadTarget;
}

export class Sessions {
  readonly #url: DatabaseUrl;
  readonly #server: ServerOptions;
  readonly #options: ConnectOptions;
  readonly #clocks: Clocks;
  readonly #killer: SessionKiller;
  readonly #pool: Pool<Session>;
  readonly #warnedAt = new Map<string, number>();
  #isServing = false;

  constructor(url: DatabaseUrl, options: ConnectOptions) {
    this.#url = url;
    this.#server = serverOptions(url, options.waitsForOthers);
    this.#options = options;
    const statements = SilenceClock.forTimeout(options.statementTimeoutMs);
    const opening = new SilenceClock(Math.min(this.#connectTimeoutMs, statements.limitMs));
    this.#clocks = { opening, statements };
    this.#killer = new SessionKiller(this.#server, opening, options.onWarning);
    this.#pool = new Pool({
      size: options.poolSize,
      waitMs: options.poolWaitMs,
      limitMs: () => (this.#isServing ? statements.limitMs : Number.POSITIVE_INFINITY),
      open: () => this.#open(),
    });
  }

  /** How long the server may be silent during a statement. */
  get clock(): SilenceClock {
    return this.#clocks.statements;
  }

  /** The engine's own limit. */
  get statementTimeoutMs(): number {
    return this.#options.statementTimeoutMs;
  }

  /** Until now, failures to open a session were reported to whoever started the service; from now on, to the log. */
  serve(): void {
    this.#isServing = true;
  }

  /** The holder may run anything in the session; a reader of views soils it. */
  async lend(turn: Turn, { reads, signal, holder }: Reader): Promise<Lease<Session>> {
    const makesDirty = reads === 'views';
    const lease = await this.#pool.lend(turn, { signal, holder, makesDirty });
    if (makesDirty) lease.session.markDirty();
    return lease;
  }

  /** Runs a short statement under the engine's time limit, and returns the session. */
  async read<T>(reader: Reader, work: (session: Session) => Promise<T>): Promise<T> {
    const { session, release } = await this.lend('short', reader);
    try {
      return await this.use(session, reader, async () => {
        await session.limit(this.statementTimeoutMs);
        return work(session);
      });
    } finally {
      release();
    }
  }

  /** Aborting kills the statement in the engine, without waiting for its answer. */
  async use<T>(session: Session, { reads, signal }: Reader, work: () => Promise<T>): Promise<T> {
    const onAbort = () => this.abandon(session);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof SilentServer) this.#onSilence(session);
      else if (isLost(error)) session.drop();
      throw failures[reads](error);
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** The session may be in any state, so it is dropped; a new one is opened when needed. */
  abandon(session: Session): void {
    session.drop();
    this.#killer.add(session);
  }

  /** From now on no current session is lent again. */
  retire(): void {
    this.#pool.retire();
  }

  async close(): Promise<void> {
    await this.#pool.close((session) => this.abandon(session));
    await this.#killer.close();
  }

  #onSilence(session: Session): void {
    this.abandon(session);
    this.#pool.dropIdle();
  }

  get #connectTimeoutMs(): number {
    return this.#server.driver.connectTimeout ?? Number.POSITIVE_INFINITY;
  }

  async #open(): Promise<Session> {
    if (this.#isServing) return this.#openWhileServing();
    try {
      // No client is waiting yet, so a distant server may take its time.
      const opening = new SilenceClock(this.#connectTimeoutMs);
      return await Session.open(this.#server, { ...this.#clocks, opening });
    } catch (error) {
      throw refusal(this.#url, error);
    }
  }

  async #openWhileServing(): Promise<Session> {
    try {
      return await Session.open(this.#server, this.#clocks);
    } catch (error) {
      this.#warn(error);
      const isTimeUp = this.#clocks.statements.limitMs < this.#connectTimeoutMs;
      throw error instanceof SilentServer && isTimeUp ? statementTimeout(error) : new Unavailable(error);
    }
  }

  #warn(error: unknown): void {
    const reason = refusal(this.#url, error);
    const message = reason instanceof Error ? reason.message : String(reason);
    const now = performance.now();
    if (now - (this.#warnedAt.get(message) ?? Number.NEGATIVE_INFINITY) < warnAgainMs) return;
    this.#warnedAt.clear();
    this.#warnedAt.set(message, now);
    this.#options.onWarning(message);
  }
}
