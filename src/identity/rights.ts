// What somebody may do: what the policy says of them, what the identity provider adds, and what a token leaves of it.
import type { PolicyDocument, UserAttributes } from '../contract/policy.ts';
import type { Claims } from './sign-on/claims.ts';

/** What the policy says about somebody. The same object as long as it says the same. */
export interface UserRights {
  readonly roles: readonly string[];
  readonly attributes: UserAttributes;
  /** Which policy says so; null where there is none. */
  readonly policy: PolicyDocument | null;
}

/** Where it is found; null stands for those who have no name. */
export interface Directory {
  rightsOf(name: string | null): UserRights;
  /** Finds out what is true now, before it is asked for a request; absent where it always knows. */
  look?(): Promise<void> | undefined;
}

const noRights: UserRights = { roles: [], attributes: {}, policy: null };

/** Nobody has a role: there is no policy. */
export const noDirectory: Directory = { rightsOf: () => noRights };

/** The role that manages the service; it needs no rights on entities. */
export const adminRole = 'admin';

export function isAdmin({ roles }: UserRights): boolean {
  return roles.includes(adminRole);
}

/** Beyond this number of them, those that follow from the same rights are made again. */
const mostDerived = 1_000;

/** Rights that follow from others: the same object for the same reason, as long as the policy stays. */
class DerivedRights<Reason extends object> {
  readonly #known = new WeakMap<UserRights, Map<string, UserRights>>();
  /** A session or token gives the same object with every request. */
  readonly #keys = new WeakMap<Reason, string>();
  readonly #derive: (rights: UserRights, reason: Reason) => UserRights;

  constructor(derive: (rights: UserRights, reason: Reason) => UserRights) {
    this.#derive = derive;
  }

  of(rights: UserRights, reason: Reason): UserRights {
    const known = this.#known.get(rights) ?? new Map<string, UserRights>();
    this.#known.set(rights, known);
    const key = this.#keys.get(reason) ?? JSON.stringify(reason);
    this.#keys.set(reason, key);
    const before = known.get(key);
    if (before !== undefined) return before;
    if (known.size >= mostDerived) known.clear();
    const derived = this.#derive(rights, reason);
    known.set(key, derived);
    return derived;
  }
}

const withClaims = new DerivedRights<Claims>((rights, claims) => ({
  ...rights,
  roles: [...new Set([...rights.roles, ...claims.roles])],
  attributes: { ...claims.attributes, ...rights.attributes },
}));

const withRoles = new DerivedRights<readonly string[]>((rights, left) => ({
  ...rights,
  roles: rights.roles.filter((role) => left.includes(role)),
}));

/** What the policy and the identity provider say together; where both know an attribute, the policy's counts. */
export function rightsOf(
  directory: Directory,
  { name, claims = null }: { readonly name: string | null; readonly claims?: Claims | null },
): UserRights {
  const rights = directory.rightsOf(name);
  return claims === null ? rights : withClaims.of(rights, claims);
}

/** Only these of the roles; all where nothing is said. */
export function limitedTo(rights: UserRights, roles: readonly string[] | undefined): UserRights {
  return roles === undefined ? rights : withRoles.of(rights, roles);
}
