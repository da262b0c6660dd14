// What somebody who asks gives to be known by.
import { hash } from 'node:crypto';
import { normalise } from './passwords.ts';

export class Credentials {
  readonly name: string;
  readonly sessionId: string;
  #digest: string | null = null;

  constructor(username: string, sessionId: string) {
    this.name = normalise(username);
    this.sessionId = sessionId;
  }

  /** What the session is kept by: neither the time of a look-up nor what is kept reveals its id. */
  get digest(): string {
    this.#digest ??= digestOf(this.sessionId);
    return this.#digest;
  }
}

/** The token of a program. */
export class TokenCredentials {
  readonly token: string;
  /** What the identity provider may have made it out for; nothing where only tokens of our own count. */
  readonly audiences: readonly string[];

  constructor(token: string, audiences: readonly string[] = []) {
    this.token = token;
    this.audiences = audiences;
  }
}

/** What comes with a request: a session of a user, or the token of a program. */
export type Presented = Credentials | TokenCredentials;

export function digestOf(sessionId: string): string {
  return hash('sha256', sessionId, 'base64');
}
