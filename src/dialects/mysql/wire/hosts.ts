// What a MySQL or MariaDB server reports about its role and position, if several hold the same database.
import type { Connection, HostProbe, HostState } from '../../dialect.ts';

/** One row per fact; each server runs only the part meant for it. */
const question = `select concat('read_only=', @@global.read_only)
  /*M! union all select concat('wsrep_on=', @@global.wsrep_on)
  union all select concat('gtid=', @@global.gtid_current_pos)
  union all select concat(lower(variable_name), '=', variable_value) from information_schema.global_status
    where variable_name in
      ('wsrep_ready', 'wsrep_cluster_status', 'wsrep_local_state', 'wsrep_last_committed', 'slaves_running') */
  /*!80000 union all select concat('gtid=', @@global.gtid_executed) */`;

/** The state of a node that is up to date with its cluster. */
const synced = '4';

async function look(connection: Connection): Promise<HostState> {
  const lines = await connection.fetch({ sql: question, parameters: [], entities: [] });
  return stateOf(
    new Map(
      lines.map((line) => {
        const at = line.indexOf('=');
        return [line.slice(0, at), line.slice(at + 1)] as const;
      }),
    ),
  );
}

export function stateOf(variables: ReadonlyMap<string, string>): HostState {
  const isOn = (name: string) => /^(1|on)$/i.test(variables.get(name) ?? '');
  if (isOn('wsrep_on')) {
    const isFit =
      isOn('wsrep_ready') &&
      variables.get('wsrep_cluster_status') === 'Primary' &&
      variables.get('wsrep_local_state') === synced;
    const position = `wsrep:${variables.get('wsrep_last_committed') ?? '0'}`;
    return { role: isFit ? 'peer' : 'unfit', term: 0, position };
  }
  const isReplica = isOn('read_only') || Number(variables.get('slaves_running') ?? 0) > 0;
  return {
    role: isReplica ? 'replica' : 'primary',
    term: 0,
    position: variables.get('gtid')?.replace(/\s/g, '') || null,
  };
}

/** The last number of each source, or the known ranges of each: `wsrep:7`, `0-1-270,1-2-3`, or `uuid:1-5:7,uuid:1`. */
function includes(position: string, other: string): boolean {
  const own = rangesIn(position);
  return rangesIn(other).every(({ source, from, to }) =>
    own.some((range) => range.source === source && range.from <= from && to <= range.to),
  );
}

interface Range {
  readonly source: string;
  readonly from: bigint;
  readonly to: bigint;
}

function rangesIn(position: string): Range[] {
  return position.split(',').flatMap((part): Range[] => {
    const [, domain, last] = /^(\d+)-\d+-(\d+)$/.exec(part) ?? [];
    // MariaDB numbers the commits of a domain without gaps, whichever server they come from.
    if (domain !== undefined && last !== undefined) return [{ source: domain, from: 1n, to: BigInt(last) }];
    const [source = '', ...parts] = part.split(':');
    if (source === 'wsrep') return [{ source, from: 1n, to: BigInt(parts[0] ?? 0) }];
    return parts.map((range) => {
      const [from = '0', to = from] = range.split('-');
      return { source, from: BigInt(from), to: BigInt(to) };
    });
  });
}

export const mysqlHosts: HostProbe = { readState: look, includes };
