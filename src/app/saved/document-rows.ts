// The store's rows of a saved document, and the statements that write them.
import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Visibility } from '../../contract/documents.ts';
import type { StoreTables } from '../../store/tables.ts';
import { audiencesOf } from './audience.ts';
import type { DocumentKind, Draft, StoredDocument } from './document.ts';
import { gramsOf, searchText } from './search-text.ts';

export type Db = Kysely<StoreTables>;

/** Within this time, a deleted document comes back with all its versions when its owner makes it again. */
const retentionMs = 30 * 24 * 3_600_000;
/** How many expired ones are purged with each deletion. */
const purgeBatchSize = 20;
/** The rows per INSERT: SQLite and PostgreSQL limit the values of a statement. */
const rowsPerInsert = 500;

/** The current version of documents with its content. */
export function documentRows(db: Db) {
  return db
    .selectFrom('documents as d')
    .innerJoin('document_versions as v', (join) =>
      join.onRef('v.document', '=', 'd.id').onRef('v.version', '=', 'd.version'),
    )
    .select(['d.id', 'd.slug', 'd.owner', 'd.visibility', 'd.version', 'd.updated_at', 'v.content']);
}

interface DocumentRow {
  readonly id: number;
  readonly slug: string | null;
  readonly owner: string | null;
  readonly visibility: string;
  readonly version: number;
  readonly updated_at: number;
  readonly content: string;
}

export function documentOfRow({
  id,
  slug,
  owner,
  visibility,
  version,
  updated_at,
  content,
}: DocumentRow): StoredDocument {
  return {
    id,
    slug: slug ?? '',
    owner,
    visibility: visibilityIn(visibility),
    version,
    updatedAt: updated_at,
    content,
  };
}

export function ofVersion(
  stored: StoredDocument,
  row: Pick<DocumentRow, 'version' | 'visibility' | 'updated_at' | 'content'>,
): StoredDocument {
  const { id, slug, owner } = stored;
  return documentOfRow({ ...row, id, slug, owner });
}

export function visibilityIn(text: string): Visibility {
  // Written by this file, from validated input.
  return JSON.parse(text) as Visibility;
}

export function namesIn(content: string): Pick<Draft, 'title' | 'description'> {
  const { title, description } = JSON.parse(content) as Pick<Draft, 'title' | 'description'>;
  return { title, description };
}

/** Fits both an engine's 64 bits and a double. Random, so that it does not reveal how many there are. */
export function newId(): number {
  return randomBytes(6).readUIntBE(0, 6);
}

export function searchTextOf(
  { title, description }: Pick<Draft, 'title' | 'description'>,
  slug: string,
): string {
  return searchText([title, description, slug]);
}

export function columnsOf(draft: Draft, slug: string, updatedAt: number) {
  return {
    visibility: JSON.stringify(draft.visibility),
    updated_at: updatedAt,
    bytes: Buffer.byteLength(draft.content),
    search: searchTextOf(draft, slug),
  };
}

export async function addVersion(
  db: Db,
  document: number,
  version: number,
  { visibility, content }: Draft,
  updatedAt: number,
): Promise<void> {
  await db
    .insertInto('document_versions')
    .values({
      document,
      version,
      visibility: JSON.stringify(visibility),
      updated_at: updatedAt,
      bytes: Buffer.byteLength(content),
      content,
    })
    .execute();
}

/** Revives the owner's last deleted document of this slug; null if there is none. */
export async function revive(
  db: Db,
  kind: DocumentKind,
  owner: string | null,
  values: ReturnType<typeof columnsOf> & { readonly slug: string; readonly last_slug: string },
): Promise<{ readonly id: number; readonly version: number } | null> {
  const deleted = await db
    .selectFrom('documents')
    .select(['id', 'version'])
    .where('kind', '=', kind)
    .where('last_slug', '=', values.slug)
    .where('deleted_at', 'is not', null)
    .where('deleted_at', '>', Date.now() - retentionMs)
    .where((row) => (owner === null ? row('owner', 'is', null) : row('owner', '=', owner)))
    .orderBy('deleted_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (deleted === undefined) return null;
  const version = deleted.version + 1;
  const { numUpdatedRows } = await db
    .updateTable('documents')
    .set({ ...values, version, deleted_at: null })
    .where('id', '=', deleted.id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? { id: deleted.id, version } : null;
}

/** Updates the indexes of lists and searches. `before`: the former searchable text. */
export async function addToIndexes(
  db: Db,
  kind: DocumentKind,
  document: number,
  shared: Pick<StoredDocument, 'owner' | 'visibility'>,
  updatedAt: number,
  before: string,
  search: string,
): Promise<void> {
  await db.deleteFrom('document_audiences').where('document', '=', document).execute();
  const audiences = audiencesOf(shared);
  await db
    .insertInto('document_audiences')
    .values(audiences.map((audience) => ({ document, audience, kind, updated_at: updatedAt })))
    .execute();
  const old = gramsOf(kind, before);
  const now = gramsOf(kind, search);
  for (const grams of chunks([...old.difference(now)])) {
    await db
      .deleteFrom('document_grams')
      .where('document', '=', document)
      .where('gram', 'in', grams)
      .execute();
  }
  for (const grams of chunks([...now.difference(old)])) {
    await db
      .insertInto('document_grams')
      .values(grams.map((gram) => ({ gram, document })))
      .execute();
  }
}

export async function removeFromIndexes(db: Db, document: number): Promise<void> {
  await db.deleteFrom('document_audiences').where('document', '=', document).execute();
  const row = await db
    .selectFrom('documents')
    .select(['kind', 'search'])
    .where('id', '=', document)
    .executeTakeFirstOrThrow();
  for (const grams of chunks([...gramsOf(row.kind, row.search)])) {
    await db
      .deleteFrom('document_grams')
      .where('document', '=', document)
      .where('gram', 'in', grams)
      .execute();
  }
}

/** Purges what was deleted long ago. */
export async function purgeDeleted(db: Db, now: number): Promise<void> {
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where('deleted_at', '<', now - retentionMs)
    .limit(purgeBatchSize)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await db.deleteFrom('document_versions').where('document', 'in', ids).execute();
  await db.deleteFrom('documents').where('id', 'in', ids).execute();
}

function chunks<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / rowsPerInsert);
  return Array.from({ length: count }, (_, i) => items.slice(i * rowsPerInsert, (i + 1) * rowsPerInsert));
}
