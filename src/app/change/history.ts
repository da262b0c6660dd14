// The history of changes: sets as the caller may see them, with their outcomes.
import type { ChangesQuery } from '../../contract/change.ts';
import { Problem } from '../../contract/problem.ts';
import type { Writer } from '../../dialects/writer.ts';
import type { Principal } from '../../identity/admit.ts';
import { isAdmin } from '../../identity/rights.ts';
import type { VisibleDatabase } from '../../model/database.ts';
import type { OpenDatabase, Requester } from '../database.ts';
import { seesAllRows, setText } from './answer.ts';
import type { Journal } from './journal/journal.ts';
import type { JournalRow } from './journal/row.ts';
import type { JournalSet } from './journal/stored.ts';
import { journalKeys } from './journal-keys.ts';
import { baseOf } from './plan/plan.ts';
import { objectText } from './rows/image.ts';
import { findOutcome } from './transaction/find-outcome.ts';

/** Where sets are read, and how unknown outcomes are found out. */
interface Sources {
  readonly open: OpenDatabase;
  readonly writer: Writer;
  readonly journal: Journal;
  /** The ids of sets in progress in this process. */
  readonly underWay: ReadonlySet<string>;
}

/** The filter for listing sets. */
type HistoryQuery = Omit<ChangesQuery, 'idempotency_key'>;

/** Sets as JSON, and where the next page begins; null for the last page. */
interface ListedSets {
  readonly body: string;
  readonly next: string | null;
}

export class History {
  readonly #open: OpenDatabase;
  readonly #writer: Writer;
  readonly #journal: Journal;
  readonly #underWay: ReadonlySet<string>;

  constructor({ open, writer, journal, underWay }: Sources) {
    this.#open = open;
    this.#writer = writer;
    this.#journal = journal;
    this.#underWay = underWay;
  }

  /** The set as JSON; throws a Problem if it is not the caller's. */
  async read(requester: Requester, id: string): Promise<string | Buffer> {
    return (await this.readPage(requester, id, 1)).body;
  }

