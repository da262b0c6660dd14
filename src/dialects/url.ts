// Database URLs: `<dialect>[+<driver>]://user:password@host:port/database?option=value`.
import type { DialectName } from './dialect.ts';
import { DatabaseUrlError } from './url-error.ts';
import {
  type HostAddress,
  hostOptions,
  hostsInOptions,
  hostText,
  readHosts,
  type SeveralHosts,
  severalHosts,
} from './url-hosts.ts';

export { DatabaseUrlError } from './url-error.ts';

export interface DatabaseUrl {
  readonly dialect: DialectName;
  readonly host: string | null;
  readonly port: number | null;
  readonly user: string | null;
  readonly password: string | null;
  /** SQLite and DuckDB: the file's path, or `:memory:`. */
  readonly database: string;
  readonly options: ReadonlyMap<string, string>;
  /** DuckDB: the path of a plain file, or of a folder of files. */
  readonly isFiles?: true;
  /** Set if the URL names several hosts (`host` and `port` are the first) or requires a role of its host. */
  readonly several?: SeveralHosts;
  /** The URL for display: everything but the password. */
  readonly display: string;
}

interface Scheme {
  readonly names: readonly string[];
  /** Driver names of other tools that appear in people's URLs: accepted, but served by our own driver. */
  readonly drivers: readonly string[];
  readonly options: readonly string[];
}

export const schemes: Record<DialectName, Scheme> = {
  sqlite: {
    names: ['sqlite', 'sqlite3'],
    drivers: ['pysqlite', 'aiosqlite', 'sqlite3', 'better-sqlite3'],
    options: ['mode', 'timeout'],
  },
  postgres: {
    names: ['postgresql', 'postgres', 'cockroachdb'],
    drivers: ['psycopg2', 'psycopg', 'psycopg2cffi', 'psycopg_async', 'asyncpg', 'pg8000', 'pygresql', 'pg'],
    options: [
      'sslmode',
      'sslrootcert',
      'application_name',
      'connect_timeout',
      'search_path',
      'host',
      'port',
      ...hostOptions,
    ],
  },
  mysql: {
    names: ['mysql', 'mariadb'],
    drivers: [
      'pymysql',
      'mysqldb',
      'mysqlclient',
      'mysqlconnector',
      'mariadbconnector',
      'aiomysql',
      'asyncmy',
      'cymysql',
      'mysql2',
    ],
    options: ['charset', 'sslmode', 'ssl_ca', 'connect_timeout', 'unix_socket', ...hostOptions],
  },
  duckdb: {
    names: ['duckdb', 'files'],
    drivers: ['duckdb', 'duckdb_engine', 'node-api'],
    options: ['memory_limit', 'threads'],
  },
};

