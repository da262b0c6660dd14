// Limits guessing: counts failed attempts per user and per address, however they arrive and in whichever process. The
// counts are in the state store.
import { hash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '../contract/problem.ts';
import type { Store } from '../store/store.ts';
import { AttemptCounts, type Counted, type Subjects, type Verdict } from './attempt-counts.ts';
import {
  type Attempt,
  attemptsAllowed,
  isFull,
  refusedUntil,
  withFailure,
  without,
  withSharedFailure,
} from './attempts.ts';
import { networkOf } from './networks.ts';

/** The number of refusals cached in this process; older ones are looked up again. */
const refusalsKept = 50_000;
/** The retry interval of an attempt that waits for one in another process. */
const retryMs = 50;
const sweepMs = 60_000;

/** The times until which the two subjects are refused, at least one of them in the future. */
type Refusal = Readonly<Record<keyof Subjects, number>>;

export class AttemptLimiter {
  readonly #counts: AttemptCounts;
  readonly #now: () => number;
  /** The time until which each subject is refused. Failures are never taken back, so this needs no look-up. */
  readonly #refused = new Map<string, number>();
  /** The number of attempts in progress in this process, by subject. */
  readonly #running = new Map<string, number>();
  #waiting: (() => void)[] = [];
  #sweptAt = 0;

  constructor(store: Store, now: () => number = Date.now) {
    this.#counts = new AttemptCounts(store, now);
    this.#now = now;
  }

  /**
   * Evaluates an attempt unless there were too many failures; false counts as a failure. Only as many run at once as
   * may still fail, and the rest wait, so a thousand simultaneous guesses gain nothing. A success takes back no
   * failure: otherwise an attacker with an own account could go on for ever.
   */
  async attempt(username: string, address: string, evaluate: () => Promise<boolean>): Promise<boolean> {
    const subjects = subjectsOf(username, address);
    const id = randomUUID();
    await this.#enter(subjects, id);
    try {
      const isRight = await evaluate();
      const failure = this.#attempt(subjects, id, false);
      await this.#change(subjects, (counted) => ({
        outcome: null,
        next: isRight
          ? { user: without(counted.user, id), address: without(counted.address, id) }
          : failedOnce(counted, failure),
      }));
      return isRight;
    } finally {
      this.#leave(subjects);
    }
  }

  /** Counts a failure that was cheap to detect; throws if there were too many before it. */
  async failed(username: string, address: string): Promise<void> {
    const subjects = subjectsOf(username, address);
    this.#refuse(subjects);
    const failure = this.#attempt(subjects, randomUUID(), false);
    const refusal = await this.#change(subjects, (counted) => {
      const outcome = refusalOf(counted, failure.at);
      return { outcome, next: outcome === null ? failedOnce(counted, failure) : null };
    });
    if (refusal !== null) this.#remember(subjects, refusal);
    this.#refuse(subjects);
  }

  /** Resolves when an attempt may run. Until its outcome is known, it counts as a failure. */
  async #enter(subjects: Subjects, id: string): Promise<void> {
    const both = Object.values(subjects);
    for (;;) {
      this.#refuse(subjects);
      // Of many simultaneous attempts, only those that could be let in go to the store.
      if (both.some((subject) => (this.#running.get(subject) ?? 0) >= attemptsAllowed)) {
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
        continue;
      }
      for (const subject of both) this.#running.set(subject, (this.#running.get(subject) ?? 0) + 1);
      let outcome: Refusal | 'in' | 'full' = 'full';
      try {
        const open = this.#attempt(subjects, id, true);
        outcome = await this.#change(subjects, (counted) => decideEntry(counted, open));
      } finally {
        if (outcome !== 'in') this.#leave(subjects);
      }
      if (outcome === 'in') return;
      if (outcome === 'full') await delay(retryMs);
      else this.#remember(subjects, outcome);
    }
  }

  #leave(subjects: Subjects): void {
    for (const subject of Object.values(subjects)) {
      const left = (this.#running.get(subject) ?? 1) - 1;
      if (left > 0) this.#running.set(subject, left);
      else this.#running.delete(subject);
    }
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }

  #attempt({ user }: Subjects, id: string, isOpen: boolean): Attempt {
    return { id, at: this.#now(), user, isOpen };
  }

  async #change<T>(subjects: Subjects, decide: (counted: Counted) => Verdict<T>): Promise<T> {
    const now = this.#now();
    const outcome = await this.#counts.decide(subjects, decide);
    if (now - this.#sweptAt >= sweepMs) await this.#sweep(now);
    return outcome;
  }

  #remember(subjects: Subjects, refusal: Refusal): void {
    this.#refused.set(subjects.user, refusal.user);
    this.#refused.set(subjects.address, refusal.address);
    for (const subject of this.#refused.keys()) {
      if (this.#refused.size <= refusalsKept) break;
      this.#refused.delete(subject);
    }
  }

  #refuse({ user, address }: Subjects): void {
    const until = Math.max(this.#refused.get(user) ?? 0, this.#refused.get(address) ?? 0);
    const wait = until - this.#now();
    if (wait <= 0) return;
    throw new Problem('too-many-attempts', 'Too many failed attempts for this user or from this address.', {
      retryAfter: Math.ceil(wait / 1000),
    });
  }

  /** Deletes expired counts, here and in the store. */
  async #sweep(now: number): Promise<void> {
    this.#sweptAt = now;
    for (const [subject, until] of this.#refused) if (until <= now) this.#refused.delete(subject);
    await this.#counts.sweep(now);
  }
}

/** Digests, since any text may be given as a name, and none is stored. */
function subjectsOf(username: string, address: string): Subjects {
  return {
    user: hash('sha256', `user ${username}`, 'base64'),
    address: hash('sha256', `address ${networkOf(address)}`, 'base64'),
  };
}

function refusalOf({ user, address }: Counted, now: number): Refusal | null {
  const refusal = { user: refusedUntil(user), address: refusedUntil(address) };
  return refusal.user > now || refusal.address > now ? refusal : null;
}

function decideEntry(counted: Counted, open: Attempt): Verdict<Refusal | 'in' | 'full'> {
  const refusal = refusalOf(counted, open.at);
  if (refusal !== null) return { outcome: refusal, next: null };
  const { user, address } = counted;
  if (isFull(user) || isFull(address)) return { outcome: 'full', next: null };
  return { outcome: 'in', next: { user: [...user, open], address: [...address, open] } };
}

function failedOnce({ user, address }: Counted, failure: Attempt): Counted {
  return { user: withFailure(user, failure), address: withSharedFailure(address, failure) };
}
