// Aborts what is under way for a user when the policy changes their rights.
import { Problem } from '../../contract/problem.ts';
import type { Principal } from '../../identity/admit.ts';
import type { Ending, Endings } from '../../identity/endings.ts';
import { type Directory, noDirectory, type UserRights } from '../../identity/rights.ts';

/** The cache of one set of rights is cleared at this number of users. */
const mostPeople = 1_000;

export class RightsEnds {
  readonly #directory: Directory;
  readonly #endings: Endings;
  /** By rights, then by user name. */
  readonly #known = new WeakMap<UserRights, Map<string, Ending>>();

  constructor(directory: Directory, endings: Endings) {
    this.#directory = directory;
    this.#endings = endings;
  }

  /** Null if rights cannot change. */
  of(principal: Principal): Ending | null {
    if (this.#directory === noDirectory) return null;
    const { via, name, viewer, claims, rights } = principal;
    // Otherwise the rights also depend on another user's policy, the provider's claims or the token's limits.
    const goesByName = via === 'session' && viewer === null && claims === null;
    if (!goesByName || name === null) return this.#made(principal);
    const people = this.#known.get(rights) ?? new Map<string, Ending>();
    this.#known.set(rights, people);
    let ending = people.get(name);
    if (ending === undefined || ending.hasCome) {
      if (people.size >= mostPeople) people.clear();
      ending = this.#made(principal);
      people.set(name, ending);
    }
    return ending;
  }

  #made(principal: Principal): Ending {
    return this.#endings.ending(async (own) => {
      await this.#directory.look?.();
      if (!principal.hasSameRights) {
        own.end(new Problem('forbidden', 'The policy has changed meanwhile: ask again.'));
      }
    });
  }
}
