// The current policy: its text, each user's rights, and where it is kept.
import type { PolicyDocument } from '../contract/policy.ts';
import { normalise } from './passwords.ts';
import { adminRole, type Directory, type UserRights } from './rights.ts';

export class Policy implements Directory {
  /** Null if there is none: everybody may see everything. */
  readonly document: PolicyDocument | null;
  readonly #users: ReadonlyMap<string, UserRights>;
  /** The rights of users it does not name. */
  readonly #unknownUserRights: UserRights;

  /** `admins` have the admin role, whatever the document says. */
  constructor(document: PolicyDocument | null, admins: readonly string[] = []) {
    this.document = document;
    this.#unknownUserRights = { roles: [], attributes: {}, policy: document };
    const users = new Map(
      Object.entries(document?.users ?? {}).map(([name, { roles = [], attributes = {} }]) => [
        normalise(name),
        { roles: [...new Set(roles)], attributes, policy: document },
      ]),
    );
    for (const name of admins.map(normalise)) {
      const rights = users.get(name) ?? this.#unknownUserRights;
      users.set(name, { ...rights, roles: [...new Set([...rights.roles, adminRole])] });
    }
    this.#users = users;
  }

  rightsOf(name: string | null): UserRights {
    return (name === null ? undefined : this.#users.get(name)) ?? this.#unknownUserRights;
  }

  /** The users it names. */
  get names(): readonly string[] {
    return [...this.#users.keys()];
  }
}

/** One version of the policy. */
export interface StoredPolicy {
  /** 0 if there is none yet; null if it is in a file. */
  readonly version: number | null;
  readonly note: string | null;
  readonly author: string | null;
  readonly updatedAt: number | null;
  /** JSON. */
  readonly document: string;
}

export type PolicyVersionHead = Omit<StoredPolicy, 'document'>;

export interface PolicyDraft {
  /** JSON. */
  readonly document: string;
  readonly note: string | null;
  readonly author: string | null;
}

/** The versions of a policy that the service keeps itself. */
export interface PolicyVersions {
  version(number: number): Promise<StoredPolicy | null>;
  /** Newest first, below the number `before`. */
  versions(limit: number, before: number | null): Promise<readonly PolicyVersionHead[]>;
  /** `check` throws if the current version is not the one to be replaced. */
  put(draft: PolicyDraft, check: (version: number) => void): Promise<StoredPolicy>;
}

/** Where the current policy comes from. */
export interface PolicySource extends Directory {
  /** The file that people edit; null if the service keeps the policy. */
  readonly file: string | null;
  readonly current: Policy;
  /** Changes whenever the text changes. */
  readonly edition: string;
  /** Null if the policy is a file. */
  readonly versions: PolicyVersions | null;
  stored(): Promise<StoredPolicy>;
  /** The effective policy if this document were in force. */
  with(document: PolicyDocument): Policy;
}
