// A session's id, and what the session is based on.
import { createHmac, randomBytes } from 'node:crypto';
import { fingerprint, type Secret } from './passwords.ts';

/** An identity provider that vouches for users; `provider` identifies it and our registration there. */
export interface Vouching {
  readonly kind: 'sign-on';
  readonly provider: string;
}

/** What a session is based on: a password or an identity provider. */
export type Warrant = Secret | Vouching;

/** The current warrant of a user's sessions; another object if it has changed. */
export type WarrantOf = (username: string) => Warrant | undefined;

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
export function proofOf(id: string, warrant: Warrant): string {
  return createHmac('sha256', id).update(printOf(warrant)).digest('base64');
}

function printOf(warrant: Warrant): string {
  return warrant.kind === 'sign-on' ? `sign-on ${warrant.provider}` : fingerprint(warrant);
}
