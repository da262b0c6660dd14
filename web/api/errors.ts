// All failures between the page and the service, as one typed error.

import type { Conflict } from '../../src/contract/change.ts';
import type { ProblemDocument, ProblemName } from '../../src/contract/problem.ts';
import type { MissingName } from '../../src/contract/saved.ts';
import { type Exactly, parseExact } from './exact.ts';

/** Failures that do not come from the service: no connection, or an answer in a form that the service never sends. */
type LocalName = 'offline' | 'unreadable-answer';

const URN = 'urn:joinery:problem:';

export class ApiError extends Error {
  readonly kind: ProblemName | LocalName;
  readonly status: number;
  /** A JSON Pointer into the request body. */
  readonly pointer: string | undefined;
  readonly allowed: readonly string[];
  readonly retryAfter: number | undefined;
  /** Names in a saved query that the database no longer has. */
  readonly missing: readonly MissingName[];
  /** The rows that are not as a change expected them, with exact values. */
  readonly conflicts: readonly Exactly<Conflict>[];
  /** The address of the record that already has the value of a unique column. */
  readonly record: string | undefined;

  constructor(
    kind: ApiError['kind'],
    message: string,
    more: {
      status?: number;
      pointer?: string | undefined;
      allowed?: readonly string[] | undefined;
      retryAfter?: number | undefined;
      missing?: readonly MissingName[] | undefined;
      conflicts?: readonly Exactly<Conflict>[] | undefined;
      record?: string | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'ApiError';
    this.kind = kind;
    this.status = more.status ?? 0;
    this.pointer = more.pointer;
    this.allowed = more.allowed ?? [];
    this.retryAfter = more.retryAfter;
    this.missing = more.missing ?? [];
    this.conflicts = more.conflicts ?? [];
    this.record = more.record;
  }
}

function isProblemDocument(body: unknown): body is ProblemDocument {
  return (
    typeof body === 'object' &&
    body !== null &&
    'type' in body &&
    typeof body.type === 'string' &&
    'detail' in body &&
    typeof body.detail === 'string'
  );
}

/** Reads an error response. */
export async function errorFromResponse(response: Response): Promise<ApiError> {
  const status = response.status;
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  let text: string;
  let body: unknown;
  try {
    text = await response.text();
    body = JSON.parse(text);
  } catch (cause) {
    return new ApiError('unreadable-answer', response.statusText || `HTTP ${status}`, { status, cause });
  }
  if (!isProblemDocument(body)) {
    return new ApiError('unreadable-answer', response.statusText || `HTTP ${status}`, { status });
  }
  // The URN's last part is one of the published names; unknown names from a newer service do no harm.
  const kind = body.type.replace(URN, '') as ProblemName;
  return new ApiError(kind, body.detail, {
    status,
    pointer: body.pointer,
    allowed: body.allowed,
    retryAfter,
    missing: missingIn(body),
    ...(body.conflicts === undefined
      ? {}
      : { conflicts: parseExact<{ conflicts: Exactly<Conflict>[] }>(text).conflicts }),
    record: body.record,
  });
}

function missingIn(body: object): readonly MissingName[] | undefined {
  // If present, the contract guarantees its shape.
  return 'missing' in body && Array.isArray(body.missing) ? (body.missing as MissingName[]) : undefined;
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** A retry makes sense: nothing was wrong with the request itself. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.kind === 'offline' || error.status === 429 || error.status >= 502;
}

/** The service or its database cannot be reached at the moment. */
export function isOutage(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'offline' || error.status === 503);
}
