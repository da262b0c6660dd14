// Ends in the server what nobody waits for any more: a session that is given up here may compute on over there.
import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from 'mysql2';
import type { SilenceClock } from '../../base/clock.ts';
import { connected, inTime } from './connect.ts';
import type { ServerOptions } from './options.ts';
import { textRows } from './statements.ts';

/** A session of which nothing but its number is left. */
export interface GivenUp {
  readonly id: number;
  readonly openedAt: number;
}

/** A server that does not answer is asked again, at longer and longer intervals. */
const firstPauseMs = 500;
const longestPauseMs = 30_000;

/** The server counts whole seconds, by a clock of its own. */
const uptimeSlackMs = 2_000;

export class Endings {
  readonly #server: ServerOptions;
  readonly #clock: SilenceClock;
  readonly #onWarning: (message: string) => void;
  readonly #waiting = new Set<GivenUp>();
  readonly #closed = new AbortController();
  #work: Promise<void> | null = null;

  constructor(server: ServerOptions, clock: SilenceClock, onWarning: (message: string) => void) {
    this.#server = server;
    this.#clock = clock;
    this.#onWarning = onWarning;
  }

  add({ id, openedAt }: GivenUp): void {
    this.#waiting.add({ id, openedAt });
    this.#work ??= this.#endAll().finally(() => {
      this.#work = null;
    });
  }

  /** Waits for an attempt that is under way, and makes no more. */
  async close(): Promise<void> {
    this.#closed.abort();
    await this.#work;
  }

  async #endAll(): Promise<void> {
    for (
      let pauseMs = firstPauseMs;
      this.#waiting.size > 0;
      pauseMs = Math.min(2 * pauseMs, longestPauseMs)
    ) {
      const failure = await this.#attempt();
      if (failure === null) return;
      if (pauseMs === firstPauseMs) {
        this.#onWarning(`a statement that nobody waits for any more could not be ended: ${failure.message}`);
      }
      if (this.#closed.signal.aborted || isDown(failure)) this.#waiting.clear();
      else await this.#pause(pauseMs);
    }
  }

  /** Over a connection of its own that lasts no longer: the pool's may all be busy. */
  async #attempt(): Promise<Error | null> {
    try {
      const connection = await connected(this.#server, this.#clock);
      try {
        await inTime(endSessions(connection, this.#waiting), this.#clock);
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

/** No server, no sessions. */
function isDown(error: Error): boolean {
  return 'code' in error && (error.code === 'ECONNREFUSED' || error.code === 'ENOENT');
}

/** Ends these sessions and those that are added meanwhile, and takes each out of the set. */
async function endSessions(connection: Connection, sessions: Set<GivenUp>): Promise<void> {
  const [[, seconds = null] = []] = await textRows(connection, `show global status like 'uptime'`);
  const startedAt = performance.now() - Number(seconds) * 1_000;
  for (const session of sessions) {
    // After a restart the numbers are given again, to others.
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
