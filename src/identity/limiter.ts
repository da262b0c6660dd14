// Slows guessing down: failed attempts are counted per user and per address, whichever way they come in.
import { Problem } from '../contract/problem.ts';
import { networkOf } from './networks.ts';

const attemptsAllowed = 10;
const windowMs = 15 * 60_000;

/**
 * Of the failures of one user only so many count against the address: whoever has forgotten a password locks himself
 * out, not everybody behind the same router.
 */
const sharedWithAddress = 4;

/** Names and addresses are made up by whoever guesses; beyond this number the oldest are forgotten. */
const keysKept = 50_000;

interface Failure {
  readonly at: number;
  readonly username: string;
}

interface Count {
  /** The failures within the window, oldest first. */
  failures: Failure[];
  /** Attempts whose outcome is not known yet. */
  running: number;
}

/** What an attempt is counted for. */
interface Counted {
  readonly user: Count;
  readonly address: Count;
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
  async attempt(given: string, address: string, evaluate: () => Promise<boolean>): Promise<boolean> {
    const username = shortened(given);
    let counted = this.#counted(username, address);
    for (;;) {
      this.#refuse(counted);
      const counts = Object.values(counted);
      if (counts.every(({ failures, running }) => failures.length + running < attemptsAllowed)) break;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      counted = this.#counted(username, address);
    }
    const counts = Object.values(counted);
    for (const count of counts) count.running++;
    let failed = false;
    try {
      failed = !(await evaluate());
    } finally {
      for (const count of counts) count.running--;
      if (failed) this.#fail(counted, username);
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const resume of waiting) resume();
    }
    return !failed;
  }

  /** Counts a failure that was cheap to find out; refuses when there were too many before it. */
  failed(given: string, address: string): void {
    const username = shortened(given);
    const counted = this.#counted(username, address);
    this.#refuse(counted);
    this.#fail(counted, username);
  }

  #fail({ user, address }: Counted, username: string): void {
    const failure = { at: this.#now(), username };
    user.failures.push(failure);
    const before = address.failures.filter((other) => other.username === username).length;
    if (before < sharedWithAddress) address.failures.push(failure);
  }

  #refuse(counted: Counted): void {
    const until = Object.values(counted).map(({ failures }: Count) => {
      const oldest = failures.at(-attemptsAllowed);
      return oldest === undefined ? 0 : oldest.at + windowMs;
    });
    const wait = Math.max(...until) - this.#now();
    if (wait <= 0) return;
    throw new Problem('too-many-attempts', 'Too many failed attempts for this user or from this address.', {
      retryAfter: Math.ceil(wait / 1000),
    });
  }

  #counted(username: string, address: string): Counted {
    return {
      user: this.#count(`user ${username}`),
      address: this.#count(`address ${networkOf(address)}`),
    };
  }

  #count(key: string): Count {
    const now = this.#now();
    const known = this.#counts.get(key);
    if (known) {
      known.failures = known.failures.filter(({ at }) => now - at < windowMs);
      return known;
    }
    if (this.#counts.size >= keysKept) this.#makeRoom(now);
    const count: Count = { failures: [], running: 0 };
    this.#counts.set(key, count);
    return count;
  }

  #makeRoom(now: number): void {
    for (const [key, { failures, running }] of this.#counts) {
      if (running === 0 && now - (failures.at(-1)?.at ?? 0) >= windowMs) this.#counts.delete(key);
    }
    for (const [key, { running }] of this.#counts) {
      if (this.#counts.size < keysKept) return;
      if (running === 0) this.#counts.delete(key);
    }
  }
}

/** A name is as long as its sender likes. */
function shortened(username: string): string {
  return username.slice(0, 256);
}
