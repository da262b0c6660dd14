/** Whoever a test asks for, where the service asks for no login. */
import type { Asker } from '../../src/app/database.ts';
import { openAccess } from '../../src/identity/access.ts';
import { admit } from '../../src/identity/admit.ts';

const principal = await admit(openAccess, null, '127.0.0.1');

let asked = 0;

/** Somebody else each time, where shares are counted. */
export function anybody(signal: AbortSignal = new AbortController().signal): Asker {
  return { principal, holder: `somebody ${++asked}`, signal };
}
