// The policy as it stands: what it says, and what it says about each user.
import type { PolicyDocument } from '../contract/policy.ts';
import type { Directory, UserRights } from './admit.ts';
import { normalise } from './passwords.ts';

export class Policy implements Directory {
  readonly document: PolicyDocument;
  readonly #users: ReadonlyMap<string, UserRights>;
  /** Those whom it does not name. */
  readonly #stranger: UserRights;

  constructor(document: PolicyDocument) {
    this.document = document;
    this.#stranger = { roles: [], attributes: {}, policy: document };
    this.#users = new Map(
      Object.entries(document.users ?? {}).map(([name, { roles = [], attributes = {} }]) => [
        normalise(name),
        { roles: [...new Set(roles)], attributes, policy: document },
      ]),
    );
  }

  rightsOf(name: string | null): UserRights {
    return (name === null ? undefined : this.#users.get(name)) ?? this.#stranger;
  }
}

/** Where the policy of the moment is found. */
export interface PolicySource {
  readonly current: Policy;
}
