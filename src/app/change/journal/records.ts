// Finds the change sets about one record: by index, except for sets with very many rows.

import type { ChangeSetTable } from '../../../store/change-tables.ts';
import type { Store } from '../../../store/store.ts';
import type { JournalPages } from './pages.ts';
import { rowMark } from './row-marks.ts';

/** Ids per statement. */
const idsPerStatement = 500;

/** The most sets without marks to search for one answer: each may have hundreds of pages. */
const maxSearches = 20;

interface RecordOptions {
  readonly entity: string;
  /** Alternative spellings of the key as the journal stores it. */
  readonly keys: readonly string[];
  readonly limit: number;
  /** Whether a set should be listed at all, by its author and position. */
  readonly isAsked: (set: ChangeSetTable) => boolean;
}

export interface RecordSets {
  /** Newest first. */
  readonly rows: readonly ChangeSetTable[];
  /** The last set examined, if more may follow. */
  readonly last: ChangeSetTable | null;
}

export class JournalRecords {
  readonly #store: Store;
  readonly #pages: JournalPages;

  constructor(store: Store, pages: JournalPages) {
    this.#store = store;
    this.#pages = pages;
  }

  async list({ entity, keys, limit, isAsked }: RecordOptions): Promise<RecordSets> {
    if (keys.length === 0) return { rows: [], last: null };
    const [sure, unmarked] = await Promise.all([this.#marked(entity, keys), this.#unmarked(entity)]);
    const candidates = (await this.#sets([...sure.union(unmarked)])).filter(isAsked).toSorted(newestFirst);
    const rows: ChangeSetTable[] = [];
    let looks = 0;
    let last: ChangeSetTable | null = null;
    for (const set of candidates) {
      const isSure = sure.has(set.id);
      if (rows.length === limit || (!isSure && looks === maxSearches)) return { rows, last };
      last = set;
      if (!isSure) looks++;
      if (isSure || (await this.#pages.has(set.id, entity, keys))) rows.push(set);
    }
    return { rows, last: null };
  }

  /** Sets with a mark of the record. */
  async #marked(entity: string, keys: readonly string[]): Promise<Set<string>> {
    const marks = keys.map((key) => rowMark(entity, key));
    const [rows, pages] = await this.#store.read((db) =>
      Promise.all([
        db
          .selectFrom('change_rows')
          .select('change_set')
          .distinct()
          .where('entity', '=', entity)
          .where('row_key', 'in', keys)
          .where((where) => where.or([where('row_mark', 'in', marks), where('row_mark', 'is', null)]))
          .execute(),
        db.selectFrom('change_keys').select('change_set').distinct().where('mark', 'in', marks).execute(),
      ]),
    );
    return new Set([...rows, ...pages].map(({ change_set: id }) => id));
  }

  /** Sets that may contain the record. */
  async #unmarked(entity: string): Promise<Set<string>> {
    const sets = await this.#store.read((db) =>
      db
        .selectFrom('change_pages')
        .select('change_set')
        .distinct()
        .where('entity', '=', entity)
        .where('is_marked', '=', 0)
        .execute(),
    );
    return new Set(sets.map(({ change_set: id }) => id));
  }

  async #sets(ids: readonly string[]): Promise<ChangeSetTable[]> {
    const found: ChangeSetTable[] = [];
    for (let from = 0; from < ids.length; from += idsPerStatement) {
      const some = ids.slice(from, from + idsPerStatement);
      const rows = await this.#store.read((db) =>
        db.selectFrom('change_sets').selectAll().where('id', 'in', some).execute(),
      );
      found.push(...rows);
    }
    return found;
  }
}

function newestFirst(a: ChangeSetTable, b: ChangeSetTable): number {
  return Number(b.at) - Number(a.at) || (a.id < b.id ? 1 : -1);
}
