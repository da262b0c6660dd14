// Kills abandoned statements on the server: dropping a connection here does not stop the statement there.
import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from 'mysql2';
import type { SilenceClock } from '../../base/clock.ts';
import { connected, inTime } from './connect.ts';
import type { ServerOptions } from './options.ts';
import { textRows } from './statements.ts';

/** A session of which only the server's session id is known. */
export interface AbandonedSession {
  readonly id: number;
  readonly openedAt: number;
}

/** If a server does not answer, retries at increasing intervals. */
const firstPauseMs = 500;
const maxPauseMs = 30_000;

/** The server reports uptime in whole seconds of its own clock. */
const uptimeSlackMs = 2_000;

export class SessionKiller {
  readonly #server: ServerOptions;
  readonly #clock: SilenceClock;
  readonly #onWarning: (message: string) => void;
  readonly #waiting = new Set<AbandonedSession>();
  readonly #closed = new AbortController();
  #work: Promise<void> | null = null;

  constructor(server: ServerOptions, clock: SilenceClock, onWarning: (message: string) => void) {
    this.#server = server;
    this.#clock = clock;
    this.#onWarning = onWarning;
  }

  add({ id, openedAt }: AbandonedSession): void {
    this.#waiting.add({ id, openedAt });
    this.#work ??= this.#endAll().finally(() => {
      this.#work = null;
    });
  }

  /** Waits for an attempt under way, and makes no more. */
  async close(): Promise<void> {
    this.#closed.abort();
    await this.#work;
  }

  async #endAll(): Promise<void> {
    for (let pauseMs = firstPauseMs; this.#waiting.size > 0; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
      const failure = await this.#attempt();
      if (failure === null) return;
      if (pauseMs === firstPauseMs) {
        this.#onWarning(`a statement that nobody waits for any more could not be ended: ${failure.message}`);
      }
      if (this.#closed.signal.aborted || isDown(failure)) this.#waiting.clear();
      else await this.#pause(pauseMs);
    }
  }

  /** Uses a separate, short-lived connection: all of the pool's may be busy. */
  async #attempt(): Promise<Error | null> {
    try {
      const connection = await connected(this.#server, this.#clock);
      try {
        await inTime(killSessions(connection, this.#waiting), this.#clock);
      } finally {
        connection.destroy();
      }
      return null;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  async #pause(milliseconds: number): Promise<void> {
    await delay(milliseconds, undefined, { ref: false, signal: this.#closed.signal }).catch(() => {});
  }
}

/** Without a server there are no sessions. */
function isDown(error: Error): boolean {
  return 'code' in error && (error.code === 'ECONNREFUSED' || error.code === 'ENOENT');
}

/** Kills these sessions, and those added meanwhile, and removes each from the set. */
async function killSessions(connection: Connection, sessions: Set<AbandonedSession>): Promise<void> {
  const [[, seconds = null] = []] = await textRows(connection, `show global status like 'uptime'`);
  const startedAt = performance.now() - Number(seconds) * 1_000;
  for (const session of sessions) {
    // After a restart ids are reused for other sessions.
    if (session.openedAt > startedAt - uptimeSlackMs) await kill(connection, session.id);
    sessions.delete(session);
  }
}

async function kill(connection: Connection, id: number): Promise<void> {
  try {
    await textRows(connection, `kill ${id}`);
  } catch (error) {
    const hasEnded = error instanceof Error && 'code' in error && error.code === 'ER_NO_SUCH_THREAD';
    if (!hasEnded) throw error;
  }
}
