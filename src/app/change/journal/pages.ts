// The journal's pages: many rows as one text. A long set's pages are numbered from 0 up, those of a merely large set
// from -1 down.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChangePageTable } from '../../../store/change-tables.ts';
import type { Store } from '../../../store/store.ts';
import type { Applied } from '../apply/apply.ts';
import {
  type FinalRows,
  finalRows,
  hasRow,
  type JournalPage,
  pageEntity,
  pageRows,
  pageSize,
  pageText,
} from './page-text.ts';
import type { JournalRow } from './row.ts';
import { maxMarked } from './row-marks.ts';

/** The most rows per packed page. */
const maxPacked = 2_000;

export class JournalPages {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Adds pages; the first one's number is `from`. */
  async add(id: string, from: number, pages: readonly Promise<PackedPage>[]): Promise<void> {
    const rows = (await Promise.all(pages)).map(
      (page, i): ChangePageTable => ({ change_set: id, n: from + i, ...page, is_marked: 0 }),
    );
    await this.#store.write((trx) => trx.insertInto('change_pages').values(rows).execute());
  }

  /** Rewrites a page with the same rows. */
  async replace(id: string, n: number, page: JournalPage): Promise<void> {
    const body = await pageText(page);
    await this.#store.write((trx) =>
      trx.updateTable('change_pages').set({ body }).where('change_set', '=', id).where('n', '=', n).execute(),
    );
  }

  /** The number of rows in each page of a long set; empty for other sets. */
  async sizes(id: string): Promise<readonly number[]> {
    return (await this.sizesOf([id])).get(id) ?? [];
  }

  /** The same for several sets, by id; only long sets are included. */
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

  /** The rows as a page left them. */
  async finalRows(id: string, n: number): Promise<FinalRows[]> {
    const body = await this.#pageBody(id, n);
    return body === null ? [] : finalRows(body);
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

  /** The rows of a large set that is not long. */
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

  /** Whether a set has a row with one of these keys. Each page has to be searched. */
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

/** The stored parts of a page. */
type PackedPage = Pick<ChangePageTable, 'entity' | 'size' | 'body'>;

/** Deferred, so that the engine gets its next statement first. `isCounted`: the rows that may be counted. */
export async function packedPage(
  page: JournalPage,
  isCounted: (one: Applied) => boolean,
): Promise<PackedPage> {
  await nextTurn();
  return { entity: pageEntity(page), size: pageSize(page, isCounted), body: await pageText(page) };
}

/** The pages of a large set; each further table gets an empty page, by which the set is found. */
export async function packedRows(set: string, applied: readonly Applied[]): Promise<ChangePageTable[]> {
  const parts: Applied[][] = [];
  for (let from = 0; from < applied.length; from += maxPacked) {
    parts.push(applied.slice(from, from + maxPacked));
  }
  const covered = new Set(parts.map(pageEntity));
  const others = new Set(applied.map(({ entity }) => entity.name)).difference(covered);
  const packing: Promise<string>[] = [];
  for (const part of [...parts, ...[...others].map(() => [])]) {
    if (packing.length > 0) await nextTurn();
    packing.push(pageText(part));
  }
  const texts = await Promise.all(packing);
  return [...parts.map(pageEntity), ...others].map((entity, i) => ({
    change_set: set,
    n: -1 - i,
    entity,
    size: parts[i]?.length ?? 0,
    body: texts[i] ?? '',
    is_marked: applied.length <= maxMarked ? 1 : 0,
  }));
}
