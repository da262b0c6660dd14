// The replication position of the primary after each user's last change. Until a replica has reached it, the user reads
// on the primary. Kept in the state store, so that it applies on every instance.
import { createHash } from 'node:crypto';
import type { HostProbe, ReadPreference } from '../dialects/dialect.ts';
import { insertIfAbsent, locked } from '../store/queries.ts';
import type { RowOf, Store } from '../store/store.ts';

export interface LastWrite {
  readonly position: string | null;
  /** The position is unknown, so only the primary certainly has the change. */
  readonly isOnPrimaryOnly: boolean;
}

/** Where a user with this last change reads. */
export function readPreferenceFor(from: ReadPreference['from'], written: LastWrite | null): ReadPreference {
  if (written?.isOnPrimaryOnly === true) return { from: 'primary', since: null };
  return { from, since: written?.position ?? null };
}

const unknown: LastWrite = { position: null, isOnPrimaryOnly: true };

export class LastWrites {
  readonly #store: Store;
  readonly #includes: HostProbe['includes'];
  /** Changes that could not be written to the store. */
  readonly #unsaved = new Map<string, LastWrite>();

  constructor(store: Store, { includes }: Pick<HostProbe, 'includes'>) {
    this.#store = store;
    this.#includes = includes;
  }

  /** Users without a name count as one writer. */
  async note(user: string | null, position: string | null): Promise<void> {
    const writer = writerOf(user);
    this.#unsaved.set(writer, writeOf(position));
    try {
      await this.#store.write(async (trx) => {
        if (await insertIfAbsent(trx, 'last_writes', { writer, position })) return;
        const row = trx.selectFrom('last_writes').select('position').where('writer', '=', writer);
        const { position: known } = await locked(trx, row).executeTakeFirstOrThrow();
        // Another instance may have noted a later change already.
        if (known !== null && position !== null && this.#includes(known, position)) return;
        await trx.updateTable('last_writes').set({ position }).where('writer', '=', writer).execute();
      });
      this.#unsaved.delete(writer);
    } catch {
      // The change itself is committed. This process remembers it until the store can be written.
    }
  }

  /** Null if the user has changed nothing. If the store is unavailable, they read on the primary. */
  of(user: string | null): LastWrite | null | Promise<LastWrite | null> {
    const writer = writerOf(user);
    const untold = this.#unsaved.get(writer);
    if (untold !== undefined) return untold;
    try {
      const row = this.#store.row('last_writes', writer);
      return row instanceof Promise ? row.then(found, () => unknown) : found(row);
    } catch {
      return unknown;
    }
  }
}

function found(row: RowOf<'last_writes'>): LastWrite | null {
  return row === undefined ? null : writeOf(row.position);
}

function writeOf(position: string | null): LastWrite {
  return position === null ? unknown : { position, isOnPrimaryOnly: false };
}

/** Hashed: a name may be longer than a key. */
function writerOf(user: string | null): string {
  return user === null ? '' : createHash('sha256').update(user).digest('base64url');
}
