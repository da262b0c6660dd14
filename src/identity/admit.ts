// Who is asking: the one place that makes a principal, without which nothing that answers a request can be reached.

import { Problem } from '../contract/problem.ts';
import { type Access, type Asking, endedWith } from './access.ts';
import type { Presented } from './credentials.ts';
import type { Ending } from './endings.ts';
import { networkOf } from './networks.ts';
import { normalise } from './passwords.ts';
import {
  adminRole,
  type Directory,
  isAdmin,
  limitedTo,
  noDirectory,
  rightsOf,
  type UserRights,
} from './rights.ts';
import type { Claims } from './sign-on/claims.ts';

/** Nobody outside can construct one: only the type leaves this file. */
class Admitted implements Asking {
  readonly name: string | null;
  readonly via: Asking['via'];
  readonly isReadOnly: boolean;
  /** Whether the rights are a part of those that the name has: what was done with all of them may be beyond these. */
  readonly isReduced: boolean;
  /** Who it is that looks at everything as another user does; null for all others. */
  readonly viewer: string | null;
  /** What the policy, if there is one, says about this person. */
  readonly rights: UserRights;
  readonly claims: Claims | null;
  readonly #asking: Asking;
  readonly #address: string;
  readonly #rightsNow: () => UserRights;
  #holder: string | null = null;

  /** `rightsNow` finds out what the policy says by now. */
  constructor(asking: Asking, rightsNow: () => UserRights, address: string, viewed: string | null = null) {
    this.name = viewed ?? asking.name;
    this.viewer = viewed === null ? null : asking.name;
    this.via = asking.via;
    this.isReadOnly = asking.isReadOnly === true || viewed !== null;
    this.isReduced = asking.roles !== undefined && viewed === null;
    this.rights = rightsNow();
    this.#rightsNow = rightsNow;
    this.claims = asking.claims ?? null;
    this.#asking = asking;
    this.#address = address;
  }

  /** Asked for only by who needs it: a session whose end somebody waits for is looked after. */
  get ended(): AbortSignal | null {
    return this.#asking.ended;
  }

  /** Whether the policy still says of them what it said when they asked. */
  get hasSameRights(): boolean {
    const now = this.#rightsNow();
    return now === this.rights || gistOf(now) === gistOf(this.rights);
  }

  /** Whose share of the service's means a request takes: the user's, or the address's where nobody is logged in. */
  get holder(): string {
    const name = this.viewer ?? this.name;
    const isUser = this.via !== 'open' && name !== null;
    this.#holder ??= isUser ? `user ${name}` : `address ${networkOf(this.#address)}`;
    return this.#holder;
  }
}

/** All that decides what somebody may see, as text. */
function gistOf({ roles, attributes, policy }: UserRights): string {
  return JSON.stringify([roles, attributes, policy === null, roles.map((role) => policy?.roles?.[role])]);
}

export type Principal = Admitted;

/** The principal of a request, at once where nobody has to be waited for; a Problem says why there is none. */
export function admit(
  access: Access,
  credentials: Presented | null,
  address: string,
  directory: Directory = noDirectory,
  viewAs: string | null = null,
): Principal | Promise<Principal> {
  const looking = directory.look?.();
  if (looking !== undefined || viewAs !== null) {
    return admitLater(access, credentials, address, directory, viewAs, looking);
  }
  const asking = access.check(credentials, address);
  return asking instanceof Promise
    ? asking.then((found) => new Admitted(found, rightsBy(directory, found), address))
    : new Admitted(asking, rightsBy(directory, asking), address);
}

/**
 * The principal that `admit` is likely to find; null where that cannot be told. It may begin to read, and nobody is told
 * of what is read before `admit` has found one with the same rights.
 */
export function presume(
  access: Access,
  credentials: Presented | null,
  address: string,
  directory: Directory = noDirectory,
): Principal | null {
  const asking = access.presume(credentials);
  return asking === null ? null : new Admitted(asking, rightsBy(directory, asking), address);
}

/** What the policy says of somebody by now. */
function rightsBy(directory: Directory, asking: Asking): () => UserRights {
  return () => limitedTo(rightsOf(directory, asking), asking.roles);
}

async function admitLater(
  access: Access,
  credentials: Presented | null,
  address: string,
  directory: Directory,
  viewAs: string | null,
  looking: Promise<void> | undefined,
): Promise<Principal> {
  const check = async () => access.check(credentials, address);
  const [asking] = await Promise.all([check(), looking]);
  const rightsNow = rightsBy(directory, asking);
  if (viewAs === null) return new Admitted(asking, rightsNow, address);
  const rights = rightsNow();
  if (!isAdmin(rights)) {
    // Without a policy all see the same, unless the engine itself tells them apart, and nobody needs to be an admin.
    if (rights.policy === null) return new Admitted(asking, rightsNow, address);
    throw new Problem('forbidden', `Only users with the role ${adminRole} may look as others do.`);
  }
  const viewed = normalise(viewAs);
  const standIn = await access.standIn(viewed);
  if (standIn === null) throw new Problem('not-found', `There is no user called "${viewed}".`);
  return new Admitted(
    asking,
    () => (isAdmin(rightsNow()) ? rightsOf(directory, standIn) : rightsNow()),
    address,
    viewed,
  );
}

/**
 * The principal under whose rights something is read that a user has left behind; null where that user is gone.
 * `ending`: of what was left behind.
 */
export async function admitFor(
  access: Access,
  name: string | null,
  address: string,
  directory: Directory = noDirectory,
  ending: Ending | null = null,
): Promise<Principal | null> {
  const [standIn] = await Promise.all([access.standIn(name), directory.look?.()]);
  if (standIn === null) return null;
  const asking = ending === null ? standIn : endedWith(standIn, () => ending.signal);
  return new Admitted(asking, () => rightsOf(directory, asking), address);
}
