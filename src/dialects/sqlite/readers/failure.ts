// Translates SQLite's failures for clients.
import { Problem } from '../../../contract/problem.ts';
import { statementTimeout } from '../../base/clock.ts';
import { StaleSchema } from '../../dialect.ts';
import { SqliteFailure } from './protocol.ts';

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));
}

/** A program was killed while writing: its changes must be rolled back, which a reader may not do. */
export function isUnfinished(error: unknown): boolean {
  return /^SQLITE_READONLY_(ROLLBACK|RECOVERY)$/.test(codeOf(error));
}

/** A fault of the file, the disk or one of our readers; another attempt may succeed. */
const unavailable =
  /^(SQLITE_(CORRUPT|NOTADB|IOERR|FULL|CANTOPEN|READONLY_|PROTOCOL)|JOINERY_(LOST|CANCELLED|MISSING|EMPTY)$)/;
/** The file was replaced, or its content was; a repeated request gets the new one. */
const exchanged = /^JOINERY_(REPLACED|TORN)$/;
/** A text or blob larger than the engine or platform can hold. */
const tooLarge = /^(SQLITE_(TOOBIG|NOMEM)|ERR_STRING_TOO_LONG$|ERR_WORKER_OUT_OF_MEMORY$|JOINERY_TOO_LARGE$)/;
/** Errors that only our own statements can cause; all others are about what the file defines. */
const internalError = /syntax error|no such function|wrong number of arguments|unrecognized token/;

export function failure(error: unknown): unknown {
  if (error instanceof Problem || error instanceof StaleSchema) return error;
  const code = codeOf(error);
  const text = error instanceof Error ? error.message : '';
  if (code === 'JOINERY_TIMEOUT') return statementTimeout();
  if (/no such (table|column)|has no column|database schema has changed/.test(text))
    return new StaleSchema(error);
  if (exchanged.test(code)) {
    const detail = 'The database file was exchanged while it was read.';
    return new StaleSchema(new Problem('database-unavailable', detail, { retryAfter: 1, cause: error }));
  }
  if (isBusy(error)) {
    return new Problem('database-unavailable', 'The database file is locked by another program.', {
      retryAfter: 1,
      cause: error,
    });
  }
  if (unavailable.test(code)) {
    return new Problem('database-unavailable', 'The database file cannot be read.', {
      retryAfter: 5,
      cause: error,
    });
  }
  if (tooLarge.test(code) || text === 'Invalid string length') {
    return new Problem('refused-by-database', 'A record is too large to be put together.', { cause: error });
  }
  if (code.startsWith('SQLITE_') && !internalError.test(text)) {
    return new Problem('refused-by-database', `The database refused: ${text}.`, { cause: error });
  }
  return error;
}

/** Another file has taken the requested one's place. */
export function replaced(): unknown {
  return failure(new SqliteFailure('JOINERY_REPLACED', 'the file was replaced'));
}

/** Runs the work with its failures translated. */
export async function translate<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw failure(error);
  }
}
