// Ends the tokens and links of removed users for good: a later user of the same name may be another person.
import type { Transaction } from 'kysely';
import type { Store } from '../store/store.ts';
import type { StoreTables } from '../store/tables.ts';

export async function removeOwned(
  trx: Transaction<StoreTables>,
  usernames: readonly string[],
): Promise<void> {
  if (usernames.length === 0) return;
  await trx.deleteFrom('tokens').where('username', 'in', usernames).execute();
  await trx.deleteFrom('links').where('maker', 'in', usernames).execute();
}

/** The users who own tokens or links. */
export async function usersWithObjects(store: Store): Promise<string[]> {
  const [owners, makers] = await store.read((db) =>
    Promise.all([
      db.selectFrom('tokens').select('username as name').distinct().execute(),
      db.selectFrom('links').select('maker as name').distinct().execute(),
    ]),
  );
  return [...new Set([...owners, ...makers].flatMap(({ name }) => name ?? []))];
}

/**
 * The users file owns its names: a user who signed on under one before is forgotten, with their sessions, tokens and
 * links.
 */
export async function forgetSignedOn(store: Store, inFile: readonly string[]): Promise<void> {
  const names = new Set(inFile);
  const known = await store.read((db) =>
    db.selectFrom('signed_on').select('username').where('seen_at', '>', 0).execute(),
  );
  const taken = known.map(({ username }) => username).filter((name) => names.has(name));
  // Do not create an unused store for this.
  if (taken.length === 0) return;
  await store.write(async (trx) => {
    await removeOwned(trx, taken);
    await trx.deleteFrom('sessions').where('username', 'in', taken).where('claims', 'is not', null).execute();
    // Keep the row, dated long ago.
    await trx.updateTable('signed_on').set({ seen_at: 0 }).where('username', 'in', taken).execute();
  });
}
