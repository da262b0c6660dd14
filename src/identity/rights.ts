// A user's rights: from the policy, plus the identity provider's claims, limited by the token.
import type { PolicyDocument, UserAttributes } from '../contract/policy.ts';
import type { Claims } from './sign-on/claims.ts';

/** A user's rights under the policy. The same object as long as they stay the same. */
export interface UserRights {
  readonly roles: readonly string[];
  readonly attributes: UserAttributes;
  /** The policy they come from; null if there is none. */
  readonly policy: PolicyDocument | null;
}

/** Looks up rights; the name is null for anonymous callers. */
export interface Directory {
  rightsOf(name: string | null): UserRights;
  /** Refreshes the directory before a request; absent if it is always current. */
  refresh?(): Promise<void> | undefined;
}

const noRights: UserRights = { roles: [], attributes: {}, policy: null };

/** Nobody has a role, since there is no policy. */
export const noDirectory: Directory = { rightsOf: () => noRights };

/** The role that manages the service; it needs no rights on entities. */
export const adminRole = 'admin';

export function isAdmin({ roles }: UserRights): boolean {
  return roles.includes(adminRole);
}

/** The cache for one set of rights is cleared at this number of entries. */
const maxDerived = 1_000;

/** Caches rights derived from other rights: the same object for the same reason while the policy stays. */
class DerivedRights<Reason extends object> {
  readonly #known = new WeakMap<UserRights, Map<string, UserRights>>();
  /** A session or token passes the same object with every request. */
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
    if (known.size >= maxDerived) known.clear();
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

/** Merges the policy's and the identity provider's rights; if both define an attribute, the policy's wins. */
export function rightsOf(
  directory: Directory,
  { name, claims = null }: { readonly name: string | null; readonly claims?: Claims | null },
): UserRights {
  const rights = directory.rightsOf(name);
  return claims === null ? rights : withClaims.of(rights, claims);
}

/** Keeps only these roles; undefined keeps all. */
export function limitedTo(rights: UserRights, roles: readonly string[] | undefined): UserRights {
  return roles === undefined ? rights : withRoles.of(rights, roles);
}
