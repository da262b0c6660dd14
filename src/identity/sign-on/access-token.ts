// Access tokens of the identity provider (RFC 9068): signed texts with which a program asks here in somebody's name.
import type { AuthorizationServer } from 'oauth4webapi';
import { Problem } from '../../contract/problem.ts';

/** What sign-on rests on too; loaded when the first such token comes. */
const library = () => import('oauth4webapi');

const timeoutMs = 10_000;

/** By whom and for whom a token is made out. */
export interface Bearer {
  readonly issuer: string;
  readonly subject: string;
}

/**
 * `issuer` is the same object from one token to the next: the library keeps its keys with it for five minutes, and looks
 * for a key that it does not know at most once a minute. Fails with what the library fails with.
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

/** Not to be believed before the token has been checked. */
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
