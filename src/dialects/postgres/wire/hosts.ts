// What a PostgreSQL server reports about its role and position, if several hold the same database.
import type { Connection, HostProbe, HostState } from '../../dialect.ts';

/** The timeline, which increases with each promotion to primary, as eight hexadecimal digits. */
export const timeline = 'pg_catalog.substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)';

/** The replay position of a standby, or the write position of a primary. */
const question = `select case when pg_is_in_recovery()
  then pg_catalog.concat_ws(' ', 'replica', '0', pg_last_wal_replay_lsn())
  else pg_catalog.concat_ws(' ', 'primary', ${timeline}, pg_current_wal_insert_lsn()) end`;

async function look(connection: Connection): Promise<HostState> {
  const [answer = ''] = await connection.fetch({ sql: question, parameters: [], entities: [] });
  const [role, term = '0', position = null] = answer.split(' ');
  return {
    role: role === 'primary' || role === 'replica' ? role : 'unfit',
    term: Number.parseInt(term, 16),
    position,
  };
}

/** `16/B374D848`: two hexadecimal halves of one number. */
function placeIn(position: string): bigint {
  const [high = '0', low = '0'] = position.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

export const postgresHosts: HostProbe = {
  readState: look,
  includes: (position, other) => placeIn(position) >= placeIn(other),
};
