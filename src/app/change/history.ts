// The history of changes: sets as whoever asks may see them, with what became of each.
import type { ChangesQuery } from '../../contract/change.ts';
import { Problem } from '../../contract/problem.ts';
import type { Writer } from '../../dialects/writer.ts';
import type { Principal } from '../../identity/admit.ts';
import { isAdmin } from '../../identity/rights.ts';
import type { SeenDatabase } from '../../model/database.ts';
import type { Asker, OpenDatabase } from '../database.ts';
import { seesAllRows, setText } from './answer.ts';
import type { Journal } from './journal/journal.ts';
import type { JournalRow } from './journal/row.ts';
import type { JournalSet } from './journal/stored.ts';
import { keptKeys } from './kept-keys.ts';
import { baseOf } from './plan/plan.ts';
import { objectText } from './rows/image.ts';
import { fateOf } from './transaction/settle.ts';

/** Where it is read, and who tells what became of a set. */
interface Sources {
  readonly open: OpenDatabase;
  readonly writer: Writer;
  readonly journal: Journal;
  /** The ids of sets whose end this process knows soon. */
  readonly underWay: ReadonlySet<string>;
}

/** Which sets are listed. */
type HistoryQuery = Omit<ChangesQuery, 'idempotency_key'>;

/** Sets as JSON, and where the next page begins; null where there is none. */
interface Listed {
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

  /** The set as JSON; a Problem where whoever asks has not made it. */
  async read(asker: Asker, id: string): Promise<string> {
    return (await this.readPage(asker, id, 1)).body;
  }

