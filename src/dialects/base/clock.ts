// Notices that a server has been silent for too long. The engine's own time limit helps only while the engine answers.
import { Problem } from '../../contract/problem.ts';

/** How long past its own time limit an engine may take to say so. */
const engineGraceMs = 300;

/** The time of one statement, or of one part of it. */
export interface Watched {
  /**
   * The server has given a sign of life, or has been asked anew: the time begins again. Of it so much is gone that whoever
   * asks has waited for their turn.
   */
  restart(waitedMs?: number): void;
  /** The server has finished, or somebody else is being waited for. */
  stop(): void;
}

/** All statements share one timer. To watch one takes two entries in a set. */
export class SilenceClock {
  readonly #limitMs: number;
  readonly #graceMs: number;
  readonly #running = new Set<Run>();
  #timer: NodeJS.Timeout | undefined;
  #wakesAt = Number.POSITIVE_INFINITY;

  /** Of the time limit that the engine itself has for a statement; 0 means none, and nothing is watched. */
  static beside(statementTimeoutMs: number): SilenceClock {
    return new SilenceClock(
      statementTimeoutMs === 0 ? Number.POSITIVE_INFINITY : statementTimeoutMs,
      engineGraceMs,
    );
  }

  constructor(limitMs: number, graceMs = 0) {
    this.#limitMs = limitMs;
    this.#graceMs = graceMs;
  }

  /** How long a server may take, and how long anybody waits for their turn; infinite where there is no bound. */
  get limitMs(): number {
    return this.#limitMs;
  }

  /** Calls `onLate` unless it is stopped in time. */
  watch(onLate: () => void, waitedMs = 0): Watched {
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
    if (run.deadline < this.#wakesAt) this.#wakeIn(leftMs, run.deadline);
  }

  #wakeIn(milliseconds: number, at: number): void {
    clearTimeout(this.#timer);
    this.#wakesAt = at;
    // An answer that has come while this process was busy is read before anybody is called late. A timer may come a
    // little early, and one of no time at all never ends.
    this.#timer = setTimeout(() => setImmediate(() => this.#look()), Math.max(1, milliseconds)).unref();
  }

  #look(): void {
    const now = performance.now();
    this.#wakesAt = Number.POSITIVE_INFINITY;
    let next = Number.POSITIVE_INFINITY;
    for (const run of this.#running) {
      if (run.deadline > now) {
        next = Math.min(next, run.deadline);
        continue;
      }
      this.#running.delete(run);
      run.onLate();
    }
    if (next < this.#wakesAt) this.#wakeIn(next - now, next);
  }
}

/** Whoever is told this has waited as long as one may, for the engine or for their turn. */
export function statementTimeout(cause?: unknown): Problem {
  return new Problem('statement-timeout', 'The statement took longer than the service allows.', { cause });
}

interface Run extends Watched {
  deadline: number;
  readonly onLate: () => void;
}
