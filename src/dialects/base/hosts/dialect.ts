// The dialect of a database on several hosts: connections and writers share one view of the hosts.
import { Problem } from '../../../contract/problem.ts';
import type { Connection, ConnectOptions, Dialect } from '../../dialect.ts';
import { type DatabaseUrl, urlOfHost } from '../../url.ts';
import type { Writer, WriterOptions } from '../../writer.ts';
import { HostsConnection, SchemaSource } from './connection.ts';
import { Host, pollTimingFor } from './host.ts';
import { Hosts } from './hosts.ts';
import { HostsWriter } from './writer.ts';

/** Serves one open database, which must be connected to before anything is written. */
export function onSeveralHosts(dialect: Dialect): Dialect {
  let hosts: Hosts | null = null;
  return {
    ...dialect,
    async connect(url: DatabaseUrl, options: ConnectOptions): Promise<Connection> {
      const schema = new SchemaSource();
      const opened = hostsOf(dialect, url, options, schema);
      await opened.begin();
      if (opened.places({ from: 'newest', since: null }).length === 0) {
        await opened.close();
        throw noHostReachable(url, opened);
      }
      hosts = opened;
      return new HostsConnection(opened, schema);
    },
    async openWriter(_url: DatabaseUrl, options: WriterOptions): Promise<Writer> {
      if (hosts === null) throw new Error('the database must be connected to first');
      return new HostsWriter(hosts, options);
    },
  };
}

function hostsOf(dialect: Dialect, url: DatabaseUrl, options: ConnectOptions, schema: SchemaSource): Hosts {
  const { several } = url;
  const { hosts: probe } = dialect;
  if (several === undefined || probe === undefined) throw new Error('the URL names no hosts');
  const all = several.hosts.map(
    (address) =>
      new Host({
        url: urlOfHost(url, address),
        isReplica: address.isReplica,
        dialect,
        probe,
        connect: options,
        onConnected: (connection) => schema.share(connection),
      }),
  );
  const { reads, maxLagMs } = several;
  const { pollMs } = pollTimingFor(options.statementTimeoutMs);
  return new Hosts(all, { probe, reads, maxLagMs, pollMs, onWarning: options.onWarning });
}

/** The error shown when the service starts. */
function noHostReachable(url: DatabaseUrl, hosts: Hosts): Problem {
  const reasons = hosts.all.map(({ display, state, refusal }) => {
    if (refusal instanceof Error) return refusal.message;
    return state === null ? `${display} does not answer.` : `${display} is no host that reads may go to.`;
  });
  const [only, ...others] = reasons;
  return new Problem(
    'database-unavailable',
    others.length === 0 && only !== undefined
      ? only
      : `No host of ${url.display} can be used. ${reasons.join(' ')}`,
    { retryAfter: 2 },
  );
}
