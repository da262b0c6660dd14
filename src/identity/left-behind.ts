// What asks in somebody's name when they are not there, tokens and links: it ends with them for good, since whoever has
// the name later may be somebody else.
import type { Transaction } from 'kysely';
import type { Store } from '../store/store.ts';
import type { StoreTables } from '../store/tables.ts';

export async function endLeftBehind(
  trx: Transaction<StoreTables>,
  usernames: readonly string[],
): Promise<void> {
  if (usernames.length === 0) return;
  await trx.deleteFrom('tokens').where('username', 'in', usernames).execute();
  await trx.deleteFrom('links').where('maker', 'in', usernames).execute();
}

/** The users who have left any behind. */
export async function leavers(store: Store): Promise<string[]> {
  const [owners, makers] = await store.read((db) =>
    Promise.all([
      db.selectFrom('tokens').select('username as name').distinct().execute(),
      db.selectFrom('links').select('maker as name').distinct().execute(),
    ]),
  );
  return [...new Set([...owners, ...makers].flatMap(({ name }) => name ?? []))];
}

/**
 * A name of the users file belongs to nobody else: whoever signed on with it before is forgotten, with what they have left
 * behind and their sessions.
 */
export async function forgetSignedOn(store: Store, inFile: readonly string[]): Promise<void> {
  const names = new Set(inFile);
  const known = await store.read((db) =>
    db.selectFrom('signed_on').select('username').where('seen_at', '>', 0).execute(),
  );
  const taken = known.map(({ username }) => username).filter((name) => names.has(name));
  // A store that keeps nothing yet is not made for this.
  if (taken.length === 0) return;
  await store.write(async (trx) => {
    await endLeftBehind(trx, taken);
    await trx.deleteFrom('sessions').where('username', 'in', taken).where('claims', 'is not', null).execute();
    // They stay known as somebody who came long ago.
    await trx.updateTable('signed_on').set({ seen_at: 0 }).where('username', 'in', taken).execute();
  });
}
