// By which number a server knows a transaction, and how far it can be believed when it is asked about that later.
import type { BoundSql } from '../../../query/dialect/statement.ts';
import type { Fate } from '../../writer.ts';
import { timeline } from '../wire/hosts.ts';

/**
 * Which server it is, and in which life. A crash ends one, also where the server itself goes on: then it forgets numbers that
 * it had given and not written down, and its statistics, but neither when it is stopped in good order.
 */
export const lifeSql = `select pg_catalog.concat_ws('/', (select system_identifier from pg_catalog.pg_control_system()),
  extract(epoch from (select stats_reset from pg_catalog.pg_stat_bgwriter)))`;

/** Asks by which number the server knows the transaction, since when it has been the primary, and in which life. */
export function markSql(life: string): string {
  return `select pg_catalog.concat_ws('@', pg_current_xact_id(), ${timeline}, ${life})`;
}

/** Asks what became of a transaction; a server that was made the primary later may never have heard of it. */
export function fateAsked(mark: string): BoundSql {
  const { number, primary } = readMark(mark);
  return {
    sql: `select case when coalesce($2, ${timeline}) = ${timeline} then pg_xact_status($1::xid8) end`,
    parameters: [number, primary],
  };
}

const fates: Readonly<Record<string, Fate>> = {
  committed: 'committed',
  aborted: 'rolled back',
  'in progress': 'under way',
};

/** `now`: the life that the server is in; null where it does not tell. */
export function fateTold(mark: string, status: string | null, now: string | null): Fate {
  const { life } = readMark(mark);
  const fate = fates[status ?? ''] ?? 'unknown';
  if (life !== null && life === now) return fate;
  const isSameServer = life === null || serverIn(life) === serverIn(now ?? '');
  // What has the number by now may be somebody else's, but then ours was not committed.
  return isSameServer && fate !== 'committed' ? fate : 'unknown';
}

function readMark(mark: string): { number: string; primary: string | null; life: string | null } {
  const [number = '', primary = null, life = null] = mark.split('@');
  return { number, primary, life };
}

function serverIn(life: string): string | undefined {
  return life.split('/')[0];
}
