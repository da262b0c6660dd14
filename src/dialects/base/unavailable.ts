import { Problem } from '../../contract/problem.ts';

/** No session can be had, for any reason: clients learn nothing about users, hosts and names. */
export class Unavailable extends Problem {
  constructor(cause: unknown, retryAfter = 2) {
    super('database-unavailable', 'The database cannot be reached at the moment.', { retryAfter, cause });
  }
}
