// Turns a database URL and the service's options into the address, encryption and settings of a session.
import { readFile } from 'node:fs/promises';
import type { ConnectionOptions } from 'node:tls';
import pg, { type ClientConfig } from 'pg';
import type { ConnectOptions } from '../../dialect.ts';
import { type DatabaseUrl, DatabaseUrlError } from '../../url.ts';

const defaultPort = 5432;
const defaultConnectTimeoutSeconds = 10;

export type Address = Omit<ClientConfig, 'host' | 'port'> & {
  readonly host: string;
  readonly port: number;
  /** Infinite if connecting has no time limit. */
  readonly connectTimeoutMs: number;
};

/** The address once for each encryption mode to try, preferred first. */
export async function addresses(url: DatabaseUrl): Promise<Address[]> {
  const host = url.host ?? url.options.get('host') ?? 'localhost';
  const port = url.port ?? number(url, 'port', defaultPort);
  const connectTimeoutMs = number(url, 'connect_timeout', defaultConnectTimeoutSeconds) * 1_000;
  const ssl = host.startsWith('/') ? [false] : await encryption(url);
  return ssl.map((choice) => ({
    host,
    port,
    ...(url.user === null ? {} : { user: url.user }),
    ...(url.password === null ? {} : { password: url.password }),
    ...(url.database === '' ? {} : { database: url.database }),
    ssl: choice,
    application_name: url.options.get('application_name') ?? 'joinery',
    connectTimeoutMs: connectTimeoutMs === 0 ? Number.POSITIVE_INFINITY : connectTimeoutMs,
    keepAlive: true,
  }));
}

function number(url: DatabaseUrl, option: string, otherwise: number): number {
  const text = url.options.get(option);
  if (text === undefined) return otherwise;
  if (!/^\d{1,5}$/.test(text))
    throw new DatabaseUrlError(`${option}=${text} in the database URL must be a number.`);
  return Number(text);
}

type Encryption = false | ConnectionOptions;

/** The modes as all PostgreSQL clients define them; without a root certificate `require` trusts any server. */
async function encryption(url: DatabaseUrl): Promise<Encryption[]> {
  const mode = url.options.get('sslmode') ?? 'prefer';
  const file = url.options.get('sslrootcert');
  const authority = file === undefined || file === 'system' ? {} : { ca: await readCertificate(file) };
  const unchecked = { rejectUnauthorized: false };
  const checked = { ...authority, rejectUnauthorized: true };
  const anyName = { ...checked, checkServerIdentity: () => undefined };
  const modes: Readonly<Record<string, Encryption[]>> = {
    disable: [false],
    allow: [false, unchecked],
    prefer: [unchecked, false],
    require: [file === undefined ? unchecked : anyName],
    'verify-ca': [anyName],
    'verify-full': [checked],
  };
  const choices = Object.hasOwn(modes, mode) ? modes[mode] : undefined;
  if (choices) return choices;
  throw new DatabaseUrlError(
    `sslmode=${mode} in the database URL is not known. Known: ${Object.keys(modes).join(', ')}.`,
  );
}

async function readCertificate(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseUrlError(`The file of sslrootcert in the database URL cannot be read: ${reason}.`);
  }
}

export interface SetUp {
  /**
   * Applies the settings to the session, or only locally if the condition is true. The first column is the condition,
   * the second the client port as the server sees it.
   */
  unless(condition: string): string;
  /** Applies them until the end of the transaction, without returning a row. */
  readonly local: string;
  /**
   * Returns one row: whether user-defined triggers exist, which may do anything to a session, and the session's
   * settings: ours, and others that affect what is written or as whom.
   */
  readonly inspectSql: string;
}

/** In addition to those that we set. */
const reportedSettings: readonly string[] = [
  'search_path',
  'role',
  'session_authorization',
  'session_replication_role',
  'row_security',
  'client_encoding',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'default_transaction_isolation',
  'default_transaction_deferrable',
  'transform_null_equals',
];

/** Behind a pooler the process id differs from the reported one, and settings would affect other clients. */
export function isBehindPooler(session: number): string {
  return `(pg_catalog.pg_backend_pid() <> ${session})`;
}

/** Every session has the same settings, whatever defaults the server, database or role has. */
export function setUpOf(
  url: DatabaseUrl,
  options: Pick<ConnectOptions, 'statementTimeoutMs'>,
  isReadOnly = true,
): SetUp {
  const searchPath = url.options.get('search_path');
  const settings: Readonly<Record<string, string>> = {
    default_transaction_read_only: isReadOnly ? 'on' : 'off',
    statement_timeout: String(options.statementTimeoutMs),
    TimeZone: 'UTC',
    DateStyle: 'ISO, YMD',
    IntervalStyle: 'iso_8601',
    bytea_output: 'hex',
    extra_float_digits: '3',
    lc_monetary: 'C',
    standard_conforming_strings: 'on',
    // Otherwise the text of an array or an XML value would be refused, or taken as another one.
    array_nulls: 'on',
    xmloption: 'content',
    // Rendering is many cheap calls per row: JIT compilation costs more than it saves, and delays the first row.
    jit: 'off',
    ...(searchPath === undefined ? {} : { search_path: searchPath }),
  };
  const calls = (isLocal: string) =>
    Object.entries(settings).map(
      ([name, value]) => `pg_catalog.set_config('${name}', ${pg.escapeLiteral(value)}, ${isLocal})`,
    );
  // Settings left by other users of the session must not apply.
  const steps = ['set local search_path to default', ...calls('true').map((call) => `perform ${call}`)];
  return {
    unless: (condition) =>
      `select ${[condition, 'pg_catalog.inet_client_port()', ...calls(condition)].join(', ')}`,
    local: `do ${pg.escapeLiteral(`begin ${steps.join('; ')}; end`)}`,
    inspectSql: `select exists (
      select from pg_catalog.pg_proc where oid >= 16384 and prorettype = 'pg_catalog.trigger'::pg_catalog.regtype),
    pg_catalog.concat_ws(E'\\n', pg_catalog.pg_my_temp_schema(), ${[
      ...Object.keys(settings),
      ...reportedSettings,
    ]
      .map((name) => `pg_catalog.current_setting('${name}', true)`)
      .join(', ')})`,
  };
}

/**
 * Tells the server the user until the transaction ends. A setting's name has two or more parts, each of which may be an
 * SQL keyword.
 */
export function setUserSql(setting: string, name: string): string {
  // The server would cut the name at a NUL, and the rest might be another user's name.
  if (name.includes('\0')) throw new Error('a user name cannot hold NUL');
  const parts = setting.split('.').map((part) => pg.escapeIdentifier(part));
  return `set local ${parts.join('.')} = ${pg.escapeLiteral(name)}`;
}

/** Makes the server end the statements of a service that is gone. Only newer servers on some systems support it. */
export function connectionCheck(scope: 'session' | 'local'): string {
  return `set ${scope} client_connection_check_interval = '1s'`;
}

/**
 * Undoes everything that a function may have done to its session: the parts of DISCARD ALL, which itself cannot run
 * together with other statements. Settings made in a transaction end with it, but locks and prepared statements do not.
 */
export const resetStatements: readonly string[] = [
  'rollback',
  'set session authorization default',
  'reset role',
  'reset all',
  'close all',
  'deallocate all',
  'unlisten *',
  'select pg_catalog.pg_advisory_unlock_all()',
  'discard temp',
  'discard sequences',
];
