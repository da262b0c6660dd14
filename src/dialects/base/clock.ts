// Notices that a server has been silent for too long. The engine's own time limit helps only while the engine answers.

/** How long past its own time limit an engine may take to say so. */
const graceMs = 300;

/** The time of one statement, or of one part of it. */
export interface Watched {
  /** The server has given a sign of life, or has been asked anew: the time begins again. */
  restart(): void;
  /** The server has finished, or somebody else is being waited for. */
  stop(): void;
}

/**
 * All statements share one timer, since they have the same time: those that began first are the first to be late. To
 * watch one takes two entries in a set.
 */
export class SilenceClock {
  readonly #limitMs: number;
  readonly #running = new Set<Run>();
  #timer: NodeJS.Timeout | undefined;

  /** Of the time limit that the engine itself has for a statement; 0 means none, and nothing is watched. */
  static beside(statementTimeoutMs: number): SilenceClock {
    return new SilenceClock(
      statementTimeoutMs === 0 ? Number.POSITIVE_INFINITY : statementTimeoutMs + graceMs,
    );
  }

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /** How long a server may be silent; infinite where there is no bound. */
  get limitMs(): number {
    return this.#limitMs;
  }

  /** Calls `onLate` unless it is stopped in time. */
  watch(onLate: () => void): Watched {
    const run: Run = {
      deadline: 0,
      onLate,
      restart: () => {
        this.#running.delete(run);
        this.#begin(run);
      },
      stop: () => this.#running.delete(run),
    };
    this.#begin(run);
    return run;
  }

  #begin(run: Run): void {
    if (this.#limitMs === Number.POSITIVE_INFINITY) return;
    run.deadline = performance.now() + this.#limitMs;
    this.#running.add(run);
    this.#timer ??= this.#wakeIn(this.#limitMs);
  }

  #wakeIn(milliseconds: number): NodeJS.Timeout {
    // An answer that has come while this process was busy is read before anybody is called late.
    return setTimeout(() => setImmediate(() => this.#look()), milliseconds).unref();
  }

  #look(): void {
    const now = performance.now();
    this.#timer = undefined;
    for (const run of this.#running) {
      // A timer may come a little early, and one of no time at all never ends.
      const leftMs = run.deadline - now;
      if (leftMs > 0) {
        this.#timer ??= this.#wakeIn(Math.max(1, leftMs));
        return;
      }
      this.#running.delete(run);
      run.onLate();
    }
  }
}

interface Run extends Watched {
  deadline: number;
  readonly onLate: () => void;
}
