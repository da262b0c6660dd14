// Claims of requests with an Idempotency-Key. The process working on a request renews its claim, so that a repetition
// need not wait for a dead process, and a process that lost its claim cannot commit.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { Problem } from '../../../contract/problem.ts';
import { takeLease } from '../../../store/lease.ts';
import type { Store } from '../../../store/store.ts';
import type { StoreTables } from '../../../store/tables.ts';

type Trx = Transaction<StoreTables>;

/** A claim not renewed within this time belongs to a dead process. */
const leaseMs = 5_000;
export const renewMs = 1_500;

export class Claims {
  readonly #store: Store;
  readonly #holder = randomUUID();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Runs in the transaction that claims the set. */
  async add(trx: Trx, id: string): Promise<void> {
    const until = Date.now() + leaseMs;
    await trx
      .insertInto('leases')
      .values({ name: nameOf(id), holder: this.#holder, fence: 1, until })
      .execute();
  }

  async renew(id: string): Promise<void> {
    await this.#store.write((trx) => this.#renewed(trx, id));
  }

  /** Throws a Problem if another process has taken the claim: it may have done the same change by now. */
  async check(trx: Trx, id: string): Promise<void> {
    if (await this.#renewed(trx, id)) return;
    throw new Problem(
      'overloaded',
      'This request took so long that a repetition of it has taken its place.',
      {
        retryAfter: 2,
      },
    );
  }

  /** False if another process is working on it. If true, no other process can commit it. */
  async take(id: string): Promise<boolean> {
    const lease = await this.#store.write((trx) => takeLease(trx, nameOf(id), this.#holder, leaseMs));
    return lease !== null;
  }

  /** Removes a claim that is no longer needed. */
  async drop(id: string): Promise<void> {
    await this.#store.write((trx) => this.end(trx, id));
  }

  async end(trx: Trx, id: string): Promise<void> {
    await trx.deleteFrom('leases').where('name', '=', nameOf(id)).execute();
  }

  async #renewed(trx: Trx, id: string): Promise<boolean> {
    const { numUpdatedRows } = await trx
      .updateTable('leases')
      .set({ until: Date.now() + leaseMs })
      .where('name', '=', nameOf(id))
      .where('holder', '=', this.#holder)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }
}

function nameOf(id: string): string {
  return `request ${id}`;
}