  /** One page of a set, counted from 1; only long sets have more than one. */
  async readPage(
    requester: Requester,
    id: string,
    page: number,
  ): Promise<{ readonly body: string | Buffer; readonly isLast: boolean }> {
    const set = await this.found(requester, id);
    const sizes = await this.#journal.pages.sizes(id);
    const rows =
      sizes.length === 0 ? await this.#journal.rows(id) : await this.#journal.pages.rows(id, page - 1);
    return this.#open.use(requester, async ({ database, principal }) => ({
      body: await setText(set, rows, { database, isOwn: isOwnSet(principal, set), count: countOf(sizes) }),
      isLast: page >= sizes.length,
    }));
  }

  /** The outcome of a request: a list with one set or none. */
  async ofRequest(requester: Requester, request: string, others: HistoryQuery): Promise<ListedSets> {
    if (Object.keys(others).length > 0) {
      throw new Problem('malformed-request', 'The parameter "idempotency_key" stands by itself.');
    }
    const set = await this.#journal.byRequest(request);
    return this.#open.use(requester, async ({ database }) => ({
      body: await this.#listed(requester, database, set === null ? [] : [set]),
      next: null,
    }));
  }

  /** Newest first. */
  async list(
    requester: Requester,
    { limit = '100', after, entity, key, user }: HistoryQuery,
  ): Promise<ListedSets> {
    const { principal } = requester;
    if (key !== undefined && entity === undefined) {
      throw new Problem('malformed-request', 'The parameter "key" needs "entity": whose key it is.');
    }
    const nothing = { body: '{"changes":[]}', next: null };
    return this.#open.use(requester, async ({ database }) => {
      const seesAll = isAdmin(principal.rights) || principal.name === null;
      const visibleEntity = entity === undefined ? undefined : database.entities.get(entity);
      if (entity !== undefined && visibleEntity === undefined) return nothing;
      // Only users who see all rows may learn which rows others have changed.
      const seesRows =
        key === undefined || visibleEntity === undefined || seesAllRows(database, visibleEntity.name);
      const isOpen = seesAll && seesRows;
      // Other users' sets must look as if they did not exist.
      if (user !== undefined && !isOpen && user !== principal.name) return nothing;
      if (principal.isReduced && !seesRows) return nothing;
      const keys =
        key === undefined || visibleEntity === undefined ? null : journalKeys(baseOf(visibleEntity), key);
      const { sets, next } = await this.#journal.list({
        limit: Number(limit),
        after: after ?? null,
        entity: entity ?? null,
        keys,
        user: isOpen ? user : (principal.name ?? undefined),
      });
      const isAsked = keys === null ? null : (row: JournalRow) => isRecord(row, entity, keys);
      return { body: await this.#listed(requester, database, sets, isAsked), next };
    });
  }

  /** `isAsked`: the rows of a set to show first. */
  async #listed(
    requester: Requester,
    database: VisibleDatabase,
    sets: readonly JournalSet[],
    isAsked: ((row: JournalRow) => boolean) | null = null,
  ): Promise<string> {
    const ids = sets.map(({ id }) => id);
    const sizes = await this.#journal.pages.sizesOf(ids);
    const few = await this.#journal.fewRows(ids);
    const texts: string[] = [];
    for (const set of sets) {
      // Load large sets one at a time: together they might exceed the memory.
      const rows = few.get(set.id) ?? (await this.#journal.rows(set.id));
      const isOwn = isOwnSet(requester.principal, set);
      const count = countOf(sizes.get(set.id) ?? []);
      const listing = { database, isOwn, count, max: maxListed };
      const ordered = isAsked === null ? rows : requestedFirst(rows, isAsked);
      texts.push(String(await setText(await this.settled(requester, set), ordered, listing)));
    }
    return `{"changes":[${texts.join(',')}]}`;
  }

  /** Throws a Problem if the set is not the caller's. */
  async found(requester: Requester, id: string): Promise<JournalSet> {
    const { principal } = requester;
    const set = await this.#journal.find(id);
    const isOwn = principal.name === null || set?.user === principal.name || isAdmin(principal.rights);
    if (set === null || !isOwn) throw new Problem('not-found', 'There is no such change set.');
    return this.settled(requester, set);
  }

  /** Finds out on demand what became of a set that was in progress when the service ended. */
  async settled(requester: Requester, set: JournalSet): Promise<JournalSet> {
    if (set.state !== 'intent' || this.#underWay.has(set.id)) return set;
    if (set.request === null) return this.#settle(requester, set);
    // Another instance may be working on it without visible results yet.
    if (!(await this.#journal.claims.take(set.id))) return set;
    const now = await this.#journal.find(set.id);
    if (now?.state === 'intent') return this.#settle(requester, now);
    // It was completed in the meantime.
    await this.#journal.claims.drop(set.id);
    return now ?? { ...set, state: 'failed' };
  }

  #settle(requester: Requester, set: JournalSet): Promise<JournalSet> {
    return this.#open.use(requester, async ({ dialect, fullDatabase }) => {
      const rows = await this.#journal.rows(set.id);
      const state = await findOutcome(this.#writer, dialect.sql, fullDatabase, set, rows);
      if (state !== 'intent') await this.#journal.settle(set.id, state);
      return { ...set, state };
    });
  }
}

/**
 * Whether the caller made the set and may see what its author saw. A token carries its maker's name but may see less.
 */
export function isOwnSet({ name, isReduced }: Principal, { user }: Pick<JournalSet, 'user'>): boolean {
  return name === null || (name === user && !isReduced);
}

function isRecord(row: JournalRow, entity: string | undefined, keys: readonly string[]): boolean {
  return row.entity === entity && keys.includes(objectText(row.key));
}

/** If not all rows fit, keeps the requested ones first. */
function requestedFirst(
  rows: readonly JournalRow[],
  isAsked: (row: JournalRow) => boolean,
): readonly JournalRow[] {
  if (rows.length <= maxListed) return rows;
  const asked = new Set(rows.filter(isAsked));
  return [...asked, ...rows.filter((row) => !asked.has(row))];
}

/** The most changes per set in a list of sets; the set itself shows all. */
const maxListed = 20;

/** Null if all rows of a set are shown. */
function countOf(pageSizes: readonly number[]): number | null {
  return pageSizes.length === 0 ? null : pageSizes.reduce((sum, size) => sum + size, 0);
}
