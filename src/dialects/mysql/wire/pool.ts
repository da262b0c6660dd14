// The sessions of one database: opened when they are needed, kept while they work, lent by turns.
import { Problem } from '../../../contract/problem.ts';
import { Slots, type Turn } from '../../base/slots.ts';
import type { Session } from './session.ts';

export interface Lease {
  readonly session: Session;
  /** Gives the session back; one that is gone makes room for a new one. */
  release(): void;
}

/** `views`: functions may run, which can change the session in any way, so that nobody gets it as it is afterwards. */
export type Reads = 'tables' | 'views';

export interface PoolOptions {
  readonly size: number;
  readonly waitMs: number;
  /** How long a session may take to become a new one. */
  readonly renewMs: number;
  readonly open: () => Promise<Session>;
}

export class Pool {
  readonly #slots: Slots;
  readonly #options: PoolOptions;
  /** Those of tables are at the end, where they are taken from: their statements are prepared. */
  readonly #idle: Session[] = [];
  readonly #lent = new Set<Session>();
  /** Sessions that were lent before are made new ones when they come back. */
  #generation = 0;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#slots = new Slots(options.size, options.waitMs);
    this.#options = options;
  }

  get isFull(): boolean {
    return this.#slots.isFull;
  }

  async lend(turn: Turn, reads: Reads, signal?: AbortSignal): Promise<Lease> {
    const leave = await this.#slots.take(turn, signal);
    const session = await this.#session(reads).catch((error: unknown) => {
      leave();
      throw error;
    });
    const generation = this.#generation;
    let isBack = false;
    const release = () => {
      if (isBack) return;
      isBack = true;
      const mustRenew = reads === 'views' || generation !== this.#generation;
      void this.#release(session, mustRenew).finally(leave);
    };
    if (signal?.aborted) {
      release();
      throw signal.reason;
    }
    return { session, release };
  }

  /** From now on nobody gets a session as it is at this moment. */
  renew(): void {
    this.#generation++;
    for (const session of this.#idle.splice(0)) void session.end();
  }

  /** Those that work are handed over to whoever can end their statements too. */
  async close(end: (session: Session) => void): Promise<void> {
    this.#closed = true;
    for (const session of this.#lent) end(session);
    await Promise.all(this.#idle.splice(0).map((session) => session.end()));
  }

  async #session(reads: Reads): Promise<Session> {
    if (this.#closed) throw new Problem('database-unavailable', 'The service is stopping.');
    const idle = reads === 'views' ? this.#idle.shift() : this.#idle.pop();
    const session = idle ?? (await this.#opened());
    this.#lent.add(session);
    return session;
  }

  async #opened(): Promise<Session> {
    const session = await this.#options.open();
    session.onGone(() => {
      const at = this.#idle.indexOf(session);
      if (at >= 0) this.#idle.splice(at, 1);
    });
    if (this.#closed) session.drop();
    return session;
  }

  /** Nobody waits for a session that is made a new one, but whoever gets it next. */
  async #release(session: Session, mustRenew: boolean): Promise<void> {
    if (mustRenew && !session.gone) {
      await session.renew(this.#options.renewMs).catch(() => session.drop());
    }
    this.#lent.delete(session);
    if (session.gone || this.#closed) return;
    if (mustRenew) this.#idle.unshift(session);
    else this.#idle.push(session);
  }
}
