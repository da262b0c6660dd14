// Aborts what is under way for a user when the policy changes their rights.
import { Problem } from '../../contract/problem.ts';
import type { Principal } from '../../identity/admit.ts';
import type { Revocation, Revocations } from '../../identity/revocations.ts';
import { type Directory, noDirectory, type UserRights } from '../../identity/rights.ts';

/** The cache of one set of rights is cleared at this number of users. */
const maxUsers = 1_000;

export class RightsRevocations {
  readonly #directory: Directory;
  readonly #revocations: Revocations;
  /** By rights, then by user name. */
  readonly #known = new WeakMap<UserRights, Map<string, Revocation>>();

  constructor(directory: Directory, revocations: Revocations) {
    this.#directory = directory;
    this.#revocations = revocations;
  }

  /** Null if rights cannot change. */
  of(principal: Principal): Revocation | null {
    if (this.#directory === noDirectory) return null;
    const { via, name, viewer, claims, rights } = principal;
    // Otherwise the rights also depend on another user's policy, the provider's claims or the token's limits.
    const goesByName = via === 'session' && viewer === null && claims === null;
    if (!goesByName || name === null) return this.#create(principal);
    const people = this.#known.get(rights) ?? new Map<string, Revocation>();
    this.#known.set(rights, people);
    let revocation = people.get(name);
    if (revocation === undefined || revocation.isRevoked) {
      if (people.size >= maxUsers) people.clear();
      revocation = this.#create(principal);
      people.set(name, revocation);
    }
    return revocation;
  }

  #create(principal: Principal): Revocation {
    return this.#revocations.create(async (own) => {
      await this.#directory.refresh?.();
      if (!principal.hasSameRights) {
        own.revoke(new Problem('forbidden', 'The policy has changed meanwhile: ask again.'));
      }
    });
  }
}
