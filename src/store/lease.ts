// Leases: a right, such as to run a job, that one process of all those on a store has for a while.
import type { Kysely } from 'kysely';
import type { StoreTables } from './tables.ts';
import { insertIfAbsent } from './words.ts';

export interface Lease {
  /** Greater than that of every holder before: give it along with what is done under the lease. */
  readonly fence: number;
  /** Answers whether this process still has it, and has it for longer then. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
}

/** Null where another process has it. Each statement is a whole change, so that no transaction is needed. */
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
  // It has ended before it could be looked at.
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
