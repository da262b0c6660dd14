// Appends entries to the audit log of a store: links them into the chain and writes their rows.
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Store } from '../../store/store.ts';
import type { StoreTables } from '../../store/tables.ts';
import { noEntry } from './chain.ts';
import { type Ends, readEnds, writeEnds } from './ends.ts';
import { entryMembersIn, type NotedEvent } from './noted-events.ts';
import { type LastEntry, rowsAfter } from './rows.ts';

/** Two instances that append simultaneously want the same number; one of them retries after a random delay. */
const maxAttempts = 10;
const maxRetryDelayMs = 20;

/** The most rows to delete at once; each has many entries. */
const maxDeleted = 1_000;

/** `keepMs`: entries that are older are deleted; null keeps all. */
export async function append(
  store: Store,
  noted: readonly NotedEvent[],
  keepMs: number | null,
): Promise<void> {
  const members = entryMembersIn(noted);
  for (let attempt = 1; ; attempt++) {
    try {
      await store.write((trx) => appendOnce(trx, members, keepMs));
      return;
    } catch (error) {
      if (attempt === maxAttempts) throw error;
      await delay(Math.random() * attempt * maxRetryDelayMs);
    }
  }
}

async function appendOnce(
  trx: Transaction<StoreTables>,
  members: readonly string[],
  keepMs: number | null,
): Promise<void> {
  const ends = await readEnds(trx);
  const after = await lastOf(trx, ends);
  const now = Date.now();
  const rows = rowsAfter(after, members, now);
  await trx.insertInto('audit').values(rows).execute();
  const last = rows.at(-1) ?? after;
  const deleted = keepMs === null ? null : await deleteOlder(trx, now - keepMs, last.seq);
  const first = deleted === null ? (ends?.first ?? 1) : deleted + 1;
  await writeEnds(trx, ends, { first, last });
}

/**
 * If the latest entries were truncated, the next entry continues after the missing ones: the log never closes a gap.
 */
async function lastOf(trx: Transaction<StoreTables>, ends: Ends | null): Promise<LastEntry> {
  const last = (await readLastEntry(trx)) ?? { seq: 0, hash: noEntry };
  return ends !== null && ends.last.seq > last.seq ? ends.last : last;
}

/** The last entry according to the last row; null if there is none. */
export async function readLastEntry(db: Kysely<StoreTables>): Promise<LastEntry | null> {
  const row = await db
    .selectFrom('audit')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { seq: Number(row.seq), hash: row.hash };
}

/**
 * Deletes the leading rows that are all old enough and returns the number of the last deleted entry, or null. The last
 * row always stays. Entries with wrong times, from a clock that was off, leave no gap.
 */
async function deleteOlder(
  trx: Transaction<StoreTables>,
  before: number,
  last: number,
): Promise<number | null> {
  const oldest = (most: number) =>
    trx
      .selectFrom('audit')
      .select(['seq', 'at'])
      .where('seq', '<', last)
      .orderBy('seq')
      .limit(most)
      .execute();
  const isOld = ({ at }: { readonly at: number }) => Number(at) < before;
  if (!(await oldest(1)).some(isOld)) return null;
  const rows = await oldest(maxDeleted);
  const young = rows.findIndex((row) => !isOld(row));
  const end = rows.at(young === -1 ? -1 : young - 1);
  if (end === undefined) return null;
  await trx.deleteFrom('audit').where('seq', '<=', end.seq).execute();
  return Number(end.seq);
}