  /** A long set is given page by page; from 1. */
  async readPage(
    asker: Asker,
    id: string,
    page: number,
  ): Promise<{ readonly body: string; readonly isLast: boolean }> {
    const set = await this.found(asker, id);
    const sizes = await this.#journal.pages.sizes(id);
    const rows =
      sizes.length === 0 ? await this.#journal.rows(id) : await this.#journal.pages.rows(id, page - 1);
    return this.#open.use(asker, async ({ database, principal }) => ({
      body: setText(set, rows, { database, isOwn: isOwnSet(principal, set), count: countOf(sizes) }),
      isLast: page >= sizes.length,
    }));
  }

  /** What became of a request: a list of one set, or of none. */
  async ofRequest(asker: Asker, request: string, others: HistoryQuery): Promise<Listed> {
    if (Object.keys(others).length > 0) {
      throw new Problem('malformed-request', 'The parameter "idempotency_key" stands by itself.');
    }
    const set = await this.#journal.byRequest(request);
    return this.#open.use(asker, async ({ database }) => ({
      body: await this.#listed(asker, database, set === null ? [] : [set]),
      next: null,
    }));
  }

  /** The newest first. */
  async list(asker: Asker, { limit = '100', after, entity, key, user }: HistoryQuery): Promise<Listed> {
    const { principal } = asker;
    if (key !== undefined && entity === undefined) {
      throw new Problem('malformed-request', 'The parameter "key" needs "entity": whose key it is.');
    }
    const nothing = { body: '{"changes":[]}', next: null };
    return this.#open.use(asker, async ({ database }) => {
      const seesAll = isAdmin(principal.rights) || principal.name === null;
      const seen = entity === undefined ? undefined : database.entities.get(entity);
      if (entity !== undefined && seen === undefined) return nothing;
      // Which rows others have changed is told only to whoever sees all of them.
      const seesRows = key === undefined || seen === undefined || seesAllRows(database, seen.name);
      const isOpen = seesAll && seesRows;
      // Those of others are as if they had never been.
      if (user !== undefined && !isOpen && user !== principal.name) return nothing;
      if (principal.isReduced && !seesRows) return nothing;
      const keys = key === undefined || seen === undefined ? null : keptKeys(baseOf(seen), key);
      const { sets, next } = await this.#journal.list({
        limit: Number(limit),
        after: after ?? null,
        entity: entity ?? null,
        keys,
        user: isOpen ? user : (principal.name ?? undefined),
      });
      const isAsked = keys === null ? null : (row: JournalRow) => isRecord(row, entity, keys);
      return { body: await this.#listed(asker, database, sets, isAsked), next };
    });
  }

  /** `isAsked`: which rows of a set are told before others. */
  async #listed(
    asker: Asker,
    database: SeenDatabase,
    sets: readonly JournalSet[],
    isAsked: ((row: JournalRow) => boolean) | null = null,
  ): Promise<string> {
    const ids = sets.map(({ id }) => id);
    const sizes = await this.#journal.pages.sizesOf(ids);
    const few = await this.#journal.fewRows(ids);
    const texts: string[] = [];
    for (const set of sets) {
      // The rows of large sets, one after the other: together they might be more than fits.
      const rows = few.get(set.id) ?? (await this.#journal.rows(set.id));
      const isOwn = isOwnSet(asker.principal, set);
      const count = countOf(sizes.get(set.id) ?? []);
      const told = { database, isOwn, count, most: mostListed };
      const ordered = isAsked === null ? rows : thoseFirst(rows, isAsked);
      texts.push(setText(await this.settled(asker, set), ordered, told));
    }
    return `{"changes":[${texts.join(',')}]}`;
  }

  /** A Problem where whoever asks has not made it. */
  async found(asker: Asker, id: string): Promise<JournalSet> {
    const { principal } = asker;
    const set = await this.#journal.find(id);
    const isOwn = principal.name === null || set?.user === principal.name || isAdmin(principal.rights);
    if (set === null || !isOwn) throw new Problem('not-found', 'There is no such change set.');
    return this.settled(asker, set);
  }

  /** What was under way when the service ended is looked at when somebody asks. */
  async settled(asker: Asker, set: JournalSet): Promise<JournalSet> {
    if (set.state !== 'intent' || this.#underWay.has(set.id)) return set;
    if (set.request === null) return this.#settle(asker, set);
    // Another instance may be at work on it, and have nothing to show yet.
    if (!(await this.#journal.claims.take(set.id))) return set;
    const now = await this.#journal.find(set.id);
    if (now?.state === 'intent') return this.#settle(asker, now);
    // It has come to its end since it was looked at.
    await this.#journal.claims.drop(set.id);
    return now ?? { ...set, state: 'failed' };
  }

  #settle(asker: Asker, set: JournalSet): Promise<JournalSet> {
    return this.#open.use(asker, async ({ dialect, whole }) => {
      const rows = await this.#journal.rows(set.id);
      const state = await fateOf(this.#writer, dialect.sql, whole, set, rows);
      if (state !== 'intent') await this.#journal.settle(set.id, state);
      return { ...set, state };
    });
  }
}

/** Whether it is theirs, with whatever they saw then; a token has the name of its maker, who may have seen more. */
export function isOwnSet({ name, isReduced }: Principal, { user }: Pick<JournalSet, 'user'>): boolean {
  return name === null || (name === user && !isReduced);
}

function isRecord(row: JournalRow, entity: string | undefined, keys: readonly string[]): boolean {
  return row.entity === entity && keys.includes(objectText(row.key));
}

/** Where not all of them are listed, those that were asked for are. */
function thoseFirst(
  rows: readonly JournalRow[],
  isAsked: (row: JournalRow) => boolean,
): readonly JournalRow[] {
  if (rows.length <= mostListed) return rows;
  const asked = new Set(rows.filter(isAsked));
  return [...asked, ...rows.filter((row) => !asked.has(row))];
}

/** Changes of a set in the list of all sets: whoever wants the others asks for the set. */
const mostListed = 20;

/** Null where all rows of a set are shown. */
function countOf(pageSizes: readonly number[]): number | null {
  return pageSizes.length === 0 ? null : pageSizes.reduce((sum, size) => sum + size, 0);
}
