// Translates DuckDB's failures for clients.
import { Problem } from '../../../contract/problem.ts';
import { StaleSchema } from '../../dialect.ts';

/** The engine begins each message with the kind of error. */
const stale = /^Catalog Error/;
const refused =
  /^(Conversion|Out of Range|Invalid Input|Constraint|Not implemented|Permission|Sequence|Invalid|Mismatch Type|Decimal) ?\w* Error|^Not implemented Error/i;
const unavailable =
  /^(IO|FATAL|INTERNAL|Serialization|Connection|TransactionContext|Transaction|Corrupt\w*) ?\w* Error|^FATAL|has been invalidated/;

export function failure(error: unknown): unknown {
  if (error instanceof Problem || error instanceof StaleSchema || !(error instanceof Error)) return error;
  const { message } = error;
  if (stale.test(message)) return new StaleSchema(error);
  if (/^Out of Memory/i.test(message)) {
    return new Problem('refused-by-database', 'The answer needs more memory than the database may use.', {
      cause: error,
    });
  }
  if (unavailable.test(message)) {
    return new Problem('database-unavailable', 'The database file cannot be read.', {
      retryAfter: 5,
      cause: error,
    });
  }
  if (refused.test(message)) {
    return new Problem('refused-by-database', `The database refused: ${firstLine(message)}`, {
      cause: error,
    });
  }
  return error;
}

/** The file's content was replaced since it was opened: a repeated request gets the new one. */
export function contentReplaced(): StaleSchema {
  const detail = 'The database file was exchanged while it was read.';
  return new StaleSchema(new Problem('database-unavailable', detail, { retryAfter: 1 }));
}

export function closed(): Problem {
  return new Problem('database-unavailable', 'The database is being closed.', { retryAfter: 5 });
}

export function firstLine(message: string): string {
  const [line = ''] = message.split('\n', 1);
  return line.endsWith('.') ? line : `${line}.`;
}
