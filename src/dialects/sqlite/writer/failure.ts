// Translates SQLite's refusals for the client that makes a change.
import { Problem } from '../../../contract/problem.ts';
import { type RefusalKind, Refused, RolledBack } from '../../writer.ts';
import { failure } from '../readers/failure.ts';
import { SqliteFailure } from '../readers/protocol.ts';
import type { WriterFailure } from './protocol.ts';

const kinds: ReadonlyMap<string, RefusalKind> = new Map<string, RefusalKind>([
  ['SQLITE_CONSTRAINT_NOTNULL', 'null'],
  ['SQLITE_CONSTRAINT_UNIQUE', 'unique'],
  ['SQLITE_CONSTRAINT_PRIMARYKEY', 'unique'],
  ['SQLITE_CONSTRAINT_ROWID', 'unique'],
  ['SQLITE_CONSTRAINT_FOREIGNKEY', 'reference'],
  ['SQLITE_CONSTRAINT_CHECK', 'check'],
  ['SQLITE_CONSTRAINT_DATATYPE', 'value'],
  ['SQLITE_MISMATCH', 'value'],
  ['SQLITE_TOOBIG', 'length'],
]);

export function writeFailure({ code, message, at }: WriterFailure): Error {
  const cause = new SqliteFailure(code, message);
  const kind = kinds.get(code) ?? (code.startsWith('SQLITE_CONSTRAINT') ? 'other' : null);
  if (kind !== null) {
    const named = message.replace(/^.* constraint failed: /, '');
    return new Refused(kind, cause, { columns: columnsIn(kind, named), constraint: named }, at);
  }
  // Another connection has written since this transaction began to read; rare, because it began as a writer.
  if (code === 'SQLITE_BUSY_SNAPSHOT' || code === 'SQLITE_ABORT_ROLLBACK') return new RolledBack(cause);
  if (/^SQLITE_(READONLY|FULL|IOERR)/.test(code)) {
    const isFull = code === 'SQLITE_FULL';
    const detail = isFull
      ? 'There is no room left on the disk of the database file.'
      : 'The database file cannot be written to.';
    return new Problem('database-unavailable', detail, { retryAfter: 5, cause });
  }
  const known = failure(cause);
  return known instanceof Error ? known : cause;
}

/** Parses `table.column, table.column`; names that themselves contain these separators are not recognised. */
function columnsIn(kind: RefusalKind, named: string): string[] {
  const typed = /^cannot store \w+ value in \w+ column .*\.(.+)$/s.exec(named)?.[1];
  if (kind === 'value' && typed !== undefined) return [typed];
  if (kind !== 'null' && kind !== 'unique') return [];
  return named.split(', ').map((part) => part.slice(part.lastIndexOf('.') + 1));
}
