// Slows guessing down: failed attempts are counted per user and per address, whichever way they come in.
import { Problem } from '../contract/problem.ts';
import { networkOf } from './networks.ts';

const attemptsAllowed = 10;
const windowMs = 15 * 60_000;

/** Names and addresses are made up by whoever guesses; beyond this number the oldest are forgotten. */
const keysKept = 50_000;

interface Count {
  /** When the failures within the window happened, oldest first. */
  failures: number[];
  /** Attempts whose outcome is not known yet. */
  running: number;
}

export class AttemptLimiter {
  readonly #now: () => number;
  readonly #counts = new Map<string, Count>();
  #waiting: (() => void)[] = [];

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * Runs an attempt unless there were too many failures; false is a failure. As many attempts run at once as
   * may still fail, the others wait: a thousand guesses at the same moment are no better than one by one.
   * A success takes no failure back, or an attacker with an account of his own could go on for ever.
   */
  async attempt(username: string, address: string, evaluate: () => Promise<boolean>): Promise<boolean> {
    const keys = keysOf(username, address);
    for (;;) {
      this.#refuse(keys);
      const counts = keys.map((key) => this.#count(key));
      if (counts.every(({ failures, running }) => failures.length + running < attemptsAllowed)) break;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    const counts = keys.map((key) => this.#count(key));
    for (const count of counts) count.running++;
    let failed = false;
    try {
      failed = !(await evaluate());
    } finally {
      for (const count of counts) count.running--;
      if (failed) this.#fail(keys);
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const resume of waiting) resume();
    }
    return !failed;
  }

  /** Counts a failure that was cheap to find out; refuses when there were too many before it. */
  failed(username: string, address: string): void {
    const keys = keysOf(username, address);
    this.#refuse(keys);
    this.#fail(keys);
  }

  #fail(keys: readonly string[]): void {
    for (const key of keys) this.#count(key).failures.push(this.#now());
  }

  #refuse(keys: readonly string[]): void {
    const now = this.#now();
    const until = keys.map((key) => {
      const { failures } = this.#count(key);
      const oldest = failures.at(-attemptsAllowed);
      return oldest === undefined ? 0 : oldest + windowMs;
    });
    const wait = Math.max(...until) - now;
    if (wait <= 0) return;
    throw new Problem('too-many-attempts', 'Too many failed attempts for this user or from this address.', {
      retryAfter: Math.ceil(wait / 1000),
    });
  }

  #count(key: string): Count {
    const now = this.#now();
    const known = this.#counts.get(key);
    if (known) {
      known.failures = known.failures.filter((time) => now - time < windowMs);
      return known;
    }
    if (this.#counts.size >= keysKept) this.#makeRoom(now);
    const count: Count = { failures: [], running: 0 };
    this.#counts.set(key, count);
    return count;
  }

  #makeRoom(now: number): void {
    for (const [key, { failures, running }] of this.#counts) {
      if (running === 0 && now - (failures.at(-1) ?? 0) >= windowMs) this.#counts.delete(key);
    }
    for (const [key, { running }] of this.#counts) {
      if (this.#counts.size < keysKept) return;
      if (running === 0) this.#counts.delete(key);
    }
  }
}

function keysOf(username: string, address: string): string[] {
  return [`user ${username.slice(0, 256)}`, `address ${networkOf(address)}`];
}
