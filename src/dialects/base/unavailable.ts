import { Problem } from '../../contract/problem.ts';

/** For all that keeps us from a session: clients learn nothing of users, hosts and names. */
export function unavailableNow(cause: unknown): Problem {
  return new Problem('database-unavailable', 'The database cannot be reached at the moment.', {
    retryAfter: 2,
    cause,
  });
}
