// The policy kept by the service itself. Every request checks which version is current, so a change applies in every
// process as soon as it is answered.
import type { PolicyDocument } from '../contract/policy.ts';
import { parsePolicyJson, readPolicyDocument } from '../contract/read-policy.ts';
import type { Store } from '../store/store.ts';
import { Policy, type PolicySource, type StoredPolicy } from './policy.ts';
import { PolicyTable } from './policy-table.ts';
import type { UserRights } from './rights.ts';

const none: StoredPolicy = { version: 0, note: null, author: null, updatedAt: null, document: '{}' };

export class PolicyStore implements PolicySource {
  readonly file = null;
  readonly versions: PolicyTable;
  readonly #admins: readonly string[];
  readonly #warn: (message: string) => void;
  #version = 0;
  #policy: Policy;
  /** By version: concurrent requests for the same version share one load. */
  readonly #loading = new Map<number, Promise<void>>();

  private constructor(store: Store, admins: readonly string[], warn: (message: string) => void) {
    this.versions = new PolicyTable(store);
    this.#admins = admins;
    this.#warn = warn;
    this.#policy = new Policy(null, admins);
  }

  static async open(
    store: Store,
    admins: readonly string[],
    warn: (message: string) => void,
  ): Promise<PolicyStore> {
    const opened = new PolicyStore(store, admins, warn);
    await opened.refresh();
    return opened;
  }

  get current(): Policy {
    return this.#policy;
  }

  get edition(): string {
    return `version ${this.#version}`;
  }

  refresh(): Promise<void> | undefined {
    const version = this.versions.currentVersion();
    if (version instanceof Promise) return version.then((now) => this.#take(now));
    return this.#take(version);
  }

  rightsOf(name: string | null): UserRights {
    return this.#policy.rightsOf(name);
  }

  with(document: PolicyDocument): Policy {
    return new Policy(document, this.#admins);
  }

  async stored(): Promise<StoredPolicy> {
    return (await this.versions.version(await this.versions.currentVersion())) ?? none;
  }

  #take(version: number): Promise<void> | undefined {
    if (version === this.#version) return undefined;
    const known = this.#loading.get(version);
    if (known !== undefined) return known;
    const loading = this.#load(version).finally(() => this.#loading.delete(version));
    this.#loading.set(version, loading);
    return loading;
  }

  async #load(version: number): Promise<void> {
    const kept = await this.versions.version(version);
    const policy = kept === null ? new Policy(null, this.#admins) : this.with(this.#read(kept));
    // A slow load must not overwrite a later one.
    if (version < this.#version && (await this.versions.currentVersion()) !== version) return;
    this.#policy = policy;
    this.#version = version;
  }

  /** An unreadable policy grants nothing. */
  #read({ version, document }: StoredPolicy): PolicyDocument {
    const { policy } = readPolicyDocument(parsePolicyJson(document));
    if (policy !== null) return policy;
    this.#warn(
      `version ${version} of the policy cannot be read by this version of the service: it grants nothing`,
    );
    return {};
  }
}
