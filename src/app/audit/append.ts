// Appends entries to the audit log of a store: their place in the chain, and the rows that they lie in.
import type { Store } from '../../store/store.ts';
import { noEntry } from './chain.ts';
import { rowsAfter } from './rows.ts';

/** Two instances that append at the same moment want the same number; one of them tries again. */
const attempts = 10;

/** `keepMs`: entries that are older are deleted; null keeps all. */
export async function append(store: Store, told: readonly string[], keepMs: number | null): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await appendOnce(store, told, keepMs);
      return;
    } catch (error) {
      if (attempt === attempts) throw error;
    }
  }
}

async function appendOnce(store: Store, told: readonly string[], keepMs: number | null): Promise<void> {
  await store.write(async (trx) => {
    const last = await trx
      .selectFrom('audit')
      .select(['seq', 'hash'])
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    const after = { seq: Number(last?.seq ?? 0), hash: last?.hash ?? noEntry };
    await trx
      .insertInto('audit')
      .values(rowsAfter(after, told, Date.now()))
      .execute();
    if (keepMs === null) return;
    // The last row stays whatever its age: the next one follows it.
    const before = Date.now() - keepMs;
    await trx
      .deleteFrom('audit')
      .where('at', '<', before)
      .where('seq', '<', after.seq + told.length)
      .execute();
  });
}
