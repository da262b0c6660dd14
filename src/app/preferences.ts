// What the page keeps for a user, such as the theme and recent items: one JSON object, as the page sent it.
import { Problem } from '../contract/problem.ts';
import type { Principal } from '../identity/admit.ts';
import { insertIfAbsent, locked } from '../store/queries.ts';
import type { Store } from '../store/store.ts';
import { changedSince, type Precondition, preconditionRequired } from './saved/document.ts';

export interface Preferences {
  /** JSON. */
  readonly document: string;
  /** 0 if nothing has been stored yet. */
  readonly version: number;
}

const maxBytes = 64 * 1024;

export function tagOfPreferences({ version }: Pick<Preferences, 'version'>): string {
  return `"${version}"`;
}

export async function preferencesOf(store: Store, principal: Principal): Promise<Preferences> {
  const username = userOf(principal);
  const row = await store.read((db) =>
    db
      .selectFrom('preferences')
      .select(['document', 'version'])
      .where('username', '=', username)
      .executeTakeFirst(),
  );
  return row ?? { document: '{}', version: 0 };
}

/** Returns the stored preferences. Two pages of one user do not overwrite each other's changes. */
export async function keepPreferences(
  store: Store,
  principal: Principal,
  document: string,
  precondition: Precondition,
): Promise<Preferences> {
  const username = userOf(principal);
  if (Buffer.byteLength(document) > maxBytes) {
    throw new Problem('too-large', `Preferences may have ${maxBytes} bytes.`);
  }
  if (!precondition.isGiven) throw preconditionRequired();
  return store.write(async (trx) => {
    await insertIfAbsent(trx, 'preferences', { username, document: '{}', version: 0 });
    const query = trx.selectFrom('preferences').select('version').where('username', '=', username);
    const before = await locked(trx, query).executeTakeFirstOrThrow();
    if (!precondition.isMet(tagOfPreferences(before))) throw changedSince();
    const version = before.version + 1;
    await trx
      .updateTable('preferences')
      .set({ document, version })
      .where('username', '=', username)
      .execute();
    return { document, version };
  });
}

function userOf({ name, via }: Principal): string {
  if (name !== null && via === 'session') return name;
  throw new Problem('not-found', 'Preferences are kept for users who have logged in.');
}
