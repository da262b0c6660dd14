// Stops work done in the name of something that may end in another process: a session, a token, a link.
import { getEventListeners } from 'node:events';
import type { Problem } from '../contract/problem.ts';

/** The polling interval: an end in another process is noticed within this time. */
const lookAfterMs = 200;

/** The future end of one such thing. */
export class Ending {
  readonly #controller = new AbortController();
  readonly #look: () => Promise<void>;
  readonly #onWatched: (ending: Ending) => void;
  readonly #awaiting = new Set<(reason: unknown) => void>();

  constructor(look: () => Promise<void>, onWatched: (ending: Ending) => void) {
    this.#look = look;
    this.#onWatched = onWatched;
  }

  /** Aborts with a Problem. Add a listener at once: without listeners, the end is not polled. */
  get signal(): AbortSignal {
    if (!this.#controller.signal.aborted) this.#onWatched(this);
    return this.#controller.signal;
  }

  /**
   * Calls `stop` once with the Problem, at once if the end has come. Every request waits for an end, and this is
   * cheaper than listening to a signal.
   */
  await(stop: (reason: unknown) => void): void {
    const { aborted, reason } = this.#controller.signal;
    if (aborted) {
      stop(reason);
      return;
    }
    this.#awaiting.add(stop);
    this.#onWatched(this);
  }

  /** Stops waiting. */
  leave(stop: (reason: unknown) => void): void {
    this.#awaiting.delete(stop);
  }

  get hasCome(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Whether anybody waits for the end. */
  get isAwaited(): boolean {
    const { signal } = this.#controller;
    return !signal.aborted && (this.#awaiting.size > 0 || getEventListeners(signal, 'abort').length > 0);
  }

  end(reason: Problem): void {
    this.#controller.abort(reason);
    const stops = [...this.#awaiting];
    this.#awaiting.clear();
    for (const stop of stops) stop(reason);
  }

  look(): Promise<void> {
    return this.#look();
  }
}

export class Endings {
  /** The endings with work in progress in this process. */
  readonly #watched = new Set<Ending>();
  #timer: NodeJS.Timeout | null = null;
  #isLooking = false;

  /** `look` checks whether the end has come, and if so calls `end`. */
  ending(look: (ending: Ending) => Promise<void>): Ending {
    const made: Ending = new Ending(
      () => look(made),
      (watched) => {
        this.#watched.add(watched);
        this.#timer ??= setInterval(() => void this.#lookAfter(), lookAfterMs).unref();
      },
    );
    return made;
  }

  /** Stops polling. */
  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  async #lookAfter(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    for (const ending of this.#watched) if (!ending.isAwaited) this.#watched.delete(ending);
    if (this.#watched.size === 0) this.stop();
    // A look fails if the store is unavailable, and then nothing can have been ended either.
    await Promise.allSettled([...this.#watched].map((ending) => ending.look()));
    this.#isLooking = false;
  }
}
