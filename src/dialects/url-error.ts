// Errors of database URLs.

/** A database URL that cannot be used; the message says what would be valid. */
export class DatabaseUrlError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DatabaseUrlError';
  }
}
