// Retries a transaction as a whole if the engine itself rolled it back because of others, and only then.
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '../../../contract/problem.ts';
import { RolledBack } from '../../../dialects/writer.ts';

/** The most attempts for a transaction that the engine keeps rolling back. */
const maxAttempts = 10;

export async function withRetries<T>(once: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(attempt);
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error;
      if (attempt >= maxAttempts) {
        throw new Problem('database-unavailable', 'Others change the same rows all the time.', {
          retryAfter: 1,
          cause: error,
        });
      }
      await delay(2 ** attempt * (1 + Math.random()));
    }
  }
}
