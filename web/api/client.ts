// The only module that speaks HTTP: credentials, login on demand, typed failures.
import { ApiError, errorFromResponse, isAbort } from './errors.ts';
import { parseExact } from './exact.ts';
import { askForLogin, authorization, gate, waitForSession } from './session.ts';
import { viewedUser } from './viewAs.ts';

export interface CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** Sent as JSON. */
  readonly body?: unknown;
  /** JSON text that is already serialized with exact numbers. */
  readonly bodyText?: string;
  /** Sent unchanged. */
  readonly bytes?: Blob;
  readonly signal?: AbortSignal | undefined;
  readonly accept?: string;
  /** The ETag of the version to be changed. */
  readonly ifMatch?: string;
  /** Lets the service recognize a retry, so that nothing is done twice. */
  readonly idempotencyKey?: string;
  /** False for the login itself, whose refusal is an answer, not a reason to ask for a login. */
  readonly waitForLogin?: boolean;
  /** The user as whom an admin looks: by default the user of this tab's view; null for none. */
  readonly viewAs?: string | null;
}

/** The URL of a resource under /api, relative to where the page is served from. */
export function apiUrl(path: string): string {
  return new URL(`api${path}`, document.baseURI).href;
}

async function send(path: string, options: CallOptions): Promise<Response> {
  const waitsForLogin = options.waitForLogin !== false;
  const reportOutcome = waitsForLogin ? await waitForSession(options.signal) : undefined;
  const { session } = gate.get();
  const headers: Record<string, string> = {
    accept: options.accept ?? 'application/json',
    // Identifies the page to the service, so that a refused session does not open the browser's login dialog.
    'x-requested-with': 'joinery',
  };
  if (session) headers.authorization = authorization(session);
  const viewed = options.viewAs === undefined && waitsForLogin ? viewedUser() : options.viewAs;
  // Header values are ASCII, names may not be.
  if (viewed) headers['x-view-as'] = encodeURIComponent(viewed);
  if (options.ifMatch !== undefined) headers['if-match'] = options.ifMatch;
  if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey;
  const body =
    options.bytes ?? options.bodyText ?? (options.body === undefined ? null : JSON.stringify(options.body));
  if (body !== null)
    headers['content-type'] = options.bytes ? 'application/octet-stream' : 'application/json';
  let response: Response;
  try {
    response = await fetch(apiUrl(path), {
      method: options.method ?? 'GET',
      headers,
      body,
      signal: options.signal ?? null,
      credentials: 'omit',
    });
  } catch (cause) {
    reportOutcome?.(false);
    if (isAbort(cause)) throw cause;
    throw new ApiError('offline', 'The service does not answer.', { cause });
  }
  if (response.status === 401 && waitsForLogin) {
    // Cancelled, because an unread body would hold its connection.
    await response.body?.cancel();
    const entered = askForLogin(session, options.signal);
    reportOutcome?.(false);
    await entered;
    return send(path, options);
  }
  reportOutcome?.(true);
  if (!response.ok) throw await errorFromResponse(response);
  return response;
}

/** The raw response, for downloads. */
export const call = send;

/** The response body, with its headers. */
export async function callText(
  path: string,
  options: CallOptions,
): Promise<{ readonly text: string; readonly headers: Headers }> {
  const response = await send(path, options);
  return { text: await textOf(response), headers: response.headers };
}

async function text(path: string, options: CallOptions): Promise<string> {
  return textOf(await send(path, options));
}

async function textOf(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    if (isAbort(cause)) throw cause;
    throw new ApiError('offline', 'The answer was cut off.', { cause });
  }
}

/** For answers whose numbers are counts and flags. */
export async function callJson<T>(path: string, options: CallOptions = {}): Promise<T> {
  // The contract, checked by the service's own tests, guarantees the shape.
  return JSON.parse(await text(path, options)) as T;
}

/** For answers that contain values of the database. */
export async function callExact<T>(path: string, options: CallOptions = {}): Promise<T> {
  return parseExact<T>(await text(path, options));
}
