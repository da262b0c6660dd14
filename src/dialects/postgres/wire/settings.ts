// What a database URL and the service's options mean for a session: address, encryption, and its settings.
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
  /** Infinite where a connection may take as long as it likes. */
  readonly connectTimeoutMs: number;
};

/** Where to connect, once for each kind of encryption that may be tried, the preferred one first. */
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

/** As every PostgreSQL client understands the modes; without a root certificate `require` trusts any server. */
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
   * Makes the settings for the session, or, where the condition is true, for nobody. Its first column tells which, and its
   * second one the port from which the server is spoken to.
   */
  unless(condition: string): string;
  /** Makes them until the end of the transaction, without a row. */
  readonly local: string;
  /**
   * Tells in one row whether somebody's triggers may do anything to a session, and what its settings are: ours, and others
   * by which what is written or who writes it would be something else.
   */
  readonly look: string;
}

/** Beside those that we make. */
const tellingSettings: readonly string[] = [
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
  'array_nulls',
];

/** Behind a pooler a session has another number than the one that was told: what is set would be set for others, too. */
export function isBehindPooler(session: number): string {
  return `(pg_catalog.pg_backend_pid() <> ${session})`;
}

/** Every session has the same settings, whatever the server, the database or the role has as its own. */
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
    // Rendering is many cheap calls per row: compiling them costs more than it saves, and delays the first row.
    jit: 'off',
    ...(searchPath === undefined ? {} : { search_path: searchPath }),
  };
  const calls = (isLocal: string) =>
    Object.entries(settings).map(
      ([name, value]) => `pg_catalog.set_config('${name}', ${pg.escapeLiteral(value)}, ${isLocal})`,
    );
  // What others in the same session have set is not ours.
  const steps = ['set local search_path to default', ...calls('true').map((call) => `perform ${call}`)];
  return {
    unless: (condition) =>
      `select ${[condition, 'pg_catalog.inet_client_port()', ...calls(condition)].join(', ')}`,
    local: `do ${pg.escapeLiteral(`begin ${steps.join('; ')}; end`)}`,
    look: `select exists (
      select from pg_catalog.pg_proc where oid >= 16384 and prorettype = 'pg_catalog.trigger'::pg_catalog.regtype),
    pg_catalog.concat_ws(E'\\n', pg_catalog.pg_my_temp_schema(), ${[
      ...Object.keys(settings),
      ...tellingSettings,
    ]
      .map((name) => `pg_catalog.current_setting('${name}', true)`)
      .join(', ')})`,
  };
}

/**
 * Tells the server who asks, until the transaction ends. The name of a setting has two parts or more, each of which may be
 * a word of SQL.
 */
export function tellUser(setting: string, name: string): string {
  // What follows would be cut off, and the rest may be the name of somebody else.
  if (name.includes('\0')) throw new Error('a user name cannot hold NUL');
  const parts = setting.split('.').map((part) => pg.escapeIdentifier(part));
  return `set local ${parts.join('.')} = ${pg.escapeLiteral(name)}`;
}

/** Ends the statements of a service that is no more. Only newer servers, on some systems, can do that. */
export function connectionCheck(scope: 'session' | 'local'): string {
  return `set ${scope} client_connection_check_interval = '1s'`;
}

/**
 * Everything that a function can have done to its session, undone: what DISCARD ALL is made of, which itself cannot run
 * together with the rest. Settings that were made in a transaction are gone with it, but not locks and statements.
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
