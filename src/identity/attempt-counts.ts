// The counts of failed attempts per user and address, in the state store. Simultaneous decisions for one address share
// a transaction, so that a crowd behind one router does not queue for one row lock.

import { sql, type Transaction } from 'kysely';
import { Problem } from '../contract/problem.ts';
import { insertThoseAbsent, locked } from '../store/queries.ts';
import type { Store } from '../store/store.ts';
import type { StoreTables } from '../store/tables.ts';
import { type Attempt, readAttempts, windowMs } from './attempts.ts';

/** What an attempt is counted under. Digests: any text may be given as a name, and none is stored. */
export interface Subjects {
  readonly user: string;
  readonly address: string;
}

/** The attempts counted for both subjects. */
export interface Counted {
  readonly user: readonly Attempt[];
  readonly address: readonly Attempt[];
}

/** The outcome of a decision and the new counts; null leaves them unchanged. */
export interface Verdict<T> {
  readonly outcome: T;
  readonly next: Counted | null;
}

/** A decision waiting for its transaction. */
interface Waiting {
  readonly user: string;
  /** Decides and returns the counts to store; the outcome is reported after the commit. */
  decide(counted: Counted): Counted | null;
  report(): void;
  fail(error: unknown): void;
}

/** The most decisions taken in one transaction; later ones go into the next. */
const maxBatch = 64;

export class AttemptCounts {
  readonly #store: Store;
  readonly #now: () => number;
  /** By address, the decisions waiting while a transaction for it is in progress. */
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
        report: () => resolve(outcome),
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

  /** Deletes expired counts. */
  async sweep(now: number): Promise<void> {
    await this.#store.write((trx) => trx.deleteFrom('attempts').where('until', '<=', now).execute());
  }

  async #work(address: string): Promise<void> {
    const queue = this.#queues.get(address) ?? [];
    while (queue.length > 0) {
      const together = queue.splice(0, maxBatch);
      try {
        await this.#decideAll(address, together);
        for (const one of together) one.report();
      } catch (error) {
        // If the store is unavailable, those still in the queue would only wait as long again.
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

  /** False if a subject has no row to lock. */
  async #decideIn(
    trx: Transaction<StoreTables>,
    address: string,
    subjects: readonly string[],
    together: readonly Waiting[],
  ): Promise<boolean> {
    const now = this.#now();
    // Always lock in the same order, so that two transactions on the same subjects do not deadlock.
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

  /** A separate transaction: inserted rows are locked in no particular order. */
  #add(subjects: readonly string[]): Promise<void> {
    const until = this.#now() + windowMs;
    const rows = subjects.map((subject) => ({ subject, state: '[]', until }));
    return this.#store.write(async (trx) => {
      await insertThoseAbsent(trx, 'attempts', rows);
    });
  }
}

/** One statement, so that the rows are locked as briefly as possible. */
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
