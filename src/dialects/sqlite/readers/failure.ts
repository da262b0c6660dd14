// What a failure of SQLite means to a client.
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

/** A program was killed while it wrote to the file: what it did has to be taken back, which a reader may not do. */
export function isUnfinished(error: unknown): boolean {
  return /^SQLITE_READONLY_(ROLLBACK|RECOVERY)$/.test(codeOf(error));
}

/** The file, the disk or a reader of ours is at fault, and another attempt may go well. */
const unavailable =
  /^(SQLITE_(CORRUPT|NOTADB|IOERR|FULL|CANTOPEN|READONLY_|PROTOCOL)|JOINERY_(LOST|CANCELLED|MISSING|EMPTY)$)/;
/** Another file stands there by now, or other content: whoever asks again gets the new one. */
const exchanged = /^JOINERY_(REPLACED|TORN)$/;
/** A text or a blob past what the engine or the platform can hold. */
const tooLarge = /^(SQLITE_(TOOBIG|NOMEM)|ERR_STRING_TOO_LONG$|ERR_WORKER_OUT_OF_MEMORY$|JOINERY_TOO_LARGE$)/;
/** What only a statement of ours can get wrong; every other complaint is about what the file defines. */
const ownMistake = /syntax error|no such function|wrong number of arguments|unrecognized token/;

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
  if (code.startsWith('SQLITE_') && !ownMistake.test(text)) {
    return new Problem('refused-by-database', `The database refused: ${text}.`, { cause: error });
  }
  return error;
}

/** Another file stands in the place of the one that was asked. */
export function replaced(): unknown {
  return failure(new SqliteFailure('JOINERY_REPLACED', 'the file was replaced'));
}

/** The same work, with failures that mean something. */
export async function translate<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw failure(error);
  }
}
