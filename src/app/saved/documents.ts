// Keeps saved queries and dashboards: makes, changes, removes and restores them, each version for good.
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

/** A slug that is free is taken by another request sometimes, but not so often. */
const mostAttempts = 20;
const pageOfAll = 1_000;
/** Where pages of versions begin. */
const number = /^[1-9]\d{0,8}$/;

export class Documents {
  readonly kind: DocumentKind;
  readonly #store: Store;

  constructor(store: Store, kind: DocumentKind) {
    this.#store = store;
    this.kind = kind;
  }

  /** What the reader may see; a Problem says that there is nothing. */
  async find(reader: Reader, slug: string): Promise<Kept> {
    const kept = await this.#find(slug);
    if (kept === null || !sees(reader, kept)) throw noDocument(this.kind, slug);
    return kept;
  }

  /** The same for what the reader may change. */
  async findOwn(reader: Reader, slug: string): Promise<Kept> {
    const kept = await this.find(reader, slug);
    if (!owns(reader, kept)) throw new Problem('forbidden', 'This is for its owner.');
    return kept;
  }

  /** What the reader may see, the latest change first. */
  list(reader: Reader, ask: ListAsk): Promise<Page<Kept>> {
    return listDocuments(this.#store, this.kind, reader, ask);
  }

  /** All that the reader may see, by their slugs. */
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

  /** Which of these slugs the reader knows. */
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

  /** `slug` null: one is made from the title. */
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

  /** Changes what is there, or makes it: then it has the versions that its owner deleted under this slug. */
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

  /** The newest first. */
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

  /** `version`: its number, as an address has it. */
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

  /** A new version with the content of an older one. Who sees it stays as it is: to look back must not share anything. */
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

  /** Null where the slug is taken. */
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
      // Engines tell in words of their own that another request was faster. A look tells it in ours.
      if (await this.#isTaken(slug)) return null;
      throw error;
    }
  }

  async #update(kept: Kept, draft: Draft): Promise<Kept> {
    const { id, owner, slug } = kept;
    const { visibility, content } = draft;
    const version = kept.version + 1;
    // Never before the version that it replaces, whatever the clock does.
    const updatedAt = Math.max(Date.now(), kept.updatedAt);
    await this.#store.write(async (trx) => {
      const values = columnsOf(draft, slug, updatedAt);
      // The first statement, so that of two requests with the same version the second waits here and changes nothing.
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
