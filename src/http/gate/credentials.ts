// Reads the header with which a client says who it is.
import type { IncomingMessage } from 'node:http';
import { Credentials, type Presented, TokenCredentials } from '../../identity/credentials.ts';

/** A client sends the same header with each request; to take it apart and hash it again takes as long as a look-up. */
const known = new Map<string, Presented>();
const mostKnown = 1_000;

/**
 * A token, or HTTP Basic in UTF-8 (RFC 7617) with the session's id in place of the password; null when there is neither.
 * `audiences`: what a token of the identity provider may be made out for.
 */
export function credentialsOf(
  request: Pick<IncomingMessage, 'headers'>,
  audiences: readonly string[] = [],
): Presented | null {
  const given = presentedBy(request);
  if (audiences.length === 0 || !(given instanceof TokenCredentials)) return given;
  return new TokenCredentials(given.token, audiences);
}

function presentedBy({ headers }: Pick<IncomingMessage, 'headers'>): Presented | null {
  const { authorization } = headers;
  if (authorization === undefined) return null;
  const before = known.get(authorization);
  if (before !== undefined) return before;
  const credentials = readBearer(authorization) ?? readBasic(authorization);
  if (credentials !== null) remember(authorization, credentials);
  return credentials;
}

function readBasic(authorization: string): Credentials | null {
  const encoded = /^basic +([a-z0-9+/_-]+=*) *$/i.exec(authorization)?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? null : new Credentials(text.slice(0, colon), text.slice(colon + 1));
}

/** RFC 6750. */
function readBearer(authorization: string): TokenCredentials | null {
  const token = /^bearer +([\w.~+/-]+=*) *$/i.exec(authorization)?.[1];
  return token === undefined ? null : new TokenCredentials(token);
}

function remember(authorization: string, credentials: Presented): void {
  // What is longer is no session's.
  if (authorization.length > 1_024) return;
  const [oldest] = known.size < mostKnown ? [] : known.keys();
  if (oldest !== undefined) known.delete(oldest);
  known.set(authorization, credentials);
}
