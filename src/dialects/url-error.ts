// What is wrong with a database URL.

/** A database URL that cannot be used; the text says what would have been right. */
export class DatabaseUrlError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DatabaseUrlError';
  }
}
