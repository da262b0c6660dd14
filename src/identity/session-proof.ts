// A session's id, and what the session is based on.
import { createHmac, randomBytes } from 'node:crypto';
import { fingerprint, type Secret } from './passwords.ts';

/** An identity provider that vouches for users; `provider` identifies it and our registration there. */
export interface ProviderBasis {
  readonly kind: 'sign-on';
  readonly provider: string;
}

/** What a session is based on: a password or an identity provider. */
export type SessionBasis = Secret | ProviderBasis;

/** The current warrant of a user's sessions; another object if it has changed. */
export type SessionBasisOf = (username: string) => SessionBasis | undefined;

/** 256 bits from the system's random generator. */
export function newSessionId(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether the text has the shape of a session id. */
export function isSessionId(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/**
 * Ties a session to its warrant, such as the hash that the password was checked against. The store does not contain the
 * id, so nobody who reads it can try passwords.
 */
export function proofOf(id: string, basis: SessionBasis): string {
  return createHmac('sha256', id).update(printOf(basis)).digest('base64');
}

function printOf(basis: SessionBasis): string {
  return basis.kind === 'sign-on' ? `sign-on ${basis.provider}` : fingerprint(basis);
}
