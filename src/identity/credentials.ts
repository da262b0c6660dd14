// The credentials that come with a request.
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

  /** The key of the session: neither its stored form nor the time of a look-up reveals the id. */
  get digest(): string {
    this.#digest ??= digestOf(this.sessionId);
    return this.#digest;
  }
}

/** A program's token. */
export class TokenCredentials {
  readonly token: string;
  /** The accepted audiences of the identity provider's tokens; if empty, only our own tokens are valid. */
  readonly audiences: readonly string[];

  constructor(token: string, audiences: readonly string[] = []) {
    this.token = token;
    this.audiences = audiences;
  }
}

/** A user's session or a program's token. */
export type Presented = Credentials | TokenCredentials;

export function digestOf(sessionId: string): string {
  return hash('sha256', sessionId, 'base64');
}
