// The sessions of one database: opened when they are needed, kept while they work, lent by turns.
import { Problem } from '../../../contract/problem.ts';
import { Slots, type Turn } from '../../base/slots.ts';
import type { Session } from './session.ts';

export interface Lease {
  readonly session: Session;
  /** Gives the session back; one that is gone makes room for a new one. */
  release(): void;
}

export class Pool {
  readonly #slots: Slots;
  readonly #open: () => Promise<Session>;
  readonly #idle: Session[] = [];
  readonly #lent = new Set<Session>();
  #closed = false;

  constructor(size: number, waitMs: number, open: () => Promise<Session>) {
    this.#slots = new Slots(size, waitMs);
    this.#open = open;
  }

  get isFull(): boolean {
    return this.#slots.isFull;
  }

  async lend(turn: Turn, signal?: AbortSignal): Promise<Lease> {
    const leave = await this.#slots.take(turn, signal);
    const session = await this.#session().catch((error: unknown) => {
      leave();
      throw error;
    });
    const release = () => this.#release(session, leave);
    if (signal?.aborted) {
      release();
      throw signal.reason;
    }
    return { session, release };
  }

  /** Those that work are handed over to whoever can end their statements too. */
  async close(end: (session: Session) => void): Promise<void> {
    this.#closed = true;
    for (const session of this.#lent) end(session);
    await Promise.all(this.#idle.splice(0).map((session) => session.end()));
  }

  async #session(): Promise<Session> {
    if (this.#closed) throw new Problem('database-unavailable', 'The service is stopping.');
    const session = this.#idle.pop() ?? (await this.#opened());
    this.#lent.add(session);
    return session;
  }

  async #opened(): Promise<Session> {
    const session = await this.#open();
    session.onGone(() => {
      const at = this.#idle.indexOf(session);
      if (at >= 0) this.#idle.splice(at, 1);
    });
    if (this.#closed) session.drop();
    return session;
  }

  #release(session: Session, leave: () => void): void {
    if (!this.#lent.delete(session)) return;
    if (!session.gone && !this.#closed) this.#idle.push(session);
    leave();
  }
}
