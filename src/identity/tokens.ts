// Tokens with which programs act for a user. Shown once and stored as a digest.
import { Problem } from '../contract/problem.ts';
import type { Token } from '../contract/tokens.ts';
import type { Store } from '../store/store.ts';
import { removeOwned } from './owned-objects.ts';
import { type Revocation, Revocations } from './revocations.ts';
import { isPossibleId, newId, newSecret, secretDigest } from './secrets.ts';

/** Distinguishes tokens from other secrets that people paste. */
const prefix = 'joinery_';

/** Whether the token was made by Joinery. */
export function isOwnToken(token: string): boolean {
  return token.startsWith(prefix);
}

/** The last use is recorded at most this often. */
const noteEveryMs = 60_000;

export interface LiveToken {
  readonly username: string;
  /** Null for all the user's roles. */
  readonly roles: readonly string[] | null;
  readonly isReadOnly: boolean;
  /** Aborts when the token ends, here or in another process: its work must stop. */
  readonly ended: AbortSignal;
}

export interface TokenDraft {
  readonly name: string;
  readonly roles: readonly string[] | null;
  readonly isReadOnly: boolean;
  readonly expires: string;
  readonly endsAt: number;
}

type UserExists = (username: string) => Promise<boolean>;

export class Tokens {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #revocations = new Revocations();
  /** The endings of tokens in use here, by id. */
  readonly #known = new Map<string, Revocation>();

  constructor(store: Store, now: () => number = Date.now) {
    this.#store = store;
    this.#now = now;
  }

  async create(
    username: string,
    { name, roles, isReadOnly, expires, endsAt }: TokenDraft,
  ): Promise<{ readonly id: string; readonly token: string }> {
    const id = newId();
    const token = prefix + newSecret();
    const now = this.#now();
    await this.#store.write(async (trx) => {
      // Expired tokens are of no use.
      await trx.deleteFrom('tokens').where('username', '=', username).where('ends_at', '<=', now).execute();
      await trx
        .insertInto('tokens')
        .values({
          digest: secretDigest(token),
          id,
          username,
          name,
          roles: roles === null ? null : JSON.stringify(roles),
          read_only: isReadOnly ? 1 : 0,
          expires,
          ends_at: endsAt,
          created_at: now,
          used_at: null,
        })
        .execute();
    });
    return { id, token };
  }

  /**
   * The token if it is live, otherwise null. `userExists`: whether the user still exists; the token's work stops with its
   * user.
   */
  async use(token: string, userExists: UserExists): Promise<LiveToken | null> {
    if (!isOwnToken(token)) return null;
    const digest = secretDigest(token);
    const row = await this.#store.row('tokens', digest);
    const now = this.#now();
    if (row === undefined || row.ends_at <= now) return null;
    if (row.used_at === null || now - row.used_at >= noteEveryMs) await this.#note(digest, now);
    const revocation = this.#known.get(row.id) ?? this.#revocationOf(row.id, digest, userExists);
    return {
      username: row.username,
      roles: row.roles === null ? null : rolesIn(row.roles),
      isReadOnly: row.read_only === 1,
      get ended() {
        return revocation.signal;
      },
    };
  }

  #revocationOf(id: string, digest: string, userExists: UserExists): Revocation {
    const revocation = this.#revocations.create(async () => {
      const row = await this.#store.row('tokens', digest);
      const isLive = row !== undefined && row.ends_at > this.#now() && (await userExists(row.username));
      if (!isLive) this.#forget(id);
    });
    this.#known.set(id, revocation);
    return revocation;
  }

  #forget(id: string): void {
    this.#known.get(id)?.revoke(new Problem('not-authenticated', 'The token has ended: make another one.'));
    this.#known.delete(id);
  }

  /** A user's live tokens, newest first; `all`: the roles to show for a token with all roles. */
  async list(username: string, all: readonly string[]): Promise<Token[]> {
    const rows = await this.#store.read((db) =>
      db
        .selectFrom('tokens')
        .selectAll()
        .where('username', '=', username)
        .where('ends_at', '>', this.#now())
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    );
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      roles: row.roles === null ? [...all] : rolesIn(row.roles),
      read_only: row.read_only === 1,
      expires: row.expires,
      last_use: row.used_at === null ? null : new Date(row.used_at).toISOString(),
    }));
  }

  /** Ends the tokens of removed users, with everything else they left behind. */
  async endThoseOf(usernames: readonly string[]): Promise<void> {
    if (usernames.length === 0) return;
    await this.#store.write((trx) => removeOwned(trx, usernames));
  }

  /** The token is dead once this is answered. */
  async remove(username: string, id: string): Promise<void> {
    if (!isPossibleId(id)) throw noToken();
    const removed = await this.#store.write((trx) =>
      trx.deleteFrom('tokens').where('id', '=', id).where('username', '=', username).executeTakeFirst(),
    );
    if (Number(removed.numDeletedRows) === 0) throw noToken();
    this.#forget(id);
  }

  async #note(digest: string, now: number): Promise<void> {
    await this.#store.write((trx) =>
      trx.updateTable('tokens').set({ used_at: now }).where('digest', '=', digest).execute(),
    );
  }
}

function noToken(): Problem {
  return new Problem('not-found', 'There is no such token.');
}

function rolesIn(text: string): string[] {
  const roles: unknown = JSON.parse(text);
  return Array.isArray(roles) ? roles.map(String) : [];
}
