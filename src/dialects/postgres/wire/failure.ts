// Translates the engine's failures for clients of the service.
import pg from 'pg';
import { Problem } from '../../../contract/problem.ts';
import { statementTimeout } from '../../base/clock.ts';
import { Unavailable } from '../../base/unavailable.ts';
import { StaleSchema } from '../../dialect.ts';

/** Error codes for names that no longer exist, or whose type has changed under a statement. */
const stale = new Set([
  '42P01', // undefined table
  '42703', // undefined column
  '42704', // undefined object
  '42883', // undefined function: an operator that matched the column's former type
  '42804', // type mismatch
  '42809', // wrong object type: what was a table is something else
  '42501', // a privilege was revoked
  '3F000', // undefined schema
  '26000', // undefined prepared statement
]);

/** The session, the server or its resources failed; nothing is wrong with the request. */
const unavailable = /^(08|53|57P|25P03|40|58)/;
/** The statement met a value, or a function of the database, that caused an error. */
const refused = /^(0A|2[0-9A-Z]|3[89]|44|54|P0|XX001)/;

/** A name that vanishes while a statement is planned is missed in the engine's caches first. */
const vanished = /cache lookup failed|could not open relation/;

/** `runsFunctions`: the statement runs functions of the database, which may fail with any error. */
export function failure(error: unknown, runsFunctions = false): unknown {
  if (error instanceof Problem || error instanceof StaleSchema) return error;
  if (!(error instanceof pg.DatabaseError)) return isConnectionFailure(error) ? lost(error) : error;
  const code = error.code ?? '';
  if (code === '57014') return statementTimeout(error);
  if (stale.has(code) || vanished.test(error.message)) return new StaleSchema(error);
  if (unavailable.test(code)) return lost(error);
  if (refused.test(code) || runsFunctions) {
    return new Problem('refused-by-database', `The database refused: ${error.message}.`, { cause: error });
  }
  return error;
}

/** A row that is not streamed has to fit into memory. */
export function rowTooLarge(): Problem {
  return new Problem('refused-by-database', 'A record is too large to be put together.');
}

/** Invalid data, and syntax errors in some extension types, such as label paths. */
const unreadable = /^(22|42601)/;

/** A value that is not valid for its column's type: no record has it. */
export function isRefusedValue(error: unknown): boolean {
  // Without a session no value was examined, whatever code the server gave as its reason.
  if (error instanceof Problem && error.kind !== 'refused-by-database') return false;
  const cause = error instanceof Problem ? error.cause : error;
  return cause instanceof pg.DatabaseError && unreadable.test(cause.code ?? '');
}

/** The error ends the session. */
export function isFatal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.severity === 'FATAL' || error.severity === 'PANIC');
}

/** Socket errors have system codes; the driver's own errors about a lost connection only have messages. */
function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string') return /^E[A-Z]+$/.test(error.code);
  return /^(Connection terminated|Client (has encountered|was closed)|timeout expired|Cannot use a pool)/.test(
    error.message,
  );
}

/** For clients: without address, database or role, which they must not learn. */
export function lost(error: unknown): Problem {
  return error instanceof Problem ? error : new Unavailable(error);
}

/** A server that requires encryption, or forbids it, rejects other connections this way. */
export function mayDependOnEncryption(error: unknown): boolean {
  return lacksEncryption(error) || (error instanceof Error && 'code' in error && error.code === '28000');
}

export function lacksEncryption(error: unknown): boolean {
  return error instanceof Error && /does not support SSL/.test(error.message);
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there. Is the server running, and are host and port right?',
  ENOTFOUND: 'the host name is not known. Check how it is written.',
  EHOSTUNREACH: 'there is no way to that host.',
  ENETUNREACH: 'there is no way to that host.',
  ETIMEDOUT: 'it does not answer.',
  ENOENT: 'there is no such socket. Is the server running?',
  ECONNRESET: 'it broke the connection off.',
  EPROTO: 'it does not agree on how to encrypt the connection. Is that a PostgreSQL server?',
  '28P01': 'the user name or the password is wrong.',
  '28000': 'the server does not let this user in from here.',
  '3D000': 'the server has no database of this name.',
  '53300': 'the server has no connection left.',
  '57P03': 'the server is starting up or shutting down.',
};

/** For whoever starts the service: with the address, but without the password. */
export function unreachable(display: string, error: unknown): Problem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  const reason =
    reasons[code] ?? (/timeout/i.test(message) ? 'it does not answer in time.' : sentence(message));
  return new Problem('database-unavailable', `PostgreSQL at ${display} cannot be reached: ${reason}`, {
    retryAfter: 2,
    cause: error,
  });
}

/** The same if the reason is known; otherwise null. */
export function notReached(display: string, error: unknown): Problem | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return Object.hasOwn(reasons, code) ? unreachable(display, error) : null;
}

/** The first line of an external message. */
function sentence(message: string): string {
  const [line = ''] = message.split('\n', 1);
  let end = line.length;
  // A regular expression would backtrack at each run of blanks, and the line may contain client input.
  while (/[\s.:]/.test(line[end - 1] ?? '')) end--;
  return `${line.slice(0, end)}.`;
}
