// Links: addresses for reading a saved query's rows without a login, under the rights of their maker.
import type { ParameterValue } from '../../contract/grid.ts';
import { parseExact, pointerTo, writeExact } from '../../contract/json.ts';
import { Problem } from '../../contract/problem.ts';
import { isPossibleId, newId, newSecret, secretDigest } from '../../identity/secrets.ts';
import type { Store } from '../../store/store.ts';
import type { Reader } from './audience.ts';
import type { StoredDocument } from './document.ts';
import { documentOfRow, documentRows } from './document-rows.ts';

type Arguments = Readonly<Record<string, ParameterValue>>;

type ArgumentNames = Readonly<Record<string, readonly string[]>>;

/** By query slug, the query's version. */
type Versions = Readonly<Record<string, string>>;

/** A link as its maker sees it. The secret at the end of its address is shown once and not stored. */
export interface Link {
  readonly id: string;
  readonly expires: string;
  readonly arguments: Arguments;
  readonly createdAt: number;
}

/** The link to make. */
export interface LinkDraft {
  readonly expires: string;
  readonly endsAt: number;
  readonly arguments: Arguments;
  /** The values that each query takes, by slug. */
  readonly taken: ArgumentNames;
  /** The versions of queries owned by other users. */
  readonly versions: Versions;
}

/** What a link leads to. */
export interface LinkTarget {
  readonly stored: StoredDocument;
  readonly kind: string;
  readonly maker: string | null;
  readonly arguments: Arguments;
  readonly taken: ArgumentNames;
  readonly versions: Versions;
}

export class Links {
  readonly #store: Store;
  readonly #now: () => number;

  constructor(store: Store, now: () => number = Date.now) {
    this.#store = store;
    this.#now = now;
  }

  /** `secret`: the end of the link's address. */
  async create(
    { name }: Reader,
    { id: document }: StoredDocument,
    { expires, endsAt, arguments: values, taken, versions }: LinkDraft,
  ): Promise<{ readonly id: string; readonly secret: string }> {
    const now = this.#now();
    const id = newId();
    const secret = newSecret();
    const row = { id, digest: secretDigest(secret), document, maker: name, expires, ends_at: endsAt };
    await this.#store.write(async (trx) => {
      // Expired links are useless, and nothing else deletes them.
      await trx.deleteFrom('links').where('document', '=', document).where('ends_at', '<=', now).execute();
      await trx
        .insertInto('links')
        .values({ ...row, arguments: writeExact({ values, taken, versions }), created_at: now })
        .execute();
    });
    return { id, secret };
  }

  /** Live links, newest first. */
  async list({ id }: StoredDocument): Promise<Link[]> {
    const rows = await this.#store.read((db) =>
      db
        .selectFrom('links')
        .select(['id', 'expires', 'arguments', 'created_at'])
        .where('document', '=', id)
        .where('ends_at', '>', this.#now())
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    );
    return rows.map((row) => ({
      id: row.id,
      expires: row.expires,
      arguments: parseSettings(row.arguments).values,
      createdAt: row.created_at,
    }));
  }

  async remove({ id: document }: StoredDocument, id: string): Promise<void> {
    if (!isPossibleId(id)) throw noLink();
    const { numDeletedRows } = await this.#store.write((trx) =>
      trx.deleteFrom('links').where('document', '=', document).where('id', '=', id).executeTakeFirst(),
    );
    if (numDeletedRows !== 1n) throw noLink();
  }

  /** Null if there is no such link, it has expired, or its target was deleted. */
  async follow(secret: string): Promise<LinkTarget | null> {
    const row = await this.#store.read((db) =>
      documentRows(db)
        .innerJoin('links as l', 'l.document', 'd.id')
        .select(['d.kind', 'l.maker', 'l.arguments', 'l.ends_at'])
        .where('l.digest', '=', secretDigest(secret))
        .where('d.slug', 'is not', null)
        .executeTakeFirst(),
    );
    if (row === undefined || row.ends_at <= this.#now()) return null;
    const { kind, maker } = row;
    const { values, taken, versions } = parseSettings(row.arguments);
    return { stored: documentOfRow(row), kind, maker, arguments: values, taken, versions };
  }

  /** Whether a user has any live links. */
  async hasAny({ name }: Reader): Promise<boolean> {
    const row = await this.#store.read((db) =>
      db
        .selectFrom('links')
        .select('id')
        .where('maker', name === null ? 'is' : '=', name)
        .where('ends_at', '>', this.#now())
        .limit(1)
        .executeTakeFirst(),
    );
    return row !== undefined;
  }

  /** Whether it is live. Deleting a document deletes its links. */
  async isThere(secret: string): Promise<boolean> {
    const row = await this.#store.row('links', secretDigest(secret));
    return row !== undefined && row.ends_at > this.#now();
  }
}

export function noLink(): Problem {
  return new Problem('not-found', 'There is no such link, or it has ended.');
}

interface LinkSettings {
  readonly values: Arguments;
  readonly taken: ArgumentNames;
  readonly versions: Versions;
}

function parseSettings(text: string): LinkSettings {
  // Written by this file, from validated input; older rows have no versions.
  const { versions = {}, ...settled } = parseExact(text) as Omit<LinkSettings, 'versions'> &
    Partial<LinkSettings>;
  return { ...settled, versions };
}

const instant = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** False for 31 February, which JavaScript reads as a day in March. */
function isDay(day: string): boolean {
  return new Date(day).toISOString().startsWith(day);
}

/** A date without a time means its beginning in UTC. */
export function expiryOf(expires: string, now: number): number {
  const pointer = pointerTo('', 'expires');
  const end = instant.test(expires) ? Date.parse(expires) : Number.NaN;
  if (Number.isNaN(end) || !isDay(expires.slice(0, 10))) {
    const sentence = 'Expected an instant such as 2030-01-01T00:00:00Z, or a day.';
    throw new Problem('malformed-request', sentence, { pointer });
  }
  if (end > now) return end;
  throw new Problem('malformed-request', 'This end has passed already.', { pointer });
}
