// A transaction that the engine itself has rolled back for the sake of others is done again as a whole, and nothing else is.
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '../../../contract/problem.ts';
import { RolledBack } from '../../../dialects/writer.ts';

/** An engine that rolls a transaction back for the sake of others every time is given up after so many attempts. */
const mostAttempts = 10;

export async function repeated<T>(once: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(attempt);
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error;
      if (attempt >= mostAttempts) {
        throw new Problem('database-unavailable', 'Others change the same rows all the time.', {
          retryAfter: 1,
          cause: error,
        });
      }
      await delay(2 ** attempt * (1 + Math.random()));
    }
  }
}
