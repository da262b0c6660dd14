// The journal of changes in the state store: what was about to be done, and what became of it.
import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { ChangeState, Op } from '../../contract/change.ts';
import { membersOf } from '../../contract/json-parts.ts';
import { Problem } from '../../contract/problem.ts';
import type { Store } from '../../store/store.ts';
import type { ChangePageTable, ChangeRowTable, ChangeSetTable, StoreTables } from '../../store/tables.ts';
import type { Applied } from './apply.ts';
import { type Image, imageText, keyOf, objectText } from './image.ts';
import { Inserts, IntentLines } from './intents.ts';
import type { JournalRow } from './journal-row.ts';
import { hasRow, type JournalPage, pageEntity, pageRows, pageSize, pageText } from './page-text.ts';

/** A set as the journal has it, without its rows. */
export interface JournalSet {
  readonly id: string;
  readonly state: ChangeState;
  readonly user: string | null;
  readonly note: string | null;
  readonly at: number;
  readonly undoes: string | null;
  readonly mark: string | null;
  readonly request: Request | null;
  readonly reply: string | null;
}

/** What an Idempotency-Key stands for. */
export interface Request {
  readonly key: string;
  readonly digest: string;
}

export interface NewSet {
  readonly id: string;
  readonly user: string | null;
  readonly note: string | null;
  readonly at: number;
  readonly undoes: string | null;
  readonly request: Request | null;
}

/** What is about to be committed. */
export interface Intent {
  readonly set: NewSet;
  readonly mark: string | null;
  readonly applied: readonly Applied[];
}

/** One that somebody waits for. */
interface WaitingIntent extends Intent {
  readonly isAlone: boolean;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export interface ListAsk {
  readonly limit: number;
  /** From the page before. */
  readonly after: string | null;
  readonly entity: string | null;
  /** As the journal has them, of which one is enough; null for all records of the entity. */
  readonly keys: readonly string[] | null;
  /** Whose sets; undefined for everybody's. */
  readonly user: string | null | undefined;
}

/** A set with more rows is not written as a line, and its rows are packed. */
const mostInLine = 20;
/** Rows that are packed together. */
const mostPacked = 2_000;

export function newSetId(): string {
  return randomBytes(15).toString('base64url');
}

/** The end of a set is written down with the next one, or after so long: each write waits for the disk. */
const restMs = 100;

export class Journal {
  readonly #store: Store;
  /** Committed sets whose end is not written down yet. Where the process ends before, the engine tells it later. */
  readonly #ended = new Set<string>();
  /** Those of them that no line tells of. */
  readonly #untold = new Set<string>();
  #resting: NodeJS.Timeout | null = null;
  #intents: WaitingIntent[] = [];
  #isIntending = false;
  readonly #inserts = new Inserts();
  readonly #lines: IntentLines;

  constructor(store: Store) {
    this.#store = store;
    this.#lines = new IntentLines(store);
  }

  /** False where another request has the same Idempotency-Key. */
  async claim(set: NewSet & { readonly request: Request }): Promise<boolean> {
    try {
      await this.#store.write((trx) =>
        trx
          .insertInto('change_sets')
          .values(columnsOf(set, 'intent', null))
          .execute(),
      );
      return true;
    } catch (error) {
      // Engines tell in words of their own that another request was faster. A look tells it in ours.
      if ((await this.byRequest(set.request.key)) !== null) return false;
      throw error;
    }
  }

