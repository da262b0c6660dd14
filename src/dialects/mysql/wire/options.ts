// Converts a database URL to driver options; everything that a hostile server could exploit is disabled.
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { userInfo } from 'node:os';
import type { ConnectionOptions, SslOptions } from 'mysql2';
import { type DatabaseUrl, DatabaseUrlError } from '../../url.ts';
import { maxPrepared, rawRowOptions } from './driver.ts';

const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
type SslMode = (typeof sslModes)[number];

export interface ServerOptions {
  readonly driver: ConnectionOptions;
  /** If the server supports no encryption, it is used without. */
  readonly plainIfRefused: boolean;
  /** Reads wait until this node of a cluster has everything committed on the others before. */
  readonly waitsForOthers: boolean;
}

export function serverOptions(url: DatabaseUrl, waitsForOthers = false): ServerOptions {
  if (url.database === '') {
    throw new DatabaseUrlError(
      `The database URL ${url.display} names no database: add its name at the end, as in mysql://user:password@host/shop.`,
    );
  }
  const socketPath = url.options.get('unix_socket');
  const host = url.host ?? 'localhost';
  const mode = sslMode(url, socketPath !== undefined || isLocal(host));
  const driver: ConnectionOptions = {
    ...(socketPath === undefined ? { host, port: url.port ?? 3306 } : { socketPath }),
    user: url.user ?? userInfo().username,
    password: url.password ?? '',
    database: url.database,
    connectTimeout: connectTimeoutMs(url),
    // The URL's `charset` option asks for less than this, so it is ignored.
    charset: 'UTF8MB4_BIN',
    flags: ['-LOCAL_FILES'],
    multipleStatements: false,
    maxPreparedStatements: maxPrepared,
    ...rawRowOptions,
    ...(mode === 'disable' ? {} : { ssl: tlsOptions(url, mode) }),
  };
  return { driver, plainIfRefused: mode === 'prefer', waitsForOthers };
}

function isLocal(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** Local connections are unencrypted unless requested otherwise. */
function sslMode(url: DatabaseUrl, local: boolean): SslMode {
  const given = url.options.get('sslmode');
  if (given === undefined) return local ? 'disable' : 'prefer';
  const mode = sslModes.find((name) => name === given);
  if (mode === undefined) {
    throw new DatabaseUrlError(`sslmode must be one of ${sslModes.join(', ')}, and "${given}" came.`);
  }
  // The driver would compare the certificate with "localhost" instead.
  if (mode === 'verify-full' && isIP(url.host ?? '') !== 0) {
    throw new DatabaseUrlError(
      `sslmode=verify-full needs the server's name, and ${url.host} is an address: write the name that the certificate has, or sslmode=verify-ca.`,
    );
  }
  return mode;
}

function tlsOptions(url: DatabaseUrl, mode: SslMode): SslOptions {
  const file = url.options.get('ssl_ca');
  const ca = file === undefined ? {} : { ca: readCertificates(file) };
  const verify = mode === 'verify-ca' || mode === 'verify-full';
  return { ...ca, rejectUnauthorized: verify, verifyIdentity: mode === 'verify-full' };
}

function readCertificates(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseUrlError(`The certificates of ssl_ca cannot be read: ${reason}.`);
  }
}

function connectTimeoutMs(url: DatabaseUrl): number {
  const given = url.options.get('connect_timeout');
  if (given === undefined) return 10_000;
  if (!/^\d{1,5}$/.test(given) || Number(given) === 0) {
    throw new DatabaseUrlError(`connect_timeout must be a number of seconds, and "${given}" came.`);
  }
  return Number(given) * 1000;
}
