// Translates refusals of MySQL or MariaDB for the client that makes a change.
import { Problem } from '../../../contract/problem.ts';
import { OutcomeUnknown, type RefusalKind, Refused, RolledBack } from '../../writer.ts';
import { failures, isDriverError, retryAfter } from '../wire/failure.ts';

const kinds: ReadonlyMap<number, RefusalKind> = new Map<number, RefusalKind>([
  [1048, 'null'],
  [1364, 'null'],
  [1062, 'unique'],
  [1586, 'unique'],
  [1452, 'reference'],
  [1216, 'reference'],
  [1451, 'referenced'],
  [1217, 'referenced'],
  [3819, 'check'],
  [4025, 'check'],
  [1406, 'length'],
  [1264, 'range'],
  [1690, 'range'],
  [1265, 'value'],
  [1292, 'value'],
  [1366, 'value'],
  [1367, 'value'],
  [1411, 'value'],
  [1416, 'value'],
  [3140, 'value'],
  [4078, 'value'],
  [1906, 'generated'],
  [3105, 'generated'],
  [1142, 'denied'],
  [1143, 'denied'],
  [1044, 'denied'],
  [1290, 'denied'],
]);

/** A deadlock, or Galera's error when another node has changed the same rows. */
const rolledBack: ReadonlySet<number> = new Set([1213, 1020]);

/**
 * COMMIT failed in the server. A node of a cluster that loses its majority says so, while the other nodes may have the
 * change already.
 */
const failedCommit = 1180;

/** An option of the server prevents it, for example read_only on a replica. */
const prevented = 1290;

export function writeFailure(error: unknown, at = 0): unknown {
  if (!isDriverError(error)) return error;
  const number = typeof error.errno === 'number' ? error.errno : 0;
  if (rolledBack.has(number)) return new RolledBack(error);
  if (number === failedCommit) return new OutcomeUnknown(error);
  if (number === prevented && /read.only/i.test(error.message)) return readOnlyServer(error);
  const kind = kinds.get(number) ?? (isRefusal(error.sqlState) ? 'other' : null);
  if (kind === null) return failures.tables(error);
  return new Refused(kind, error, parseMessage(error.message), at);
}

function readOnlyServer(cause: unknown): Problem {
  return new Problem('database-unavailable', 'The database server takes no changes at the moment.', {
    retryAfter,
    cause,
  });
}

/** Errors raised by triggers, and errors about values or constraints that are not listed by number. */
function isRefusal(sqlState: unknown): boolean {
  return typeof sqlState === 'string' && /^(22|23|45)/.test(sqlState);
}

function parseMessage(message: string): { constraint: string | null; columns: string[] } {
  const column = /(?:Column|Field|column) [`'](?:[^`']*`\.`)*([^`']+)[`']/.exec(message)?.[1];
  const constraint =
    /CONSTRAINT `([^`]+)`/.exec(message)?.[1] ??
    /for key '(?:[^']*\.)?([^']+)'/.exec(message)?.[1] ??
    /constraint [`']([^`']+)[`']/i.exec(message)?.[1] ??
    null;
  return { constraint, columns: column === undefined ? [] : [column] };
}
