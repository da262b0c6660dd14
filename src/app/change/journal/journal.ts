// The journal of changes in the state store: intended change sets and their outcomes.
import type { Transaction } from 'kysely';
import type { ChangeState } from '../../../contract/change.ts';
import type { ChangeSetTable } from '../../../store/change-tables.ts';
import { insertIfAbsent } from '../../../store/queries.ts';
import type { Store } from '../../../store/store.ts';
import type { StoreTables } from '../../../store/tables.ts';
import { visibilityText } from '../past-visibility.ts';
import { Claims } from './claims.ts';
import { Inserts, IntentLines } from './intents.ts';
import { JournalListing, type ListOptions } from './listing.ts';
import { JournalPages, packedRows } from './pages.ts';
import type { JournalRow } from './row.ts';
import { marksOf } from './row-marks.ts';
import {
  columnsOf,
  type JournalSet,
  journalRow,
  type NewSet,
  type Request,
  rowOf,
  storedSet,
} from './stored.ts';
import { areAlone, type Intent, isLine, type WaitingIntent, writeBatch } from './waiting-intents.ts';

/** The end of a set is written with the next set, or after this time: each write waits for the disk. */
const endDelayMs = 500;

/** The most lines to write out together: they share pages of the file, but more would delay other work. */
const maxLines = 256;

export class Journal {
  readonly pages: JournalPages;
  /** Claims of requests with an Idempotency-Key. */
  readonly claims: Claims;
  readonly #store: Store;
  /** Committed sets whose end is not written yet. If the process dies first, the engine can still tell. */
  readonly #ended = new Set<string>();
  /** Those of them whose end is not in any line. */
  readonly #unrecorded = new Set<string>();
  #endTimer: NodeJS.Timeout | null = null;
  #isWritingOut = false;
  #intents: WaitingIntent[] = [];
  #isWritingIntents = false;
  readonly #inserts = new Inserts();
  readonly #lines: IntentLines;
  readonly #listing: JournalListing;

  constructor(store: Store) {
    this.#store = store;
    this.claims = new Claims(store);
    this.#lines = new IntentLines(store);
    this.pages = new JournalPages(store);
    this.#listing = new JournalListing(store, this.pages);
  }

