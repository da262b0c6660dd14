// Access tokens of the identity provider (RFC 9068), with which a program acts for a user.
import type { AuthorizationServer } from 'oauth4webapi';
import { Problem } from '../../contract/problem.ts';

/** A dependency of the sign-on library; loaded for the first such token. */
const library = () => import('oauth4webapi');

const timeoutMs = 10_000;

/** Who issued a token, and for whom. */
export interface Bearer {
  readonly issuer: string;
  readonly subject: string;
}

/**
 * `issuer` must be the same object for every token: the library caches the issuer's keys with it for five minutes, and
 * looks for an unknown key at most once a minute. Rejects with the library's errors.
 */
export async function bearerOf(
  token: string,
  audiences: readonly string[],
  issuer: AuthorizationServer,
): Promise<Bearer> {
  const { allowInsecureRequests, validateJwtAccessToken } = await library();
  const audience = audiences.find((one) => audiencesIn(token).includes(one));
  if (audience === undefined) throw notForUs();
  const request = new Request(audience, { headers: { authorization: `Bearer ${token}` } });
  const { iss, sub } = await validateJwtAccessToken(issuer, request, audience, {
    signal: () => AbortSignal.timeout(timeoutMs),
    [allowInsecureRequests]: issuer.issuer.startsWith('http:'),
  });
  return { issuer: iss, subject: sub };
}

/** Unverified: do not trust it before the token has been validated. */
function audiencesIn(token: string): readonly unknown[] {
  try {
    const [, content = ''] = token.split('.');
    const { aud }: { readonly aud?: unknown } = JSON.parse(Buffer.from(content, 'base64url').toString());
    return [aud].flat();
  } catch {
    return [];
  }
}

export function notForUs(cause?: unknown): Problem {
  return new Problem(
    'not-authenticated',
    'There is no such token, it has ended, or the identity provider did not make it out for this address.',
    { cause },
  );
}
