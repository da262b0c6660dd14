import { Problem } from '../../contract/problem.ts';

/** For all that keeps us from a session: clients learn nothing of users, hosts and names. */
export class Unavailable extends Problem {
  constructor(cause: unknown, retryAfter = 2) {
    super('database-unavailable', 'The database cannot be reached at the moment.', { retryAfter, cause });
  }
}
