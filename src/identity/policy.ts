// The policy as it stands: what it says, what it says about each user, and where it is kept.
import type { PolicyDocument } from '../contract/policy.ts';
import { normalise } from './passwords.ts';
import { adminRole, type Directory, type UserRights } from './rights.ts';

export class Policy implements Directory {
  /** Null where there is none: everybody may see everything. */
  readonly document: PolicyDocument | null;
  readonly #users: ReadonlyMap<string, UserRights>;
  /** Those whom it does not name. */
  readonly #stranger: UserRights;

  /** `admins` have the role of that name, whatever the document says. */
  constructor(document: PolicyDocument | null, admins: readonly string[] = []) {
    this.document = document;
    this.#stranger = { roles: [], attributes: {}, policy: document };
    const users = new Map(
      Object.entries(document?.users ?? {}).map(([name, { roles = [], attributes = {} }]) => [
        normalise(name),
        { roles: [...new Set(roles)], attributes, policy: document },
      ]),
    );
    for (const name of admins.map(normalise)) {
      const rights = users.get(name) ?? this.#stranger;
      users.set(name, { ...rights, roles: [...new Set([...rights.roles, adminRole])] });
    }
    this.#users = users;
  }

  rightsOf(name: string | null): UserRights {
    return (name === null ? undefined : this.#users.get(name)) ?? this.#stranger;
  }

  /** The users whom it names. */
  get names(): readonly string[] {
    return [...this.#users.keys()];
  }
}

/** One version of the policy. */
export interface KeptPolicy {
  /** 0 where there is none yet; null where it stands in a file. */
  readonly version: number | null;
  readonly note: string | null;
  readonly author: string | null;
  readonly updatedAt: number | null;
  /** JSON. */
  readonly document: string;
}

export type PolicyVersionHead = Omit<KeptPolicy, 'document'>;

export interface PolicyDraft {
  /** JSON. */
  readonly document: string;
  readonly note: string | null;
  readonly author: string | null;
}

/** Where the versions of the policy are kept by the service itself. */
export interface PolicyVersions {
  version(number: number): Promise<KeptPolicy | null>;
  /** The newest first, those before a number. */
  versions(limit: number, before: number | null): Promise<readonly PolicyVersionHead[]>;
  /** `check` throws where the version in force is not the one that is to be replaced. */
  put(draft: PolicyDraft, check: (version: number) => void): Promise<KeptPolicy>;
}

/** Where the policy of the moment is found. */
export interface PolicySource extends Directory {
  /** The file that people change; null where the service keeps the policy. */
  readonly file: string | null;
  readonly current: Policy;
  /** Another one whenever it was saved with other words. */
  readonly edition: string;
  /** Null where there is nothing but a file. */
  readonly versions: PolicyVersions | null;
  kept(): Promise<KeptPolicy>;
  /** What would hold if this were the policy. */
  with(document: PolicyDocument): Policy;
}
