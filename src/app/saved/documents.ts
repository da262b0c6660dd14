// Stores saved queries and dashboards: creates, changes, deletes and restores them, and keeps every version.
import { Slug } from '../../contract/kept.ts';
import { Problem } from '../../contract/problem.ts';
import type { Store } from '../../store/store.ts';
import { owns, type Reader, sees } from './audience.ts';
import {
  changedSince,
  checkChange,
  type DocumentKind,
  type Draft,
  type Kept,
  noDocument,
  type Page,
  type Precondition,
  slugTaken,
} from './document.ts';
import {
  addVersion,
  clearDeleted,
  columnsOf,
  enlist,
  keptOf,
  keptRows,
  namesIn,
  newId,
  ofVersion,
  revive,
  searchTextOf,
  unlist,
  visibilityIn,
} from './document-rows.ts';
import { type ListAsk, listDocuments, noPlace } from './listing.ts';
import { freeSlug, slugOf } from './slugs.ts';

/** Another request may take a free slug first, but not this often. */
const mostAttempts = 20;
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
  async find(reader: Reader, slug: string): Promise<Kept> {
    const kept = await this.#find(slug);
    if (kept === null || !sees(reader, kept)) throw noDocument(this.kind, slug);
    return kept;
  }

  /** The same for a document the reader may change. */
  async findOwn(reader: Reader, slug: string): Promise<Kept> {
    const kept = await this.find(reader, slug);
    if (!owns(reader, kept)) throw new Problem('forbidden', 'This is for its owner.');
    return kept;
  }

  /** The documents the reader may see, latest change first. */
  list(reader: Reader, ask: ListAsk): Promise<Page<Kept>> {
    return listDocuments(this.#store, this.kind, reader, ask);
  }

  /** All documents the reader may see, by slug. */
  async all(reader: Reader): Promise<readonly Kept[]> {
    const found = new Map<number, Kept>();
    let after: string | null = null;
    do {
      const page: Page<Kept> = await this.list(reader, { search: null, limit: pageOfAll, after });
      for (const kept of page.items) found.set(kept.id, kept);
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
  async create(reader: Reader, draft: Draft, slug: string | null): Promise<Kept> {
    if (slug !== null) {
      const kept = await this.#insert(reader, draft, slug, false);
      if (kept === null) throw slugTaken();
      return kept;
    }
    const base = slugOf(draft.title, this.kind);
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
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
  ): Promise<{ readonly kept: Kept; readonly isNew: boolean }> {
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      const kept = await this.#find(slug);
      if (kept !== null && sees(reader, kept)) {
        checkChange(reader, kept, owns(reader, kept), condition);
        return { kept: await this.#update(kept, await draft()), isNew: false };
      }
      if (condition.isGiven) throw changedSince();
      if (kept !== null) throw slugTaken();
      const made = await this.#insert(reader, await draft(), slug, true);
      if (made !== null) return { kept: made, isNew: true };
    }
    throw slugTaken();
  }

  async remove(reader: Reader, slug: string, condition: Precondition): Promise<void> {
    const kept = await this.find(reader, slug);
    checkChange(reader, kept, owns(reader, kept), condition);
    const now = Date.now();
    await this.#store.write(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('documents')
        .set({ slug: null, deleted_at: now })
        .where('id', '=', kept.id)
        .where('version', '=', kept.version)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) throw changedSince();
      await trx.deleteFrom('links').where('document', '=', kept.id).execute();
      await unlist(trx, kept.id);
      await clearDeleted(trx, now);
    });
  }

  /** Newest first. */
  async versions(
    reader: Reader,
    slug: string,
    { limit, after }: Omit<ListAsk, 'search'>,
  ): Promise<Page<Kept>> {
    const kept = await this.find(reader, slug);
    const before = after === null ? null : numberIn(after);
    if (after !== null && before === null) throw noPlace();
    const rows = await this.#store.read((db) =>
      db
        .selectFrom('document_versions')
        .selectAll()
        .where('document', '=', kept.id)
        .$if(before !== null, (query) => query.where('version', '<', before ?? 0))
        .orderBy('version', 'desc')
        .limit(limit + 1)
        .execute(),
    );
    const items = rows.slice(0, limit).map((row) => ofVersion(kept, row));
    return { items, next: rows.length > limit ? String(items.at(-1)?.version ?? 0) : null };
  }

  /** `version`: its number, as in the address. */
  async version(reader: Reader, slug: string, version: string): Promise<Kept> {
    const kept = await this.find(reader, slug);
    const wanted = numberIn(version) ?? 0;
    const row = await this.#store.read((db) =>
      db
        .selectFrom('document_versions')
        .selectAll()
        .where('document', '=', kept.id)
        .where('version', '=', wanted)
        .executeTakeFirst(),
    );
    if (row === undefined) throw new Problem('not-found', 'There is no such version of it.');
    return ofVersion(kept, row);
  }

  /** Makes a new version with an older one's content. The visibility stays: restoring must not share anything. */
  async restore(reader: Reader, slug: string, version: string, condition: Precondition): Promise<Kept> {
    const kept = await this.find(reader, slug);
    checkChange(reader, kept, owns(reader, kept), condition);
    const { content } = await this.version(reader, slug, version);
    return this.#update(kept, { ...namesIn(content), visibility: kept.visibility, content });
  }

  async #find(slug: string): Promise<Kept | null> {
    // Engines refuse some texts that cannot be slugs, such as those with a NUL.
    if (!Slug.safeParse(slug).success) return null;
    const row = await this.#store.read((db) =>
      keptRows(db).where('d.kind', '=', this.kind).where('d.slug', '=', slug).executeTakeFirst(),
    );
    return row === undefined ? null : keptOf(row);
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
  async #insert(reader: Reader, draft: Draft, slug: string, mayRevive: boolean): Promise<Kept | null> {
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
        await enlist(trx, kind, id, head, updatedAt, '', values.search);
        return { ...head, id, version, updatedAt, content: draft.content };
      });
    } catch (error) {
      // Engines report a lost race with different errors; look for the slug instead.
      if (await this.#isTaken(slug)) return null;
      throw error;
    }
  }

  async #update(kept: Kept, draft: Draft): Promise<Kept> {
    const { id, owner, slug } = kept;
    const { visibility, content } = draft;
    const version = kept.version + 1;
    // Never before the version it replaces, whatever the clock does.
    const updatedAt = Math.max(Date.now(), kept.updatedAt);
    await this.#store.write(async (trx) => {
      const values = columnsOf(draft, slug, updatedAt);
      // Must be the first statement: of two requests with the same version, the second waits here and changes nothing.
      const { numUpdatedRows } = await trx
        .updateTable('documents')
        .set({ ...values, version })
        .where('id', '=', id)
        .where('version', '=', kept.version)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) throw changedSince();
      await addVersion(trx, id, version, draft, updatedAt);
      const before = searchTextOf(namesIn(kept.content), slug);
      await enlist(trx, this.kind, id, { owner, visibility }, updatedAt, before, values.search);
    });
    return { ...kept, visibility, version, updatedAt, content };
  }
}

function numberIn(text: string): number | null {
  return number.test(text) ? Number(text) : null;
}
