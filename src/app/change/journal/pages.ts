// The pages of the journal: many rows as one text. Those of a long set are numbered from 0 on, those of a set that is merely
// large from -1 downwards.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChangePageTable } from '../../../store/change-tables.ts';
import type { Store } from '../../../store/store.ts';
import type { Applied } from '../apply/apply.ts';
import {
  hasRow,
  type JournalPage,
  type LeftRows,
  leftRows,
  pageEntity,
  pageRows,
  pageSize,
  pageText,
} from './page-text.ts';
import type { JournalRow } from './row.ts';
import { mostMarked } from './row-marks.ts';

/** Rows that are packed together. */
const mostPacked = 2_000;

export class JournalPages {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Adds pages, the first of which is number `from`, counted from 0. */
  async add(id: string, from: number, pages: readonly Promise<PackedPage>[]): Promise<void> {
    const rows = (await Promise.all(pages)).map(
      (page, i): ChangePageTable => ({ change_set: id, n: from + i, ...page, is_marked: 0 }),
    );
    await this.#store.write((trx) => trx.insertInto('change_pages').values(rows).execute());
  }

  /** Writes a page down once more, with the same rows. */
  async replace(id: string, n: number, page: JournalPage): Promise<void> {
    const body = await pageText(page);
    await this.#store.write((trx) =>
      trx.updateTable('change_pages').set({ body }).where('change_set', '=', id).where('n', '=', n).execute(),
    );
  }

  /** How many rows each page of a long set has; none for sets that are not long. */
  async sizes(id: string): Promise<readonly number[]> {
    return (await this.sizesOf([id])).get(id) ?? [];
  }

  /** The same of several sets, by their ids; without those that are not long. */
  async sizesOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly number[]>> {
    if (ids.length === 0) return new Map();
    const pages = await this.#store.read((db) =>
      db
        .selectFrom('change_pages')
        .select(['change_set', 'size'])
        .where('change_set', 'in', ids)
        .where('n', '>=', 0)
        .orderBy('n')
        .execute(),
    );
    const bySet = Map.groupBy(pages, ({ change_set: id }) => id);
    return new Map([...bySet].map(([id, own]) => [id, own.map(({ size }) => Number(size))]));
  }

  async rows(id: string, n: number): Promise<JournalRow[]> {
    const body = await this.#pageBody(id, n);
    return body === null ? [] : pageRows(body);
  }

  /** What a page has left of its rows. */
  async left(id: string, n: number): Promise<LeftRows[]> {
    const body = await this.#pageBody(id, n);
    return body === null ? [] : leftRows(body);
  }

  async #pageBody(id: string, n: number): Promise<string | null> {
    const page = await this.#store.read((db) =>
      db
        .selectFrom('change_pages')
        .select('body')
        .where('change_set', '=', id)
        .where('n', '=', n)
        .executeTakeFirst(),
    );
    return page?.body ?? null;
  }

  /** The rows of a set that has many, and yet is not long. */
  async packed(id: string): Promise<JournalRow[]> {
    const pages = await this.#store.read((db) =>
      db
        .selectFrom('change_pages')
        .select('body')
        .where('change_set', '=', id)
        .where('n', '<', 0)
        .orderBy('n', 'desc')
        .execute(),
    );
    return (await Promise.all(pages.map(({ body }) => pageRows(body)))).flat();
  }

  /** Whether a set has a row with such a key: a page is one text, which has to be looked through. */
  async has(id: string, entity: string, keys: readonly string[]): Promise<boolean> {
    const pages = await this.#store.read((db) =>
      db.selectFrom('change_pages').select('n').where('change_set', '=', id).execute(),
    );
    for (const { n } of pages) {
      const page = await this.#pageBody(id, Number(n));
      if (page !== null && (await hasRow(page, entity, keys))) return true;
    }
    return false;
  }
}

/** What is written down of a page. */
type PackedPage = Pick<ChangePageTable, 'entity' | 'size' | 'body'>;

/** Not at once: what the engine is to do next is sent to it first. `isTold`: which rows somebody may know to be there. */
export async function packedPage(page: JournalPage, isTold: (one: Applied) => boolean): Promise<PackedPage> {
  await nextTurn();
  return { entity: pageEntity(page), size: pageSize(page, isTold), body: await pageText(page) };
}

/** The rows of a set that has many, some to a page; a page without rows for each further table, by which the set is found. */
export async function packedRows(set: string, applied: readonly Applied[]): Promise<ChangePageTable[]> {
  const parts: Applied[][] = [];
  for (let from = 0; from < applied.length; from += mostPacked) {
    parts.push(applied.slice(from, from + mostPacked));
  }
  const told = new Set(parts.map(pageEntity));
  const others = new Set(applied.map(({ entity }) => entity.name)).difference(told);
  const texts = await Promise.all([...parts, ...[...others].map(() => [])].map(pageText));
  return [...parts.map(pageEntity), ...others].map((entity, i) => ({
    change_set: set,
    n: -1 - i,
    entity,
    size: parts[i]?.length ?? 0,
    body: texts[i] ?? '',
    is_marked: applied.length <= mostMarked ? 1 : 0,
  }));
}
