// Every failure that a client can see: one table of names, one class, one wire format.
import type { Conflict } from './change.ts';

interface ProblemKind {
  readonly status: number;
  readonly title: string;
}

/** The whole list. The name is the tail of the problem's URN and never changes once published. */
export const problemKinds = {
  'malformed-request': { status: 400, title: 'The request cannot be read' },
  'invalid-query': { status: 400, title: 'The query does not fit the database' },
  'invalid-change': { status: 400, title: 'The change does not fit the database' },
  'bad-key': { status: 400, title: 'The key has the wrong number of values' },
  'not-authenticated': { status: 401, title: 'A session is needed' },
  'login-refused': { status: 401, title: 'The user name or the password is wrong' },
  'cross-site': { status: 403, title: 'The request comes from another site' },
  'sign-on-refused': { status: 403, title: 'The sign-on was refused' },
  forbidden: { status: 403, title: 'This is not allowed' },
  'not-found': { status: 404, title: 'There is nothing at this address' },
  'unknown-entity': { status: 404, title: 'There is no such entity' },
  'unknown-record': { status: 404, title: 'There is no such record' },
  'method-not-allowed': { status: 405, title: 'The method does not fit this address' },
  'not-acceptable': { status: 406, title: 'There is no answer in the format asked for' },
  'request-timeout': { status: 408, title: 'The request took too long to come in' },
  'ambiguous-key': { status: 409, title: 'The key fits several records' },
  'ambiguous-relation': { status: 409, title: 'Several relations fit' },
  'slug-taken': { status: 409, title: 'The slug is taken' },
  'vanished-names': { status: 409, title: 'The database has lost names that the query uses' },
  'conflicting-change': { status: 409, title: 'The rows are not as expected' },
  'key-taken': { status: 409, title: 'Another row has this key' },
  'idempotency-key-reused': { status: 409, title: 'The idempotency key belongs to another request' },
  'precondition-failed': { status: 412, title: 'It is another version by now' },
  'too-large': { status: 413, title: 'The request is too large' },
  'unsupported-media-type': { status: 415, title: 'The body must be JSON' },
  'unknown-host': { status: 421, title: 'The service does not answer for this host' },
  'too-many-columns': { status: 422, title: 'There would be too many columns' },
  'refused-value': { status: 422, title: 'The database does not take this' },
  'refused-by-database': { status: 422, title: 'The database refused the values' },
  'precondition-required': { status: 428, title: 'The version that is to be changed must be named' },
  'too-many-attempts': { status: 429, title: 'Too many failed attempts' },
  'headers-too-large': { status: 431, title: 'The headers are too large' },
  'internal-error': { status: 500, title: 'The service made a mistake' },
  'database-unavailable': { status: 503, title: 'The database cannot be reached' },
  'store-unavailable': { status: 503, title: 'The state store cannot be reached' },
  'model-unavailable': { status: 503, title: 'The language model cannot be reached' },
  'provider-unavailable': { status: 503, title: 'The identity provider cannot be reached' },
  'outcome-unknown': { status: 503, title: 'Nobody knows whether it happened' },
  overloaded: { status: 503, title: 'Too many requests at once' },
  'statement-timeout': { status: 504, title: 'The statement took too long' },
} as const satisfies Record<string, ProblemKind>;

export type ProblemName = keyof typeof problemKinds;

/** A name in a saved document that the database no longer has. */
export interface MissingName {
  /** Its position in the saved query. */
  readonly pointer: string;
  readonly name: string;
  /** Its likely new names, best first. */
  readonly nearest: readonly string[];
}

export interface ProblemExtras {
  /** JSON Pointer to the value at fault, relative to the body as sent. */
  readonly pointer?: string;
  /** What would have been right. */
  readonly allowed?: readonly string[];
  /** Names in a saved query that the database no longer has. */
  readonly missing?: readonly MissingName[];
  /** Rows that differ from what a change expects. */
  readonly conflicts?: readonly Conflict[];
  /** The conflicting record. */
  readonly record?: string;
  /** Seconds after which a retry makes sense; sent as Retry-After. */
  readonly retryAfter?: number;
  /** The supported methods; sent as Allow. */
  readonly allow?: readonly string[];
  /** The address parameter at fault. Never sent. */
  readonly parameter?: string;
  /** The request contains a name that is not in the schema: look at the catalog again. Never sent. */
  readonly unknownName?: boolean;
  /** For the log; never sent. */
  readonly cause?: unknown;
}

/** An expected failure. Any other exception is a bug. */
export class Problem extends Error {
  readonly kind: ProblemName;
  readonly extras: ProblemExtras;

  constructor(kind: ProblemName, detail: string, extras: ProblemExtras = {}) {
    super(detail, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.name = 'Problem';
    this.kind = kind;
    this.extras = extras;
  }

  get status(): number {
    return problemKinds[this.kind].status;
  }
}

/** The body of an error answer (RFC 9457, with `code` and `error` for older clients). */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: number;
  readonly error: string;
  readonly pointer?: string;
  readonly allowed?: readonly string[];
  readonly missing?: readonly MissingName[];
  readonly conflicts?: readonly Conflict[];
  readonly record?: string;
}

export function problemDocument(problem: Problem): ProblemDocument {
  const { status, title } = problemKinds[problem.kind];
  const { pointer, allowed, missing, conflicts, record } = problem.extras;
  return {
    type: `urn:joinery:problem:${problem.kind}`,
    title,
    status,
    detail: problem.message,
    code: status,
    error: problem.message,
    ...(pointer === undefined ? {} : { pointer }),
    ...(allowed === undefined ? {} : { allowed }),
    ...(missing === undefined ? {} : { missing }),
    ...(conflicts === undefined ? {} : { conflicts }),
    ...(record === undefined ? {} : { record }),
  };
}
