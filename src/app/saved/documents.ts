// Stores saved queries and dashboards: creates, changes, deletes and restores them, and keeps every version.
import { Slug } from '../../contract/documents.ts';
import { Problem } from '../../contract/problem.ts';
import type { Store } from '../../store/store.ts';
import { owns, type Reader, sees } from './audience.ts';
import {
  changedSince,
  checkChange,
  type DocumentKind,
  type Draft,
  noDocument,
  type Page,
  type Precondition,
  type StoredDocument,
  slugTaken,
} from './document.ts';
import {
  addToIndexes,
  addVersion,
  columnsOf,
  documentOfRow,
  documentRows,
  namesIn,
  newId,
  ofVersion,
  purgeDeleted,
  removeFromIndexes,
  revive,
  searchTextOf,
  visibilityIn,
} from './document-rows.ts';
import { type ListOptions, listDocuments, noPlace } from './listing.ts';
import { freeSlug, slugOf } from './slugs.ts';

/** Another request may take a free slug first, but not this often. */
const maxAttempts = 20;
const pageOfAll = 1_000;
/** The number at which a page of versions begins. */
const number = /^[1-9]\d{0,8}$/;

export class Documents {
  readonly kind: DocumentKind;
  readonly #store: Store;

  constructor(store: Store, kind: DocumentKind) {
    this.#store = store;
    this.kind = kind;
  }

  /** A document the reader may see; throws a Problem if there is none. */
  async find(reader: Reader, slug: string): Promise<StoredDocument> {
    const stored = await this.#find(slug);
    if (stored === null || !sees(reader, stored)) throw noDocument(this.kind, slug);
    return stored;
  }

  /** The same for a document the reader may change. */
  async findOwn(reader: Reader, slug: string): Promise<StoredDocument> {
    const stored = await this.find(reader, slug);
    if (!owns(reader, stored)) throw new Problem('forbidden', 'This is for its owner.');
    return stored;
  }

  /** The documents the reader may see, latest change first. */
  list(reader: Reader, ask: ListOptions): Promise<Page<StoredDocument>> {
    return listDocuments(this.#store, this.kind, reader, ask);
  }

  /** All documents the reader may see, by slug. */
  async all(reader: Reader): Promise<readonly StoredDocument[]> {
    const found = new Map<number, StoredDocument>();
    let after: string | null = null;
    do {
      const page: Page<StoredDocument> = await this.list(reader, { search: null, limit: pageOfAll, after });
      for (const stored of page.items) found.set(stored.id, stored);
      after = page.next;
    } while (after !== null);
    return [...found.values()].toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
  }

  /** The slugs that the reader may see. */
  async known(reader: Reader, slugs: readonly string[]): Promise<ReadonlySet<string>> {
    if (slugs.length === 0) return new Set();
    const rows = await this.#store.read((db) =>
      db
        .selectFrom('documents')
        .select(['slug', 'owner', 'visibility'])
        .where('kind', '=', this.kind)
        .where('slug', 'in', slugs)
        .execute(),
    );
    const seen = rows.filter((row) => sees(reader, { ...row, visibility: visibilityIn(row.visibility) }));
    return new Set(seen.flatMap(({ slug }) => slug ?? []));
  }

  /** `slug` null: derive one from the title. */
  async create(reader: Reader, draft: Draft, slug: string | null): Promise<StoredDocument> {
    if (slug !== null) {
      const stored = await this.#insert(reader, draft, slug, false);
      if (stored === null) throw slugTaken();
      return stored;
    }
    const base = slugOf(draft.title, this.kind);
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const free = await freeSlug(base, (candidate) => this.#isTaken(candidate));
      const kept = await this.#insert(reader, draft, free, false);
      if (kept !== null) return kept;
    }
    throw new Problem('overloaded', 'Too many of this title are made at the same time.', { retryAfter: 1 });
  }

  /** Changes the document, or creates it: then it gets back the versions that its owner deleted under this slug. */
  async put(
    reader: Reader,
    slug: string,
    draft: () => Promise<Draft>,
    condition: Precondition,
  ): Promise<{ readonly stored: StoredDocument; readonly isNew: boolean }> {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const kept = await this.#find(slug);
      if (kept !== null && sees(reader, kept)) {
        checkChange(reader, kept, owns(reader, kept), condition);
        return { stored: await this.#update(kept, await draft()), isNew: false };
      }
      if (condition.isGiven) throw changedSince();
      if (kept !== null) throw slugTaken();
      const made = await this.#insert(reader, await draft(), slug, true);
      if (made !== null) return { stored: made, isNew: true };
    }
    throw slugTaken();
  }

