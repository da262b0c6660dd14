// Translates errors of the driver or the server for clients.
import { Problem } from '../../../contract/problem.ts';
import { statementTimeout } from '../../base/clock.ts';
import { Unavailable } from '../../base/unavailable.ts';
import { StaleSchema } from '../../dialect.ts';
import type { ReadTarget } from './views.ts';

export const retryAfter = 2;

/** The server's error numbers, by meaning. */
const timedOut = new Set([1969, 3024]);
/** A missing table, column or routine; a broken view; a definition that has just changed. */
const stale = new Set([1051, 1054, 1109, 1146, 1305, 1356, 1412, 1615]);
/** The database was dropped or renamed. */
const withoutDatabase = new Set([1046, 1049]);
/** The user lacks the privilege to read the table or column, or to run a routine. */
const denied = new Set([1044, 1142, 1143, 1227, 1370]);
/** Too many connections or statements, a detached node, a shutdown or kill, no disk or memory, a lock wait timeout. */
const unavailable = new Set([
  1021, 1037, 1040, 1041, 1047, 1053, 1077, 1152, 1203, 1205, 1213, 1226, 1317, 1461, 1927,
]);
/** Values without a suitable conversion: mixed collations, invalid regular expressions. */
const refused = new Set([1139, 1267, 1270, 1271, 1300, 1367, 1525, 3854]);

/** Limits of the server: 61 tables, which is below ours, 65,535 values, and the size of a statement. */
const tooMany: ReadonlyMap<number, string> = new Map([
  [1116, 'it cannot join so many tables'],
  [1153, 'the statement with its values is longer than its setting max_allowed_packet'],
  [1390, 'it cannot take so many values at once'],
]);

/** The server keeps the connection open but does not respond. */
export class SilentServer extends Error {
  constructor() {
    super('the server does not answer');
    this.name = 'SilentServer';
  }
}

export interface DriverError extends Error {
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly sqlState?: unknown;
  readonly fatal?: unknown;
}

export function isDriverError(error: unknown): error is DriverError {
  return error instanceof Error;
}

/** Translates the failure of a statement, depending on what it reads. */
export const failures: Readonly<Record<ReadTarget, (error: unknown) => unknown>> = {
  tables: failure,
  views: viewFailure,
};

/** Any other error comes from the view itself: its functions may fail or try to write. */
function viewFailure(error: unknown): unknown {
  const known = failure(error);
  if (known !== error || !isDriverError(error) || typeof error.sqlState !== 'string') return known;
  return new Problem('refused-by-database', 'The database refused: the view, or a function of it, failed.', {
    cause: error,
  });
}

/** Returns a Problem if the cause is known; anything else stays as it is, and is a bug of ours. */
function failure(error: unknown): unknown {
  if (error instanceof Problem || error instanceof StaleSchema || !isDriverError(error)) return error;
  const number = typeof error.errno === 'number' ? error.errno : 0;
  if (error instanceof SilentServer || timedOut.has(number)) return statementTimeout(error);
  if (stale.has(number)) return new StaleSchema(error);
  if (denied.has(number)) {
    return new Problem('forbidden', 'The database user of this service may not read this.', { cause: error });
  }
  if (withoutDatabase.has(number)) return new Unavailable(error);
  if (unavailable.has(number)) {
    return new Problem('database-unavailable', 'The database server cannot do this now.', {
      retryAfter,
      cause: error,
    });
  }
  const limit = tooMany.get(number);
  if (limit !== undefined) {
    return new Problem('refused-by-database', `The database refused: ${limit}.`, { cause: error });
  }
  if (refused.has(number) || (typeof error.sqlState === 'string' && error.sqlState.startsWith('22'))) {
    return new Problem('refused-by-database', 'The database refused a value of this request.', {
      cause: error,
    });
  }
  return isLost(error) ? connectionLost(error) : error;
}

/** The connection is lost, or the server's behaviour makes it unusable. */
export function isLost(error: unknown): boolean {
  if (!isDriverError(error)) return false;
  if (error instanceof SilentServer || withoutDatabase.has(Number(error.errno))) return true;
  if (error.fatal === true || error.message.includes('LOCAL INFILE')) return true;
  return /^(E[A-Z]+$|PROTOCOL_|HANDSHAKE_)/.test(String(error.code ?? ''));
}

export function connectionLost(cause: unknown): Problem {
  return new Problem('database-unavailable', 'The connection to the database server is lost.', {
    retryAfter,
    cause,
  });
}

/** A row is NULL if it is too large, or if a column's type has changed. */
export function rowTooLarge(): Problem {
  return new Problem(
    'refused-by-database',
    'A record is larger than the database server may put together: its setting max_allowed_packet must be raised.',
  );
}
