// Leases: a right, such as to run a job, held by one process at a time among those on a store.
import type { Kysely } from 'kysely';
import { insertIfAbsent } from './queries.ts';
import type { StoreTables } from './tables.ts';

export interface Lease {
  /** Greater than every earlier holder's; pass it along with the work done under the lease. */
  readonly fence: number;
  /** Extends the lease; false if this process no longer holds it. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
}

/** Null if another process holds it. Each statement is atomic, so no transaction is needed. */
export async function takeLease(
  db: Kysely<StoreTables>,
  name: string,
  holder: string,
  forMs: number,
  now: () => number = Date.now,
): Promise<Lease | null> {
  await insertIfAbsent(db, 'leases', { name, holder: null, fence: 0, until: 0 });
  const taken = await db
    .updateTable('leases')
    .set((row) => ({ holder, until: now() + forMs, fence: row('fence', '+', 1) }))
    .where('name', '=', name)
    .where((row) => row.or([row('holder', 'is', null), row('until', '<', now())]))
    .executeTakeFirst();
  if (taken.numUpdatedRows !== 1n) return null;
  const own = await db
    .selectFrom('leases')
    .select('fence')
    .where('name', '=', name)
    .where('holder', '=', holder)
    .executeTakeFirst();
  // The lease has expired already.
  if (own === undefined) return null;
  const { fence } = own;
  const change = (until: number, next: string | null) =>
    db
      .updateTable('leases')
      .set({ holder: next, until })
      .where('name', '=', name)
      .where('holder', '=', holder)
      .where('fence', '=', fence)
      .executeTakeFirst();
  return {
    fence,
    renew: async () => (await change(now() + forMs, holder)).numUpdatedRows === 1n,
    release: async () => void (await change(0, null)),
  };
}