  /** A long set is about to be made: its rows follow in pages, and then COMMIT. */
  async open(set: NewSet, mark: string | null): Promise<void> {
    await this.#store.write(async (trx) => {
      await this.#openIn(trx, set, mark);
    });
  }

  /** Adds pages, the first of which is number `from`, counted from 0. */
  async addPages(id: string, from: number, pages: readonly JournalPage[]): Promise<void> {
    const rows = await Promise.all(
      pages.map(async (page, i): Promise<ChangePageTable> => {
        const about = { change_set: id, n: from + i, entity: pageEntity(page) };
        return { ...about, size: pageSize(page), body: await pageText(page) };
      }),
    );
    await this.#store.write((trx) => trx.insertInto('change_pages').values(rows).execute());
  }

  /** How many rows each page of a long set has; none for sets that are not long. */
  async pageSizes(id: string): Promise<number[]> {
    const pages = await this.#store.read((db) =>
      db
        .selectFrom('change_pages')
        .select('size')
        .where('change_set', '=', id)
        .where('n', '>=', 0)
        .orderBy('n')
        .execute(),
    );
    return pages.map(({ size }) => Number(size));
  }

  async page(id: string, n: number): Promise<JournalRow[]> {
    const body = await this.#pageBody(id, n);
    return body === null ? [] : pageRows(body);
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

  async #openIn(trx: Transaction<StoreTables>, set: NewSet, mark: string | null): Promise<void> {
    if (set.request === null) {
      await trx
        .insertInto('change_sets')
        .values(columnsOf(set, 'intent', mark))
        .execute();
      return;
    }
    const { note, undoes } = set;
    await trx.updateTable('change_sets').set({ mark, note, undoes }).where('id', '=', set.id).execute();
    // The engine may have rolled an earlier attempt back.
    await dropRows(trx, set.id);
  }

  #setOf(row: ChangeSetTable): JournalSet {
    const set = storedSet(row);
    return this.#ended.has(set.id) ? { ...set, state: 'done' } : set;
  }

  /**
   * What is about to be committed. Intents of the same moment, and those that come while others wait for the disk, wait for it
   * together. `isAlone`: nobody else is at work, whom the wait for the disk would hold up.
   */
  intend(intent: Intent, isAlone: boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#intents.push({ ...intent, isAlone, resolve, reject });
    if (!this.#isIntending) {
      this.#isIntending = true;
      setImmediate(() => void this.#writeIntents());
    }
    return promise;
  }

  async #writeIntents(): Promise<void> {
    while (this.#intents.length > 0) {
      const intents = this.#intents;
      this.#intents = [];
      await this.#writeTogether(intents);
    }
    this.#isIntending = false;
  }

  async #writeTogether(intents: readonly WaitingIntent[]): Promise<void> {
    try {
      await this.#writeDown(intents);
      for (const { resolve } of intents) resolve();
    } catch (error) {
      const [only, ...others] = intents;
      if (others.length === 0) return only?.reject(error);
      // What is wrong with one of them is not the fault of the others.
      for (const intent of intents) await this.#writeDown([intent]).then(intent.resolve, intent.reject);
    }
  }

  async #writeDown(intents: readonly WaitingIntent[]): Promise<void> {
    // Those that are known by a key stand there already, and long ones are no lines.
    const isLine = ({ set, applied }: Intent) => set.request === null && applied.length <= mostInLine;
    const lines = intents.filter(isLine).map(({ set, mark, applied }) => ({
      set: columnsOf(set, 'intent', mark),
      rows: applied.map((one, n) => rowOf(set.id, n, one)),
    }));
    const others = await Promise.all(
      intents
        .filter((intent) => !isLine(intent))
        .map(async (intent) => ({ ...intent, pages: await packedRows(intent) })),
    );
    const ended = [...this.#untold];
    const write = async (trx: Transaction<StoreTables>) => {
      await this.#lines.add(trx, lines, ended);
      if (lines.length === 0) await endIn(trx, ended);
      for (const { set, mark, pages } of others) {
        await this.#openIn(trx, set, mark);
        await this.#inserts.all(trx, 'change_pages', pages);
      }
    };
    // To wait in another thread takes longer, if nobody has anything to do meanwhile.
    await (intents.every(({ isAlone }) => isAlone) ? this.#store.write(write) : this.#store.append(write));
    for (const id of ended) this.#untold.delete(id);
  }

  /** It was committed. */
  end(id: string): void {
    this.#ended.add(id);
    this.#untold.add(id);
    this.#resting ??= setTimeout(() => void this.written(), restMs).unref();
  }

  /** When the ends of all sets stand there; those that cannot be written down now are tried again later. */
  async written(): Promise<void> {
    if (this.#resting !== null) clearTimeout(this.#resting);
    this.#resting = null;
    const ended = [...this.#ended];
    if (ended.length === 0) return;
    try {
      await this.#lines.writeOut(ended);
      for (const id of ended) {
        this.#ended.delete(id);
        this.#untold.delete(id);
      }
    } catch {
      this.#resting ??= setTimeout(() => void this.written(), 10 * restMs).unref();
    }
  }

  async settle(id: string, state: ChangeState, reply: string | null = null): Promise<void> {
    await this.#lines.settled();
    await this.#store.write((trx) =>
      trx
        .updateTable('change_sets')
        .set({ state, ...(reply === null ? {} : { reply }) })
        .where('id', '=', id)
        .execute(),
    );
  }

  /** Nothing of it happened, and nobody needs to know. */
  async forget(id: string): Promise<void> {
    await this.#lines.settled();
    await this.#store.write(async (trx) => {
      await dropRows(trx, id);
      await trx.deleteFrom('change_sets').where('id', '=', id).execute();
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

  /** All rows of a set; of a long one those of its first page. */
  async rows(id: string): Promise<JournalRow[]> {
    const rows = await this.#ownRows(id);
    if (rows.length > 0) return rows;
    const packed = await this.#packedRows(id);
    return packed.length > 0 ? packed : this.page(id, 0);
  }

  async #packedRows(id: string): Promise<JournalRow[]> {
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

  async #ownRows(id: string): Promise<JournalRow[]> {
    const rows = await this.#store.read((db) =>
      db.selectFrom('change_rows').selectAll().where('change_set', '=', id).orderBy('n').execute(),
    );
    return rows.map((row) => ({
      // Written by rowOf below.
      op: row.op as Op,
      entity: row.entity,
      isCascade: Number(row.is_cascade) === 1,
      key: membersOf(row.row_key),
      before: imageIn(row.before_row, row.before_kept),
      after: imageIn(row.after_row, row.after_kept),
    }));
  }

  /** The sets that have a row with such a key in a page: a page is one text, which has to be looked through. */
  async #packedWith(entity: string, keys: readonly string[]): Promise<string[]> {
    const sets = await this.#store.read((db) =>
      db.selectFrom('change_pages').select('change_set').distinct().where('entity', '=', entity).execute(),
    );
    const found: string[] = [];
    for (const { change_set: id } of sets) if (await this.#hasPacked(id, entity, keys)) found.push(id);
    return found;
  }

  async #hasPacked(id: string, entity: string, keys: readonly string[]): Promise<boolean> {
    const pages = await this.#store.read((db) =>
      db.selectFrom('change_pages').select('n').where('change_set', '=', id).execute(),
    );
    for (const { n } of pages) {
      const page = await this.#pageBody(id, Number(n));
      if (page !== null && (await hasRow(page, entity, keys))) return true;
    }
    return false;
  }

  /** Those of which nobody has told what became of them. */
  async unsettled(): Promise<JournalSet[]> {
    await this.#lines.settled();
    const rows = await this.#store.read((db) =>
      db.selectFrom('change_sets').selectAll().where('state', '=', 'intent').execute(),
    );
    return rows.map((row) => this.#setOf(row));
  }

  /** The newest first. */
  async list({
    limit,
    after,
    entity,
    keys,
    user,
  }: ListAsk): Promise<{ sets: JournalSet[]; next: string | null }> {
    const from = after === null ? null : placeIn(after);
    await this.#lines.settled();
    const packed = entity === null || keys === null ? [] : await this.#packedWith(entity, keys);
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
        query = query.where((where) => {
          const rows = where('id', 'in', (inner) => {
            const all = inner
              .selectFrom('change_rows')
              .select('change_set')
              .where('change_rows.entity', '=', entity);
            return keys === null ? all : all.where('row_key', 'in', [...keys, '']);
          });
          return where.or([
            rows,
            keys === null
              ? where('id', 'in', (inner) =>
                  inner
                    .selectFrom('change_pages')
                    .select('change_set')
                    .where('change_pages.entity', '=', entity),
                )
              : where('id', 'in', ['', ...packed]),
          ]);
        });
      }
      return query
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
    });
    const sets = rows.slice(0, limit).map((row) => this.#setOf(row));
    const last = sets.at(-1);
    return { sets, next: rows.length > limit && last !== undefined ? `${last.at}.${last.id}` : null };
  }
}

