// The schema as last seen under the current policy, in the state store: what vanished before a restart stays denied
// after it.
import type { PolicyDocument } from '../../contract/policy.ts';
import type { PolicySource } from '../../identity/policy.ts';
import { insertIfAbsent } from '../../store/queries.ts';
import type { Store } from '../../store/store.ts';
import type { SchemaMemory, Sighting } from './vanished.ts';

/** The key of the only row: one policy is in force. */
const name = 'policy';

export class StoredSightings implements SchemaMemory {
  readonly #store: Store;
  readonly #source: PolicySource;
  readonly #warn: (message: string) => void;
  /**
   * What an earlier process has stored; applies only to this process's first policy, since later ones were saved by
   * then.
   */
  #previous: { readonly edition: string; readonly sighting: Sighting } | null;
  #text = '';
  #writing: Promise<void> = Promise.resolve();

  private constructor(
    store: Store,
    source: PolicySource,
    warn: (message: string) => void,
    left: { readonly edition: string; readonly sighting: Sighting } | null,
  ) {
    this.#store = store;
    this.#source = source;
    this.#warn = warn;
    this.#previous = left;
  }

  static async open(
    store: Store,
    source: PolicySource,
    warn: (message: string) => void,
  ): Promise<StoredSightings> {
    const row = await store.read((db) =>
      db
        .selectFrom('policy_sightings')
        .select(['edition', 'sighting'])
        .where('name', '=', name)
        .executeTakeFirst(),
    );
    // Written by this file.
    const left = row && { edition: row.edition, sighting: JSON.parse(row.sighting) as Sighting };
    return new StoredSightings(store, source, warn, left ?? null);
  }

  recall(policy: PolicyDocument): Sighting | null {
    // Temporary rights, made to find out what a user may do, say nothing about the stored policy.
    if (this.#source.current.document !== policy) return null;
    const left = this.#previous;
    this.#previous = null;
    return left?.edition === this.#source.edition ? left.sighting : null;
  }

  keep(policy: PolicyDocument, sighting: Sighting): void {
    if (this.#source.current.document !== policy) return;
    const { edition } = this.#source;
    const text = JSON.stringify(sighting);
    if (this.#text === edition + text) return;
    this.#text = edition + text;
    this.#writing = this.#writing.then(() => this.#write(edition, text));
  }

  /** Resolves when everything seen is written. */
  settled(): Promise<void> {
    return this.#writing;
  }

  async #write(edition: string, sighting: string): Promise<void> {
    try {
      await this.#store.write(async (trx) => {
        if (await insertIfAbsent(trx, 'policy_sightings', { name, edition, sighting })) return;
        await trx
          .updateTable('policy_sightings')
          .set({ edition, sighting })
          .where('name', '=', name)
          .execute();
      });
    } catch (error) {
      // The next reading of the schema tries again.
      this.#text = '';
      this.#warn(
        `what the policy knows of the schema could not be kept: ${error instanceof Error ? error.message : error}`,
      );
    }
  }
}
