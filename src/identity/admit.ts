// Identifies the caller: the only module that creates principals, and answering any request requires one.

import { Problem } from '../contract/problem.ts';
import { type Access, type Identity, withEnded } from './access.ts';
import type { Presented } from './credentials.ts';
import { networkOf } from './networks.ts';
import { normalise } from './passwords.ts';
import type { Revocation } from './revocations.ts';
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

/** Only the type is exported, so nothing outside this file can construct one. */
class AdmittedPrincipal implements Identity {
  readonly name: string | null;
  readonly via: Identity['via'];
  readonly isReadOnly: boolean;
  /** Whether the rights are fewer than the user's own: something made with all rights may be out of reach. */
  readonly isReduced: boolean;
  /** The admin who is viewing as another user; null for everybody else. */
  readonly viewer: string | null;
  /** The user's rights under the policy, if there is one. */
  readonly rights: UserRights;
  readonly claims: Claims | null;
  readonly #identity: Identity;
  readonly #address: string;
  readonly #rightsNow: () => UserRights;
  #holder: string | null = null;

  /** `rightsNow` looks up the rights under the current policy. */
  constructor(
    identity: Identity,
    rightsNow: () => UserRights,
    address: string,
    viewed: string | null = null,
  ) {
    this.name = viewed ?? identity.name;
    this.viewer = viewed === null ? null : identity.name;
    this.via = identity.via;
    this.isReadOnly = identity.isReadOnly === true || viewed !== null;
    this.isReduced = identity.roles !== undefined && viewed === null;
    this.rights = rightsNow();
    this.#rightsNow = rightsNow;
    this.claims = identity.claims ?? null;
    this.#identity = identity;
    this.#address = address;
  }

  /** Read it only if needed: a session with a listener on this signal is polled. */
  get ended(): AbortSignal | null {
    return this.#identity.ended;
  }

  /** Whether the user's rights are still what they were at the start of the request. */
  get hasSameRights(): boolean {
    const now = this.#rightsNow();
    return now === this.rights || rightsKey(now) === rightsKey(this.rights);
  }

  /** Whose quota a request counts against: the user's, or the address's without a login. */
  get holder(): string {
    const name = this.viewer ?? this.name;
    const isUser = this.via !== 'open' && name !== null;
    this.#holder ??= isUser ? `user ${name}` : `address ${networkOf(this.#address)}`;
    return this.#holder;
  }
}

/** Everything that decides what a user may see, as text. */
function rightsKey({ roles, attributes, policy }: UserRights): string {
  return JSON.stringify([roles, attributes, policy === null, roles.map((role) => policy?.roles?.[role])]);
}

export type Principal = AdmittedPrincipal;

/**
 * Authenticates a request, synchronously if nothing has to be awaited; throws a Problem if the caller may not enter.
 */
export function admit(
  access: Access,
  credentials: Presented | null,
  address: string,
  directory: Directory = noDirectory,
  viewAs: string | null = null,
): Principal | Promise<Principal> {
  const looking = directory.refresh?.();
  if (looking !== undefined || viewAs !== null) {
    return admitLater(access, credentials, address, directory, viewAs, looking);
  }
  const identity = access.check(credentials, address);
  return identity instanceof Promise
    ? identity.then((found) => new AdmittedPrincipal(found, rightsBy(directory, found), address))
    : new AdmittedPrincipal(identity, rightsBy(directory, identity), address);
}

/**
 * The principal that `admit` will probably return; null if that is unknown. It may start reads, whose results must stay
 * unsent until `admit` has returned one with the same rights.
 */
export function presume(
  access: Access,
  credentials: Presented | null,
  address: string,
  directory: Directory = noDirectory,
): Principal | null {
  const identity = access.presume(credentials);
  return identity === null ? null : new AdmittedPrincipal(identity, rightsBy(directory, identity), address);
}

/** Looks up the rights under the current policy. */
function rightsBy(directory: Directory, identity: Identity): () => UserRights {
  return () => limitedTo(rightsOf(directory, identity), identity.roles);
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
  const [identity] = await Promise.all([check(), looking]);
  const rightsNow = rightsBy(directory, identity);
  if (viewAs === null) return new AdmittedPrincipal(identity, rightsNow, address);
  const rights = rightsNow();
  if (!isAdmin(rights)) {
    // Without a policy everybody has the same rights, unless the engine distinguishes users itself, so no admin is
    // needed.
    if (rights.policy === null) return new AdmittedPrincipal(identity, rightsNow, address);
    throw new Problem('forbidden', `Only users with the role ${adminRole} may look as others do.`);
  }
  const viewed = normalise(viewAs);
  const standIn = await access.identityOf(viewed);
  if (standIn === null) throw new Problem('not-found', `There is no user called "${viewed}".`);
  return new AdmittedPrincipal(
    identity,
    () => (isAdmin(rightsNow()) ? rightsOf(directory, standIn) : rightsNow()),
    address,
    viewed,
  );
}

/**
 * The principal for reading something that an absent user left behind; null if that user is gone. `ending`: the end of
 * that thing.
 */
export async function admitFor(
  access: Access,
  name: string | null,
  address: string,
  directory: Directory = noDirectory,
  revocation: Revocation | null = null,
): Promise<Principal | null> {
  const [standIn] = await Promise.all([access.identityOf(name), directory.refresh?.()]);
  if (standIn === null) return null;
  const identity = revocation === null ? standIn : withEnded(standIn, () => revocation.signal);
  return new AdmittedPrincipal(identity, () => rightsOf(directory, identity), address);
}
