// The hosts of a database URL: one or several, the read-only ones, and the ones that serve reads.
import { DatabaseUrlError } from './url-error.ts';

export interface HostAddress {
  readonly host: string | null;
  readonly port: number | null;
  /** Listed as a replica: read, but never written to. */
  readonly isReplica: boolean;
}

/** Which hosts serve reads: replicas, else the primary; the primary only; or replicas only. */
export type ReadPlaces = 'any' | 'primary' | 'standby';

export interface SeveralHosts {
  readonly hosts: readonly HostAddress[];
  readonly reads: ReadPlaces;
  /** A replica that lags further behind the primary is not read. */
  readonly maxLagMs: number;
}

/** Options that apply only to several hosts. */
export const hostOptions = ['target_session_attrs', 'replica', 'max_lag'] as const;

const defaultMaxLagSeconds = 5;

/** The names that PostgreSQL's own programs use. */
const readPlaces: Readonly<Record<string, ReadPlaces>> = {
  any: 'any',
  'prefer-standby': 'any',
  primary: 'primary',
  'read-write': 'primary',
  standby: 'standby',
  'read-only': 'standby',
};

/** `a:1,[::1]:2,c`; null if the text is not such a list. */
export function readHosts(text: string, isReplica = false): HostAddress[] | null {
  const hosts: HostAddress[] = [];
  for (const part of text.split(',')) {
    const match = /^(\[[^\]]*\]|[^:@[\]]*)(?::(\d+))?$/.exec(part.trim());
    if (match === null) return null;
    const [, host = '', port] = match;
    hosts.push({
      host: host.replace(/^\[(.*)\]$/, '$1') || null,
      port: port === undefined ? null : portNumber(port),
      isReplica,
    });
  }
  return hosts.length > 1 && hosts.some(({ host }) => host === null) ? null : hosts;
}

/** `?host=a,b&port=1,2`, or one port for all hosts. */
export function hostsInOptions(options: ReadonlyMap<string, string>): HostAddress[] | null {
  const names = options.get('host')?.split(',') ?? [];
  if (names.length < 2) return null;
  const ports = options.get('port')?.split(',') ?? [];
  if (ports.length > 1 && ports.length !== names.length) {
    throw new DatabaseUrlError(
      `The database URL has ${names.length} hosts and ${ports.length} ports: one port for all of them, or one for each.`,
    );
  }
  return names.map((host, i) => {
    const port = ports.length === 1 ? ports[0] : ports[i];
    return { host, port: port ? portNumber(port) : null, isReplica: false };
  });
}

export function portNumber(text: string): number {
  const port = /^\d+$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw new DatabaseUrlError(`The port ${text} in the database URL is not between 1 and 65535.`);
}

/** Null if the URL names a single host and requires nothing of it. */
export function severalHosts(
  named: readonly HostAddress[],
  options: ReadonlyMap<string, string>,
): SeveralHosts | null {
  const text = options.get('replica');
  const replicas = text === undefined ? [] : readHosts(text, true);
  if (replicas === null || replicas.some(({ host }) => host === null)) {
    // The invalid text may contain a password, so it is not quoted.
    throw new DatabaseUrlError(
      'The option replica in the database URL must be host:port, or a list of them; user and password are those of the URL.',
    );
  }
  const reads = readsIn(options);
  const maxLagMs = maxLagIn(options);
  const hosts = [...named, ...replicas];
  return hosts.length > 1 || reads !== 'any' ? { hosts, reads, maxLagMs } : null;
}

function readsIn(options: ReadonlyMap<string, string>): ReadPlaces {
  const text = options.get('target_session_attrs') ?? 'any';
  const reads = Object.hasOwn(readPlaces, text) ? readPlaces[text] : undefined;
  if (reads !== undefined) return reads;
  throw new DatabaseUrlError(
    `target_session_attrs=${text} in the database URL is not known. Known: ${Object.keys(readPlaces).join(', ')}.`,
  );
}

function maxLagIn(options: ReadonlyMap<string, string>): number {
  const text = options.get('max_lag') ?? String(defaultMaxLagSeconds);
  if (/^\d{1,5}$/.test(text) && Number(text) > 0) return Number(text) * 1_000;
  throw new DatabaseUrlError(`max_lag=${text} in the database URL must be a number of seconds, 1 or more.`);
}

/** A host as written in a URL. */
export function hostText({ host, port }: Pick<HostAddress, 'host' | 'port'>): string {
  const name = host === null ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return port === null ? name : `${name}:${port}`;
}
