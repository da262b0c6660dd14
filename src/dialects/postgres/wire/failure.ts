// What the engine's failures mean to a client of the service.
import pg from 'pg';
import { Problem } from '../../../contract/problem.ts';
import { statementTimeout } from '../../base/clock.ts';
import { Unavailable } from '../../base/unavailable.ts';
import { StaleSchema } from '../../dialect.ts';

/** Codes of the engine: names that are gone, or whose type has changed under a statement. */
const stale = new Set([
  '42P01', // undefined table
  '42703', // undefined column
  '42704', // undefined object
  '42883', // undefined function: an operator that fitted the column's former type
  '42804', // type mismatch
  '42501', // a privilege was taken away
  '3F000', // undefined schema
  '26000', // undefined prepared statement
]);

/** The session, the server or its resources are at their end: nothing about the request is wrong. */
const unavailable = /^(08|53|57P|25P03|40|58)/;
/** The statement met a value, or a function of the database, that did not go along with it. */
const refused = /^(0A|2[0-9A-Z]|3[89]|44|54|P0|XX001)/;

/** A name that vanishes while a statement is being planned is missed in the engine's own caches first. */
const vanished = /cache lookup failed|could not open relation/;

/** `runsFunctions`: of a statement that runs functions of the database, which may fail in any way they like. */
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

/** What cannot be streamed has to be put together as a whole. */
export function rowTooLarge(): Problem {
  return new Problem('refused-by-database', 'A record is too large to be put together.');
}

/** Data that is wrong, and the syntax of some types of extensions, such as a path of labels. */
const unreadable = /^(22|42601)/;

/** A value that is none of its column's type: no record has it. */
export function isRefusedValue(error: unknown): boolean {
  // Without a session no value was looked at, whatever code the server gave as its reason.
  if (error instanceof Problem && error.kind !== 'refused-by-database') return false;
  const cause = error instanceof Problem ? error.cause : error;
  return cause instanceof pg.DatabaseError && unreadable.test(cause.code ?? '');
}

/** The session ends with it. */
export function isFatal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.severity === 'FATAL' || error.severity === 'PANIC');
}

/** Errors of the socket have a code of the system; the driver's own about a lost connection have only a text. */
function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string') return /^E[A-Z]+$/.test(error.code);
  return /^(Connection terminated|Client (has encountered|was closed)|timeout expired|Cannot use a pool)/.test(
    error.message,
  );
}

/** Said to clients: without address, database or role, which are not theirs to know. */
export function lost(error: unknown): Problem {
  return error instanceof Problem ? error : new Unavailable(error);
}

/** One that asks for encryption, or for none, lets nobody in otherwise. */
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

/** Said to whoever starts the service: with the address, without the password. */
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

/** The same, where it is known why; else null. */
export function notReached(display: string, error: unknown): Problem | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return Object.hasOwn(reasons, code) ? unreachable(display, error) : null;
}

/** The first line of what somebody else wrote. */
function sentence(message: string): string {
  const [line = ''] = message.split('\n', 1);
  let end = line.length;
  // A pattern would try each blank within, with all that follow it, and the line may hold what a client sent.
  while (/[\s.:]/.test(line[end - 1] ?? '')) end--;
  return `${line.slice(0, end)}.`;
}
