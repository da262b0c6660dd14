// Secrets shown once and stored as digests, such as tokens and link addresses, and their public ids.
import { hash, randomBytes } from 'node:crypto';

/** Nobody guesses 256 bits. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function secretDigest(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

export function newId(): string {
  return randomBytes(12).toString('base64url');
}

/** Engines refuse some texts that cannot be ids, such as those with a NUL. */
export function isPossibleId(text: string): boolean {
  return /^[\w-]+$/.test(text);
}
