// Lists the journal's sets page by page, newest first.
import { Problem } from '../../../contract/problem.ts';
import type { ChangeSetTable } from '../../../store/change-tables.ts';
import type { Store } from '../../../store/store.ts';
import type { JournalPages } from './pages.ts';
import { JournalRecords } from './records.ts';

export interface ListOptions {
  readonly limit: number;
  /** From the page before. */
  readonly after: string | null;
  readonly entity: string | null;
  /** Alternative spellings of a key as the journal stores it; null for all records of the entity. */
  readonly keys: readonly string[] | null;
  /** The author whose sets to list; null for anonymous ones, undefined for all authors'. */
  readonly user: string | null | undefined;
}

/** Some sets, and where the next page begins. */
export interface ListedSets {
  readonly rows: readonly ChangeSetTable[];
  /** Null for the last page. */
  readonly next: string | null;
}

export class JournalListing {
  readonly #store: Store;
  readonly #records: JournalRecords;

  constructor(store: Store, pages: JournalPages) {
    this.#store = store;
    this.#records = new JournalRecords(store, pages);
  }

  async list({ limit, after, entity, keys, user }: ListOptions): Promise<ListedSets> {
    const from = after === null ? null : placeIn(after);
    if (entity !== null && keys !== null) {
      const isAsked = (set: ChangeSetTable) =>
        (user === undefined || set.username === user) && (from === null || isBefore(set, from));
      const { rows, last } = await this.#records.list({ entity, keys, limit, isAsked });
      return { rows, next: last && placeOf(last) };
    }
    const rows = await this.#store.read((db) => {
      let query = db.selectFrom('change_sets').selectAll();
      if (user !== undefined) query = query.where('username', user === null ? 'is' : '=', user);
      if (from !== null) {
        query = query.where((where) =>
          where.or([
            where('at', '<', from.at),
            where.and([where('at', '=', from.at), where('id', '<', from.id)]),
          ]),
        );
      }
      if (entity !== null) {
        query = query.where((where) =>
          where.or([
            where('id', 'in', (inner) =>
              inner.selectFrom('change_rows').select('change_set').where('change_rows.entity', '=', entity),
            ),
            where('id', 'in', (inner) =>
              inner.selectFrom('change_pages').select('change_set').where('change_pages.entity', '=', entity),
            ),
          ]),
        );
      }
      return query
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
    });
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return { rows: shown, next: rows.length > limit && last !== undefined ? placeOf(last) : null };
  }
}

function placeOf({ at, id }: ChangeSetTable): string {
  return `${Number(at)}.${id}`;
}

function isBefore(set: ChangeSetTable, { at, id }: { readonly at: number; readonly id: string }): boolean {
  const own = Number(set.at);
  return own < at || (own === at && set.id < id);
}

function placeIn(after: string): { at: number; id: string } {
  const [, at, id] = /^(\d{1,16})\.([\w-]{20})$/.exec(after) ?? [];
  if (at !== undefined && id !== undefined) return { at: Number(at), id };
  throw new Problem('malformed-request', 'The parameter "after" must be from the Link of the page before.');
}
