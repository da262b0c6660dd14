// Translates PostgreSQL's refusals for the client that makes a change.
import pg from 'pg';
import { Problem } from '../../../contract/problem.ts';
import { type RefusalKind, Refused, RolledBack } from '../../writer.ts';
import { failure } from '../wire/failure.ts';

const kinds: ReadonlyMap<string, RefusalKind> = new Map<string, RefusalKind>([
  ['23502', 'null'],
  ['23505', 'unique'],
  ['23P01', 'excluded'],
  ['23514', 'check'],
  ['44000', 'check'],
  ['22001', 'length'],
  ['22003', 'range'],
  ['428C9', 'generated'],
  ['42501', 'denied'],
]);

/** The engine rolled the transaction back in favour of another one. */
const rolledBack: ReadonlySet<string> = new Set(['40001', '40P01']);

export function writeFailure(error: unknown, at = 0): unknown {
  if (!(error instanceof pg.DatabaseError)) return failure(error);
  const code = error.code ?? '';
  if (rolledBack.has(code)) return new RolledBack(error);
  const kind = kindOf(code, error.detail);
  if (kind === null) return failure(error);
  const columns = error.column === undefined ? keyColumns(error.detail) : [error.column];
  // The rules of a domain are reported without the column that has it.
  const isOfType = error.dataType !== undefined;
  return new Refused(kind, error, { columns, constraint: error.constraint ?? null, isOfType }, at);
}

function kindOf(code: string, detail: string | undefined): RefusalKind | null {
  if (code === '23503') return /is still referenced/.test(detail ?? '') ? 'referenced' : 'reference';
  const known = kinds.get(code);
  if (known !== undefined) return known;
  if (code.startsWith('22')) return 'value';
  // Errors raised by triggers and their functions.
  return /^(23|P0|27|38|39)/.test(code) ? 'other' : null;
}

/** `Key (a, b)=(1, 2) already exists.` Names that contain such characters are not reported. */
function keyColumns(detail: string | undefined): string[] {
  const names = /^Key \(([^()]*)\)=/.exec(detail ?? '')?.[1];
  return names === undefined ? [] : names.split(', ').map((name) => name.replace(/^"(.*)"$/, '$1'));
}

/** The errors of a standby when a write transaction begins: it cannot or may not write. */
const followers: ReadonlySet<string> = new Set(['0A000', '25006']);

/** Why a write transaction cannot begin; null for any other error. */
export function beginFailure(error: unknown): Problem | null {
  if (!(error instanceof pg.DatabaseError) || !followers.has(error.code ?? '')) return null;
  return new Problem('database-unavailable', 'The database server takes no changes at the moment.', {
    retryAfter: 2,
    cause: error,
  });
}

export function lostConnection(cause: unknown): Problem {
  return new Problem('database-unavailable', 'The connection to the database is lost.', {
    retryAfter: 2,
    cause,
  });
}
