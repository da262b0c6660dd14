// The versions of the policy in the state store, and the step from one to the next.

import { insertIfAbsent, locked } from '../store/queries.ts';
import type { Store } from '../store/store.ts';
import type { PolicyDraft, PolicyVersionHead, PolicyVersions, StoredPolicy } from './policy.ts';

/** The key of the single policy's row. */
const head = 'policy';

const columns = ['version', 'note', 'author', 'updated_at as updatedAt'] as const;

export class PolicyTable implements PolicyVersions {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** The current version, 0 for none. Synchronous if the store is a file. */
  currentVersion(): number | Promise<number> {
    const row = this.#store.row('policy_heads', head);
    return row instanceof Promise ? row.then((found) => found?.version ?? 0) : (row?.version ?? 0);
  }

  async version(number: number): Promise<StoredPolicy | null> {
    const row = await this.#store.read((db) =>
      db
        .selectFrom('policy_versions')
        .select([...columns, 'document'])
        .where('version', '=', number)
        .executeTakeFirst(),
    );
    return row ?? null;
  }

  versions(limit: number, before: number | null): Promise<readonly PolicyVersionHead[]> {
    return this.#store.read((db) =>
      db
        .selectFrom('policy_versions')
        .select([...columns])
        .$if(before !== null, (query) => query.where('version', '<', before ?? 0))
        .orderBy('version', 'desc')
        .limit(limit)
        .execute(),
    );
  }

  put({ document, note, author }: PolicyDraft, check: (version: number) => void): Promise<StoredPolicy> {
    return this.#store.write(async (trx) => {
      await insertIfAbsent(trx, 'policy_heads', { name: head, version: 0 });
      const query = trx.selectFrom('policy_heads').select('version').where('name', '=', head);
      const before = await locked(trx, query).executeTakeFirstOrThrow();
      check(before.version);
      const version = before.version + 1;
      const updatedAt = Date.now();
      await trx
        .insertInto('policy_versions')
        .values({ version, document, note, author, updated_at: updatedAt })
        .execute();
      await trx.updateTable('policy_heads').set({ version }).where('name', '=', head).execute();
      return { version, document, note, author, updatedAt };
    });
  }
}
