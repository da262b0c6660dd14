// Reads the client's credentials from its header.
import type { IncomingMessage } from 'node:http';
import { Credentials, type Presented, TokenCredentials } from '../../identity/credentials.ts';

/** Clients repeat the same header with each request; parsing and hashing it takes as long as a look-up. */
const known = new Map<string, Presented>();
const maxKnown = 1_000;

/**
 * A bearer token, or HTTP Basic in UTF-8 (RFC 7617) with the session id as password; null if there is neither.
 * `audiences`: the accepted audiences of the identity provider's tokens.
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

/** A bearer token (RFC 6750). */
function readBearer(authorization: string): TokenCredentials | null {
  const token = /^bearer +([\w.~+/-]+=*) *$/i.exec(authorization)?.[1];
  return token === undefined ? null : new TokenCredentials(token);
}

function remember(authorization: string, credentials: Presented): void {
  // Longer headers are not a session's.
  if (authorization.length > 1_024) return;
  const [oldest] = known.size < maxKnown ? [] : known.keys();
  if (oldest !== undefined) known.delete(oldest);
  known.set(authorization, credentials);
}