/** The rows of a set that has many, some to a page; a page without rows for each further table, by which the set is found. */
async function packedRows({ set, applied }: Intent): Promise<ChangePageTable[]> {
  const parts: Applied[][] = [];
  for (let from = 0; from < applied.length; from += mostPacked) {
    parts.push(applied.slice(from, from + mostPacked));
  }
  const told = new Set(parts.map(pageEntity));
  const others = new Set(applied.map(({ entity }) => entity.name)).difference(told);
  const texts = await Promise.all([...parts, ...[...others].map(() => [])].map(pageText));
  return [...parts.map(pageEntity), ...others].map((entity, i) => ({
    change_set: set.id,
    n: -1 - i,
    entity,
    size: parts[i]?.length ?? 0,
    body: texts[i] ?? '',
  }));
}

async function endIn(trx: Transaction<StoreTables>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.updateTable('change_sets').set({ state: 'done' }).where('id', 'in', ids).execute();
}

async function dropRows(trx: Transaction<StoreTables>, id: string): Promise<void> {
  await trx.deleteFrom('change_rows').where('change_set', '=', id).execute();
  await trx.deleteFrom('change_pages').where('change_set', '=', id).execute();
}

function placeIn(after: string): { at: number; id: string } {
  const [, at, id] = /^(\d{1,16})\.([\w-]{20})$/.exec(after) ?? [];
  if (at !== undefined && id !== undefined) return { at: Number(at), id };
  throw new Problem('malformed-request', 'The parameter "after" must be from the Link of the page before.');
}

