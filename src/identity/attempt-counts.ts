// What has been counted against users and addresses, in the state store. What is decided for one address at the same
// moment is decided in one transaction, so that a crowd behind one router does not queue for one locked row.

import { sql, type Transaction } from 'kysely';
import { Problem } from '../contract/problem.ts';
import type { Store } from '../store/store.ts';
import type { StoreTables } from '../store/tables.ts';
import { insertThoseAbsent, locked } from '../store/words.ts';
import { type Attempt, readAttempts, windowMs } from './attempts.ts';

/** What an attempt is counted for, as digests: any text will do, and none is kept. */
export interface Subjects {
  readonly user: string;
  readonly address: string;
}

/** The attempts that count for both. */
export interface Counted {
  readonly user: readonly Attempt[];
  readonly address: readonly Attempt[];
}

/** What follows from them, and what they are from now on; null where they stay as they are. */
export interface Verdict<T> {
  readonly outcome: T;
  readonly next: Counted | null;
}

/** Somebody who waits for a decision. */
interface Waiting {
  readonly user: string;
  /** Takes the decision and answers what is to be kept; the outcome is told when that is done. */
  decide(counted: Counted): Counted | null;
  tell(): void;
  fail(error: unknown): void;
}

/** So many decisions are taken in one transaction; those who come later go with the next one. */
const mostTogether = 64;

export class AttemptCounts {
  readonly #store: Store;
  readonly #now: () => number;
  /** By address, those who wait while a transaction for it is under way. */
  readonly #queues = new Map<string, Waiting[]>();

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  decide<T>({ user, address }: Subjects, decide: (counted: Counted) => Verdict<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let outcome: T;
      const waiting: Waiting = {
        user,
        decide: (counted) => {
          const verdict = decide(counted);
          outcome = verdict.outcome;
          return verdict.next;
        },
        tell: () => resolve(outcome),
        fail: reject,
      };
      const queue = this.#queues.get(address);
      if (queue !== undefined) queue.push(waiting);
      else {
        this.#queues.set(address, [waiting]);
        void this.#work(address);
      }
    });
  }

  /** Forgets what does not count any more. */
  async sweep(now: number): Promise<void> {
    await this.#store.write((trx) => trx.deleteFrom('attempts').where('until', '<=', now).execute());
  }

  async #work(address: string): Promise<void> {
    const queue = this.#queues.get(address) ?? [];
    while (queue.length > 0) {
      const together = queue.splice(0, mostTogether);
      try {
        await this.#decideAll(address, together);
        for (const one of together) one.tell();
      } catch (error) {
        // Who came meanwhile would wait as long for a store that is away.
        const isAway = error instanceof Problem && error.kind === 'store-unavailable';
        for (const one of isAway ? [...together, ...queue.splice(0)] : together) one.fail(error);
      }
    }
    this.#queues.delete(address);
  }

  async #decideAll(address: string, together: readonly Waiting[]): Promise<void> {
    const subjects = [...new Set([address, ...together.map(({ user }) => user)])].sort();
    while (!(await this.#store.write((trx) => this.#decideIn(trx, address, subjects, together)))) {
      await this.#add(subjects);
    }
  }

  /** False where a subject has no row that could be locked. */
  async #decideIn(
    trx: Transaction<StoreTables>,
    address: string,
    subjects: readonly string[],
    together: readonly Waiting[],
  ): Promise<boolean> {
    const now = this.#now();
    // Always in the same order, so that two who count for the same do not wait for each other.
    const rows = await locked(
      trx,
      trx
        .selectFrom('attempts')
        .select(['subject', 'state'])
        .where('subject', 'in', subjects)
        .orderBy('subject'),
    ).execute();
    if (rows.length < subjects.length) return false;
    const counts = new Map<string, readonly Attempt[]>(
      rows.map(({ subject, state }) => [subject, readAttempts(state, now)]),
    );
    const changed = new Set<string>();
    for (const { user, decide } of together) {
      const next = decide({ user: counts.get(user) ?? [], address: counts.get(address) ?? [] });
      if (next === null) continue;
      counts.set(user, next.user).set(address, next.address);
      changed.add(user).add(address);
    }
    const kept = new Map([...counts].filter(([subject]) => changed.has(subject)));
    if (kept.size > 0) await keep(trx, kept, now + windowMs);
    return true;
  }

  /** In a transaction of its own: rows that are inserted are locked in no particular order. */
  #add(subjects: readonly string[]): Promise<void> {
    const until = this.#now() + windowMs;
    const rows = subjects.map((subject) => ({ subject, state: '[]', until }));
    return this.#store.write(async (trx) => {
      await insertThoseAbsent(trx, 'attempts', rows);
    });
  }
}

/** In one statement, so that the rows are locked for as short a time as possible. */
async function keep(
  trx: Transaction<StoreTables>,
  counts: ReadonlyMap<string, readonly Attempt[]>,
  until: number,
): Promise<void> {
  const states = [...counts].map(
    ([subject, attempts]) => sql`when ${subject} then ${JSON.stringify(attempts)}`,
  );
  const state = sql<string>`case subject ${sql.join(states, sql` `)} end`;
  await trx
    .updateTable('attempts')
    .set({ state, until })
    .where('subject', 'in', [...counts.keys()])
    .execute();
}