export function parseDatabaseUrl(text: string): DatabaseUrl {
  const match = /^([a-z0-9]+)(?:\+([a-z0-9_-]+))?:\/\/([^?#]*)(?:\?(.*))?$/is.exec(text.trim());
  if (!match) {
    throw new DatabaseUrlError(
      'This is neither a file or folder that is there nor a database URL: that looks like dialect://user:password@host:port/database, for example sqlite:///shop.db or postgresql://me:secret@localhost/shop.',
    );
  }
  const [, name = '', driver, rest = '', query = ''] = match;
  const dialect = dialectOf(name.toLowerCase());
  checkDriver(dialect, driver?.toLowerCase());
  const options = parseOptions(dialect, query);
  if (dialect !== 'sqlite' && dialect !== 'duckdb') return serverAddress(dialect, name, rest, options);
  const file = filePath(name.toLowerCase(), rest);
  const isFiles = name.toLowerCase() === 'files' ? { isFiles: true as const } : {};
  return { dialect, host: null, port: null, user: null, password: null, ...file, ...isFiles, options };
}

function dialectOf(name: string): DialectName {
  for (const dialect of dialectNames) if (schemes[dialect].names.includes(name)) return dialect;
  const known = dialectNames.flatMap((dialect) => schemes[dialect].names).join(', ');
  throw new DatabaseUrlError(`"${name}" is not a database that Joinery knows. Known ones: ${known}.`);
}

// The record above is total, so its keys are exactly the dialect names.
const dialectNames = Object.keys(schemes) as DialectName[];

function checkDriver(dialect: DialectName, driver: string | undefined): void {
  const { drivers, names } = schemes[dialect];
  if (driver === undefined || drivers.includes(driver)) return;
  throw new DatabaseUrlError(
    `"${driver}" is not a known driver for ${names[0]}. Leave it out, or use one of ${drivers.join(', ')}.`,
  );
}

function parseOptions(dialect: DialectName, query: string): ReadonlyMap<string, string> {
  const options = new Map<string, string>();
  for (const [key, value] of new URLSearchParams(query)) {
    if (!schemes[dialect].options.includes(key)) {
      const known = schemes[dialect].options.join(', ');
      throw new DatabaseUrlError(
        `Unknown option "${key}" in the database URL. Known for ${dialect}: ${known}.`,
      );
    }
    const before = key === 'replica' ? options.get(key) : undefined;
    options.set(key, before === undefined ? value : `${before},${value}`);
  }
  return options;
}

/** `sqlite:///relative`, `sqlite:////absolute`, and `sqlite://` or `sqlite:///:memory:` for memory. */
function filePath(name: string, rest: string): Pick<DatabaseUrl, 'database' | 'display'> {
  if (rest !== '' && !rest.startsWith('/')) {
    const path = rest.replace(/^[^/]*@/, '');
    throw new DatabaseUrlError(
      `A URL of a file names no host: write ${name}:///${path} for a relative path, ${name}:////… for an absolute one.`,
    );
  }
  const path = decode(rest.slice(1));
  if (path === '' && name === 'files') {
    throw new DatabaseUrlError(
      'The URL names no file and no folder: write files:///data for a relative path, files:////srv/data for an absolute one.',
    );
  }
  const database = path === '' || path === ':memory:' ? ':memory:' : path;
  return { database, display: `${name}:///${database}` };
}

function serverAddress(
  dialect: DialectName,
  name: string,
  rest: string,
  options: ReadonlyMap<string, string>,
): DatabaseUrl {
  const match = /^(?:([^@/]*(?:@[^@/]*)*)@)?([^/@]*)(?:\/(.*))?$/s.exec(rest);
  const [, credentials, hostsText = '', path = ''] = match ?? [];
  const named = match === null ? null : readHosts(hostsText);
  const [first] = named ?? [];
  if (named === null || first === undefined) {
    throw new DatabaseUrlError(
      `The part after ${name}:// must be user:password@host:port/database, or a list of hosts; special characters in the user name or password are percent-encoded.`,
    );
  }
  const colon = credentials?.indexOf(':') ?? -1;
  const user =
    credentials === undefined ? null : decode(colon < 0 ? credentials : credentials.slice(0, colon));
  const password = credentials === undefined || colon < 0 ? null : decode(credentials.slice(colon + 1));
  const { host, port } = first;
  const several = severalHosts((host === null ? hostsInOptions(options) : null) ?? named, options);
  const database = decode(path);
  const display = displayOf(name, user, named, database);
  const url = { dialect, host, port, user, password, database, options, display };
  return several === null ? url : { ...url, several };
}

function displayOf(
  name: string,
  user: string | null,
  hosts: readonly HostAddress[],
  database: string,
): string {
  return `${name}://${user === null ? '' : `${user}@`}${hosts.map(hostText).join(',')}/${database}`;
}

/** The URL of one of several hosts. */
export function urlOfHost(url: DatabaseUrl, address: HostAddress): DatabaseUrl {
  const { several: _, ...one } = url;
  const options = new Map(url.options);
  const { host, port } = address;
  for (const name of [...(host === null ? [] : ['host', 'port']), ...hostOptions]) options.delete(name);
  const name = url.display.slice(0, url.display.indexOf(':'));
  return { ...one, host, port, options, display: displayOf(name, url.user, [address], url.database) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new DatabaseUrlError('A percent sign in the database URL must be written as %25.');
  }
}
