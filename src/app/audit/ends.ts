// The first and last entries of the audit log. The chain alone does not detect truncation at its ends.
import type { Kysely } from 'kysely';
import type { StoreTables } from '../../store/tables.ts';
import type { LastEntry } from './rows.ts';

export interface Ends {
  /** The number of the oldest stored entry. */
  readonly first: number;
  readonly last: LastEntry;
}

/** The key of the only row. */
const log = 'audit';

/** Null before the first entry. */
export async function readEnds(db: Kysely<StoreTables>): Promise<Ends | null> {
  const row = await db.selectFrom('audit_ends').selectAll().where('log', '=', log).executeTakeFirst();
  if (row === undefined) return null;
  return { first: Number(row.first), last: { seq: Number(row.last), hash: row.hash } };
}

/** `before`: what the same transaction has read. */
export async function writeEnds(
  trx: Kysely<StoreTables>,
  before: Ends | null,
  { first, last: { seq, hash } }: Ends,
): Promise<void> {
  const values = { first, last: seq, hash };
  if (before === null)
    await trx
      .insertInto('audit_ends')
      .values({ log, ...values })
      .execute();
  else await trx.updateTable('audit_ends').set(values).where('log', '=', log).execute();
}
