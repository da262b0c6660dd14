/** The caller of a test's requests, if the service has no logins. */
import type { Requester } from '../../src/app/database.ts';
import { openAccess } from '../../src/identity/access.ts';
import { admit } from '../../src/identity/admit.ts';

const principal = await admit(openAccess, null, '127.0.0.1');

let asked = 0;

/** A different caller each time, for tests of fair shares. */
export function anybody(signal: AbortSignal = new AbortController().signal): Requester {
  return { principal, holder: `somebody ${++asked}`, signal };
}