  async remove(reader: Reader, slug: string, condition: Precondition): Promise<void> {
    const stored = await this.find(reader, slug);
    checkChange(reader, stored, owns(reader, stored), condition);
    const now = Date.now();
    await this.#store.write(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('documents')
        .set({ slug: null, deleted_at: now })
        .where('id', '=', stored.id)
        .where('version', '=', stored.version)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) throw changedSince();
      await trx.deleteFrom('links').where('document', '=', stored.id).execute();
      await removeFromIndexes(trx, stored.id);
      await purgeDeleted(trx, now);
    });
  }

  /** Newest first. */
  async versions(
    reader: Reader,
    slug: string,
    { limit, after }: Omit<ListOptions, 'search'>,
  ): Promise<Page<StoredDocument>> {
    const stored = await this.find(reader, slug);
    const before = after === null ? null : numberIn(after);
    if (after !== null && before === null) throw noPlace();
    const rows = await this.#store.read((db) =>
      db
        .selectFrom('document_versions')
        .selectAll()
        .where('document', '=', stored.id)
        .$if(before !== null, (query) => query.where('version', '<', before ?? 0))
        .orderBy('version', 'desc')
        .limit(limit + 1)
        .execute(),
    );
    const items = rows.slice(0, limit).map((row) => ofVersion(stored, row));
    return { items, next: rows.length > limit ? String(items.at(-1)?.version ?? 0) : null };
  }

  /** `version`: its number, as in the address. */
  async version(reader: Reader, slug: string, version: string): Promise<StoredDocument> {
    const stored = await this.find(reader, slug);
    const wanted = numberIn(version) ?? 0;
    const row = await this.#store.read((db) =>
      db
        .selectFrom('document_versions')
        .selectAll()
        .where('document', '=', stored.id)
        .where('version', '=', wanted)
        .executeTakeFirst(),
    );
    if (row === undefined) throw new Problem('not-found', 'There is no such version of it.');
    return ofVersion(stored, row);
  }

  /** Makes a new version with an older one's content. The visibility stays: restoring must not share anything. */
  async restore(
    reader: Reader,
    slug: string,
    version: string,
    condition: Precondition,
  ): Promise<StoredDocument> {
    const stored = await this.find(reader, slug);
    checkChange(reader, stored, owns(reader, stored), condition);
    const { content } = await this.version(reader, slug, version);
    return this.#update(stored, { ...namesIn(content), visibility: stored.visibility, content });
  }

  async #find(slug: string): Promise<StoredDocument | null> {
    // Engines refuse some texts that cannot be slugs, such as those with a NUL.
    if (!Slug.safeParse(slug).success) return null;
    const row = await this.#store.read((db) =>
      documentRows(db).where('d.kind', '=', this.kind).where('d.slug', '=', slug).executeTakeFirst(),
    );
    return row === undefined ? null : documentOfRow(row);
  }

  async #isTaken(slug: string): Promise<boolean> {
    const row = await this.#store.read((db) =>
      db
        .selectFrom('documents')
        .select('id')
        .where('kind', '=', this.kind)
        .where('slug', '=', slug)
        .executeTakeFirst(),
    );
    return row !== undefined;
  }

  /** Null if the slug is taken. */
  async #insert(
    reader: Reader,
    draft: Draft,
    slug: string,
    mayRevive: boolean,
  ): Promise<StoredDocument | null> {
    if (await this.#isTaken(slug)) return null;
    const { kind } = this;
    const { visibility } = draft;
    const head = { slug, owner: reader.name, visibility };
    const updatedAt = Date.now();
    try {
      return await this.#store.write(async (trx) => {
        const values = { ...columnsOf(draft, slug, updatedAt), slug, last_slug: slug };
        const revived = mayRevive ? await revive(trx, kind, reader.name, values) : null;
        const { id, version } = revived ?? { id: newId(), version: 1 };
        if (revived === null) {
          const row = { ...values, id, kind, owner: reader.name, version, deleted_at: null };
          await trx.insertInto('documents').values(row).execute();
        }
        await addVersion(trx, id, version, draft, updatedAt);
        await addToIndexes(trx, kind, id, head, updatedAt, '', values.search);
        return { ...head, id, version, updatedAt, content: draft.content };
      });
    } catch (error) {
      // Engines report a lost race with different errors; look for the slug instead.
      if (await this.#isTaken(slug)) return null;
      throw error;
    }
  }

  async #update(stored: StoredDocument, draft: Draft): Promise<StoredDocument> {
    const { id, owner, slug } = stored;
    const { visibility, content } = draft;
    const version = stored.version + 1;
    // Never before the version it replaces, whatever the clock does.
    const updatedAt = Math.max(Date.now(), stored.updatedAt);
    await this.#store.write(async (trx) => {
      const values = columnsOf(draft, slug, updatedAt);
      // Must be the first statement: of two requests with the same version, the second waits here and changes nothing.
      const { numUpdatedRows } = await trx
        .updateTable('documents')
        .set({ ...values, version })
        .where('id', '=', id)
        .where('version', '=', stored.version)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) throw changedSince();
      await addVersion(trx, id, version, draft, updatedAt);
      const before = searchTextOf(namesIn(stored.content), slug);
      await addToIndexes(trx, this.kind, id, { owner, visibility }, updatedAt, before, values.search);
    });
    return { ...stored, visibility, version, updatedAt, content };
  }
}

function numberIn(text: string): number | null {
  return number.test(text) ? Number(text) : null;
}