  /** False if another request has the same Idempotency-Key. */
  claim(set: NewSet & { readonly request: Request }): Promise<boolean> {
    return this.#store.write(async (trx) => {
      const isFirst = await insertIfAbsent(trx, 'change_sets', columnsOf(set, 'intent', null));
      if (isFirst) await this.claims.add(trx, set.id);
      return isFirst;
    });
  }

  /** The set failed, so its key is free for a repetition. */
  async release(id: string): Promise<void> {
    await this.#store.write((trx) =>
      trx
        .updateTable('change_sets')
        .set({ request_key: null, request_digest: null })
        .where('id', '=', id)
        .where('state', '=', 'failed')
        .execute(),
    );
  }

  /** Prepares the commit of a long set. */
  async conclude({ id, request }: NewSet, reply: string | null): Promise<void> {
    if (request === null) return;
    await this.#store.write(async (trx) => {
      await this.claims.check(trx, id);
      await trx.updateTable('change_sets').set({ reply }).where('id', '=', id).execute();
    });
  }

  /** Opens a long set: its pages of rows follow, then COMMIT. */
  async open(set: NewSet, mark: string | null): Promise<void> {
    await this.#recordEnds();
    await this.#store.write(async (trx) => {
      await this.#openIn(trx, set, mark, null);
    });
  }

  async #openIn(
    trx: Transaction<StoreTables>,
    set: NewSet,
    mark: string | null,
    reply: string | null,
  ): Promise<void> {
    if (set.request === null) {
      await trx
        .insertInto('change_sets')
        .values(columnsOf(set, 'intent', mark))
        .execute();
      return;
    }
    await this.claims.check(trx, set.id);
    const { note, undoes } = set;
    const seen = visibilityText(set.pastVisibility);
    const known = { mark, note, undoes, seen, reply };
    await trx.updateTable('change_sets').set(known).where('id', '=', set.id).execute();
    // An earlier attempt may have been rolled back by the engine.
    await dropRows(trx, set.id);
  }

  #setOf(row: ChangeSetTable): JournalSet {
    const set = storedSet(row);
    return this.#ended.has(set.id) ? { ...set, state: 'done' } : set;
  }

  /**
   * Records what is about to be committed. Simultaneous intents share one disk write. `isAlone`: no other work is in
   * progress that a synchronous wait would hold up.
   */
  recordIntent(intent: Intent, isAlone: boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#intents.push({ ...intent, isAlone, resolve, reject });
    if (!this.#isWritingIntents) {
      this.#isWritingIntents = true;
      // Without other work, no other intent can come in this turn.
      if (isAlone) void this.#writeIntents();
      else setImmediate(() => void this.#writeIntents());
    }
    return promise;
  }

  async #writeIntents(): Promise<void> {
    while (this.#intents.length > 0) {
      const { lines = [], others = [] } = Object.groupBy(this.#intents, (intent) =>
        isLine(intent) ? 'lines' : 'others',
      );
      this.#intents = [];
      if (lines.length > 0) await writeBatch(lines, (some) => this.#writeLines(some));
      if (others.length > 0) await writeBatch(others, (some) => this.#writePages(some));
    }
    this.#isWritingIntents = false;
  }

  async #writeLines(intents: readonly WaitingIntent[]): Promise<void> {
    const lines = intents.map(({ set, mark, applied }) => ({
      set: columnsOf(set, 'intent', mark),
      rows: applied.map((one, n) => rowOf(set.id, n, one)),
    }));
    const ended = [...this.#unrecorded];
    await this.#lines.add(lines, ended, areAlone(intents));
    for (const id of ended) this.#unrecorded.delete(id);
  }

  async #writePages(intents: readonly WaitingIntent[]): Promise<void> {
    const packed = await Promise.all(
      intents.map(async (intent) => ({
        ...intent,
        pages: await packedRows(intent.set.id, intent.applied),
      })),
    );
    await this.#recordEnds();
    const write = async (trx: Transaction<StoreTables>) => {
      for (const { set, mark, reply, pages, applied } of packed) {
        await this.#openIn(trx, set, mark, reply);
        await this.#inserts.all(trx, 'change_pages', pages);
        await this.#inserts.all(trx, 'change_keys', marksOf(set.id, applied));
      }
    };
    // Waiting in another thread takes longer, which pays only if there is other work.
    await (areAlone(intents) ? this.#store.write(write) : this.#store.append(write));
  }

  /**
   * Writes ends that no line records before the next set is committed: that set may change the rows by which the
   * outcome could be told.
   */
  async #recordEnds(): Promise<void> {
    const ended = [...this.#unrecorded];
    if (ended.length === 0) return;
    await this.#lines.writeOut(ended);
    for (const id of ended) this.#unrecorded.delete(id);
  }

  /** The set was committed. */
  end(id: string): void {
    this.#ended.add(id);
    this.#unrecorded.add(id);
    if (this.#ended.size >= maxLines && !this.#isWritingOut) void this.written();
    else this.#endTimer ??= setTimeout(() => void this.written(), endDelayMs).unref();
  }

  /** Resolves when the ends of all sets are written; failed writes are retried later. */
  async written(): Promise<void> {
    if (this.#endTimer !== null) clearTimeout(this.#endTimer);
    this.#endTimer = null;
    const ended = [...this.#ended];
    if (ended.length === 0) return;
    this.#isWritingOut = true;
    try {
      await this.#lines.writeOut(ended);
      for (const id of ended) {
        this.#ended.delete(id);
        this.#unrecorded.delete(id);
      }
    } catch {
      this.#endTimer ??= setTimeout(() => void this.written(), 10 * endDelayMs).unref();
    } finally {
      this.#isWritingOut = false;
    }
  }

  async settle(id: string, state: ChangeState, reply: string | null = null): Promise<void> {
    await this.#lines.settled();
    await this.#store.write(async (trx) => {
      await trx
        .updateTable('change_sets')
        .set({ state, ...(reply === null ? {} : { reply }) })
        .where('id', '=', id)
        .execute();
      await this.claims.end(trx, id);
    });
  }

  /** Removes a set that failed without a trace. */
  async forget(id: string): Promise<void> {
    await this.#lines.settled();
    await this.#store.write(async (trx) => {
      await dropRows(trx, id);
      await trx.deleteFrom('change_sets').where('id', '=', id).execute();
      await this.claims.end(trx, id);
    });
  }

  async find(id: string): Promise<JournalSet | null> {
    // Engines refuse some texts that cannot be ids, such as those with a NUL.
    if (!/^[\w-]{20}$/.test(id)) return null;
    await this.#lines.settled();
    const row = await this.#store.read((db) =>
      db.selectFrom('change_sets').selectAll().where('id', '=', id).executeTakeFirst(),
    );
    return row === undefined ? null : this.#setOf(row);
  }

  async byRequest(key: string): Promise<JournalSet | null> {
    const row = await this.#store.read((db) =>
      db.selectFrom('change_sets').selectAll().where('request_key', '=', key).executeTakeFirst(),
    );
    return row === undefined ? null : this.#setOf(row);
  }

  /** All rows of a set; for a long set, those of its first page. */
  async rows(id: string): Promise<readonly JournalRow[]> {
    const few = (await this.fewRows([id])).get(id);
    if (few !== undefined) return few;
    const packed = await this.pages.packed(id);
    return packed.length > 0 ? packed : this.pages.rows(id, 0);
  }

  /** The rows of the small sets among these, by set id. */
  async fewRows(ids: readonly string[]): Promise<ReadonlyMap<string, readonly JournalRow[]>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#store.read((db) =>
      db.selectFrom('change_rows').selectAll().where('change_set', 'in', ids).orderBy('n').execute(),
    );
    const bySet = Map.groupBy(rows, ({ change_set: id }) => id);
    return new Map([...bySet].map(([id, own]) => [id, own.map(journalRow)]));
  }

  /** The sets with an unknown outcome. */
  async unsettled(): Promise<JournalSet[]> {
    await this.#lines.settled();
    const rows = await this.#store.read((db) =>
      db.selectFrom('change_sets').selectAll().where('state', '=', 'intent').execute(),
    );
    return rows.map((row) => this.#setOf(row));
  }

  /** Newest first. */
  async list(ask: ListOptions): Promise<{ sets: JournalSet[]; next: string | null }> {
    await this.#lines.settled();
    const { rows, next } = await this.#listing.list(ask);
    return { sets: rows.map((row) => this.#setOf(row)), next };
  }
}

async function dropRows(trx: Transaction<StoreTables>, id: string): Promise<void> {
  await trx.deleteFrom('change_rows').where('change_set', '=', id).execute();
  await trx.deleteFrom('change_pages').where('change_set', '=', id).execute();
  await trx.deleteFrom('change_keys').where('change_set', '=', id).execute();
}
