// Who works on a request with an Idempotency-Key. Whoever does says so again and again, so that a repetition of it need not
// wait for a process that has ended; and whoever was thought to have ended commits nothing any more.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { Problem } from '../../../contract/problem.ts';
import { takeLease } from '../../../store/lease.ts';
import type { Store } from '../../../store/store.ts';
import type { StoreTables } from '../../../store/tables.ts';

type Trx = Transaction<StoreTables>;

/** A process that says nothing for so long has ended. */
const leaseMs = 5_000;
export const renewMs = 1_500;

export class Claims {
  readonly #store: Store;
  readonly #holder = randomUUID();

  constructor(store: Store) {
    this.#store = store;
  }

  /** In the transaction in which the set is claimed. */
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

  /** A Problem where another process has taken it over: it may have done the same by now. */
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

  /** False where somebody is at work on it. From then on nobody else commits anything for it. */
  async take(id: string): Promise<boolean> {
    const lease = await this.#store.write((trx) => takeLease(trx, nameOf(id), this.#holder, leaseMs));
    return lease !== null;
  }

  /** There is nothing to be done any more. */
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
