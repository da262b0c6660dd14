// Stops work done in the name of something that may end in another process: a session, a token, a link.
import { getEventListeners } from 'node:events';
import type { Problem } from '../contract/problem.ts';

/** The polling interval: an end in another process is noticed within this time. */
const checkIntervalMs = 200;

/** The future end of one such thing. */
export class Revocation {
  readonly #controller = new AbortController();
  readonly #check: () => Promise<void>;
  readonly #onWatched: (revocation: Revocation) => void;
  readonly #subscribers = new Set<(reason: unknown) => void>();

  constructor(check: () => Promise<void>, onWatched: (revocation: Revocation) => void) {
    this.#check = check;
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
  subscribe(stop: (reason: unknown) => void): void {
    const { aborted, reason } = this.#controller.signal;
    if (aborted) {
      stop(reason);
      return;
    }
    this.#subscribers.add(stop);
    this.#onWatched(this);
  }

  /** Stops waiting. */
  unsubscribe(stop: (reason: unknown) => void): void {
    this.#subscribers.delete(stop);
  }

  get isRevoked(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Whether anybody waits for the end. */
  get hasSubscribers(): boolean {
    const { signal } = this.#controller;
    return !signal.aborted && (this.#subscribers.size > 0 || getEventListeners(signal, 'abort').length > 0);
  }

  revoke(reason: Problem): void {
    this.#controller.abort(reason);
    const stops = [...this.#subscribers];
    this.#subscribers.clear();
    for (const stop of stops) stop(reason);
  }

  look(): Promise<void> {
    return this.#check();
  }
}

export class Revocations {
  /** The endings with work in progress in this process. */
  readonly #watched = new Set<Revocation>();
  #timer: NodeJS.Timeout | null = null;
  #isChecking = false;

  /** `look` checks whether the end has come, and if so calls `revoke`. */
  create(look: (revocation: Revocation) => Promise<void>): Revocation {
    const made: Revocation = new Revocation(
      () => look(made),
      (watched) => {
        this.#watched.add(watched);
        this.#timer ??= setInterval(() => void this.#checkLater(), checkIntervalMs).unref();
      },
    );
    return made;
  }

  /** Stops polling. */
  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  async #checkLater(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    for (const revocation of this.#watched) if (!revocation.hasSubscribers) this.#watched.delete(revocation);
    if (this.#watched.size === 0) this.stop();
    // A look fails if the store is unavailable, and then nothing can have been ended either.
    await Promise.allSettled([...this.#watched].map((ending) => ending.look()));
    this.#isChecking = false;
  }
}
