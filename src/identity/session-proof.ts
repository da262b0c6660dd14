// The id of a session, and what the session rests on.
import { createHmac, randomBytes } from 'node:crypto';
import { fingerprint, type Secret } from './passwords.ts';

/** An identity provider that vouches for users, by what it and the service know each other by. */
export interface Vouching {
  readonly kind: 'sign-on';
  readonly provider: string;
}

/** What a session rests on. */
export type Warrant = Secret | Vouching;

/** What the sessions of a user must rest on now; another object where it has changed. */
export type WarrantOf = (username: string) => Warrant | undefined;

/** 256 bits from the system's generator. */
export function newSessionId(): string {
  return randomBytes(32).toString('base64url');
}

/** What could have been given out as the id of a session. */
export function isSessionId(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/**
 * Ties a session to what it rests on, such as the secret that a password was checked against. The store does not know the
 * id, so that nobody who reads it can try passwords.
 */
export function proofOf(id: string, warrant: Warrant): string {
  return createHmac('sha256', id).update(printOf(warrant)).digest('base64');
}

function printOf(warrant: Warrant): string {
  return warrant.kind === 'sign-on' ? `sign-on ${warrant.provider}` : fingerprint(warrant);
}
