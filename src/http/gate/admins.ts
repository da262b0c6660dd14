// Routes for admins only.
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../contract/problem.ts';
import { adminRole, isAdmin } from '../../identity/rights.ts';
import { callerOf } from './admit.ts';
import type { Caller } from './caller.ts';

/** The caller, if they are an admin; throws a Problem otherwise. */
export function adminOf(request: FastifyRequest): Caller {
  const caller = callerOf(request);
  if (isAdmin(caller.principal.rights)) return caller;
  throw new Problem('forbidden', `This is for users with the role ${adminRole}.`);
}
