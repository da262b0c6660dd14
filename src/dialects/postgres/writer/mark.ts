// The number by which a server knows a transaction, and how far its later answers about that number can be trusted.
import type { BoundSql } from '../../../query/dialect/statement.ts';
import type { TransactionOutcome } from '../../writer.ts';
import { timeline } from '../wire/hosts.ts';

/**
 * Identifies the server and its current life. A crash ends a life even if the server recovers: it forgets transaction
 * ids that were assigned but not yet written, and its statistics. A clean shutdown preserves both.
 */
export const serverLifeSql = `select pg_catalog.concat_ws('/', (select system_identifier from pg_catalog.pg_control_system()),
  extract(epoch from (select stats_reset from pg_catalog.pg_stat_bgwriter)))`;

/** Asks for the transaction's id, the server's timeline, and its life. */
export function markSql(life: string): string {
  return `select pg_catalog.concat_ws('@', pg_current_xact_id(), ${timeline}, ${life})`;
}

/** Asks for the outcome of a transaction; a server promoted later may never have seen it. */
export function outcomeQuery(mark: string): BoundSql {
  const { number, primary } = readMark(mark);
  return {
    sql: `select case when coalesce($2, ${timeline}) = ${timeline} then pg_xact_status($1::xid8) end`,
    parameters: [number, primary],
  };
}

const outcomes: Readonly<Record<string, TransactionOutcome>> = {
  committed: 'committed',
  aborted: 'rolled back',
  'in progress': 'under way',
};

/** `now`: the server's current life; null if it does not tell. */
export function parseOutcome(mark: string, status: string | null, now: string | null): TransactionOutcome {
  const { life } = readMark(mark);
  const fate = outcomes[status ?? ''] ?? 'unknown';
  if (life !== null && life === now) return fate;
  const isSameServer = life === null || serverIn(life) === serverIn(now ?? '');
  // The id may now belong to another transaction, but then ours was not committed.
  return isSameServer && fate !== 'committed' ? fate : 'unknown';
}

function readMark(mark: string): { number: string; primary: string | null; life: string | null } {
  const [number = '', primary = null, life = null] = mark.split('@');
  return { number, primary, life };
}

function serverIn(life: string): string | undefined {
  return life.split('/')[0];
}
