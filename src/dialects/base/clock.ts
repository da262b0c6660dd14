// Notices that a server has been silent for too long. The engine's own time limit helps only while the engine responds.
import { Problem } from '../../contract/problem.ts';

/** How long after its own time limit an engine may take to report it. */
const engineGraceMs = 300;

/** The watch on one statement, or on a part of it. */
export interface WatchHandle {
  /**
   * The server has responded, or received another request: the time starts again. `waitedMs` has already been spent
   * waiting for a turn.
   */
  restart(waitedMs?: number): void;
  /** The server has finished, or is no longer being waited for. */
  stop(): void;
}

/** All statements share one timer. Watching one costs two operations on a set. */
export class SilenceClock {
  readonly #limitMs: number;
  readonly #graceMs: number;
  readonly #running = new Set<Run>();
  #timer: NodeJS.Timeout | undefined;
  #checksAt = Number.POSITIVE_INFINITY;

  /** For the statement timeout of the engine itself; 0 means no limit, and nothing is watched. */
  static forTimeout(statementTimeoutMs: number): SilenceClock {
    return new SilenceClock(
      statementTimeoutMs === 0 ? Number.POSITIVE_INFINITY : statementTimeoutMs,
      engineGraceMs,
    );
  }

  constructor(limitMs: number, graceMs = 0) {
    this.#limitMs = limitMs;
    this.#graceMs = graceMs;
  }

  /** The longest time for a server to answer, and for a request to wait for its turn; infinite without a limit. */
  get limitMs(): number {
    return this.#limitMs;
  }

  /** Calls `onLate` unless stopped in time. */
  watch(onLate: () => void, waitedMs = 0): WatchHandle {
    const run: Run = {
      deadline: 0,
      onLate,
      restart: (waited = 0) => {
        this.#running.delete(run);
        this.#begin(run, waited);
      },
      stop: () => this.#running.delete(run),
    };
    this.#begin(run, waitedMs);
    return run;
  }

  #begin(run: Run, waitedMs: number): void {
    if (this.#limitMs === Number.POSITIVE_INFINITY) return;
    const leftMs = this.#limitMs + this.#graceMs - waitedMs;
    run.deadline = performance.now() + leftMs;
    this.#running.add(run);
    if (run.deadline < this.#checksAt) this.#wakeIn(leftMs, run.deadline);
  }

  #wakeIn(milliseconds: number, at: number): void {
    clearTimeout(this.#timer);
    this.#checksAt = at;
    // Data that arrived while this process was busy is read before any statement is called late. Timers may fire a
    // little early, and a delay of 0 would loop forever.
    this.#timer = setTimeout(() => setImmediate(() => this.#check()), Math.max(1, milliseconds)).unref();
  }

  #check(): void {
    const now = performance.now();
    this.#checksAt = Number.POSITIVE_INFINITY;
    let next = Number.POSITIVE_INFINITY;
    for (const run of this.#running) {
      if (run.deadline > now) {
        next = Math.min(next, run.deadline);
        continue;
      }
      this.#running.delete(run);
      run.onLate();
    }
    if (next < this.#checksAt) this.#wakeIn(next - now, next);
  }
}

/** The statement, or the wait for a turn, took too long. */
export function statementTimeout(cause?: unknown): Problem {
  return new Problem('statement-timeout', 'The statement took longer than the service allows.', { cause });
}

interface Run extends WatchHandle {
  deadline: number;
  readonly onLate: () => void;
}