function columnsOf(set: NewSet, state: ChangeState, mark: string | null): ChangeSetTable {
  return {
    id: set.id,
    state,
    username: set.user,
    note: set.note,
    at: set.at,
    undoes: set.undoes,
    mark,
    request_key: set.request?.key ?? null,
    request_digest: set.request?.digest ?? null,
    reply: null,
  };
}

function storedSet(row: ChangeSetTable): JournalSet {
  const { request_key: key, request_digest: digest } = row;
  return {
    id: row.id,
    // Written by this file.
    state: row.state as ChangeState,
    user: row.username,
    note: row.note,
    at: Number(row.at),
    undoes: row.undoes,
    mark: row.mark,
    request: key === null || digest === null ? null : { key, digest },
    reply: row.reply,
  };
}

function rowOf(set: string, n: number, { op, entity, isCascade, before, after }: Applied): ChangeRowTable {
  const image = after ?? before ?? new Map();
  return {
    change_set: set,
    n,
    entity: entity.name,
    op,
    is_cascade: isCascade ? 1 : 0,
    row_key: objectText(keyOf(entity, image)),
    before_row: before === null ? null : imageText(before, entity.columns),
    before_kept: before === null ? null : keptText(before),
    after_row: after === null ? null : imageText(after, entity.columns),
    after_kept: after === null ? null : keptText(after),
  };
}

function keptText(image: Image): string {
  return objectText(
    [...image].flatMap(([name, { kept }]) => (kept === null ? [] : [[name, JSON.stringify(kept)] as const])),
  );
}

function imageIn(shown: string | null, kept: string | null): Image | null {
  if (shown === null) return null;
  const keptTexts = membersOf(kept ?? '{}');
  return new Map(
    [...membersOf(shown)].map(([name, text]) => {
      const own = keptTexts.get(name);
      return [name, { shown: text, kept: own === undefined ? null : String(JSON.parse(own)) }];
    }),
  );
}
