// The state store in tables of a database server.
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { SilenceClock } from '../dialects/base/clock.ts';
import type { ChangeIntentTable } from './change-tables.ts';
import { type EngineWords, transacted, tried } from './engine.ts';
import { isStore, migrate } from './migrate.ts';
import { type Look, RowGathering } from './row-gathering.ts';
import { noStore, type RowOf, type Store, StoreError, storeUnavailable } from './store.ts';
import type { KeyedTable, StoreTables } from './tables.ts';

/** Connections of one process; a look at a session is short, and those of one moment share one. */
export const poolSize = 4;
/** A store that does not answer for so long is away. */
export const silenceMs = 5_000;
/** How long connections may take to end. */
const patienceMs = 1_000;

export interface ServerStoreOptions {
  readonly db: Kysely<StoreTables>;
  readonly words: EngineWords;
  /** The shortest way to rows by their keys. */
  readonly look: Look;
  readonly display: string;
}

export class ServerStore implements Store {
  readonly display: string;
  readonly #db: Kysely<StoreTables>;
  readonly #words: EngineWords;
  readonly #rows: RowGathering;
  readonly #look: Look;
  readonly #clock = new SilenceClock(silenceMs);

  constructor({ db, words, look, display }: ServerStoreOptions) {
    this.#db = db;
    this.#words = words;
    this.display = display;
    this.#look = look;
    this.#rows = new RowGathering((wanted) => tried(words, () => look.look(wanted)));
  }

  read<T>(work: (db: Kysely<StoreTables>) => Promise<T>): Promise<T> {
    return this.#inTime(tried(this.#words, () => work(this.#db)));
  }

  write<T>(work: Parameters<typeof transacted<T>>[2]): Promise<T> {
    return transacted(this.#words, this.#db, work);
  }

  append<T>(work: Parameters<typeof transacted<T>>[2]): Promise<T> {
    return this.write(work);
  }

  async addLines(lines: readonly ChangeIntentTable[]): Promise<void> {
    await this.write((trx) =>
      trx
        .insertInto('change_intents')
        .values([...lines])
        .execute(),
    );
  }

  row<Name extends KeyedTable>(table: Name, key: string): Promise<RowOf<Name>> {
    return this.#inTime(this.#rows.row(table, key));
  }

  /** Who waits for a connection, or for the look before theirs, has no more time than who has it. Nothing is written here. */
  #inTime<T>(reading: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const watched = this.#clock.watch(() => reject(storeUnavailable(new Error('the store is silent'))));
      reading.then(
        (found) => {
          watched.stop();
          resolve(found);
        },
        (error: unknown) => {
          watched.stop();
          reject(error);
        },
      );
    });
  }

  async ping(): Promise<void> {
    await this.read((db) => db.selectFrom('migrations').select('name').limit(1).execute());
  }

  /** The drivers wait for the server to close their connections, and one that does not answer never would. */
  async close(): Promise<void> {
    const closing = Promise.all([this.#look.close?.(), this.#db.destroy()]);
    const late = new AbortController();
    const givenUp = delay(patienceMs, undefined, { signal: late.signal }).catch(() => {});
    try {
      await Promise.race([closing, givenUp]);
    } finally {
      late.abort();
      closing.catch(() => {});
    }
  }

  async prepare(mustBeThere: boolean): Promise<void> {
    if (mustBeThere && !(await isStore(this.#db, this.#words))) throw noStore(this.display);
    await migrate(this.#db, this.#words, this.display);
  }
}

/** The store by the first of several ways to its server that leads there. One that was reached and refused is final. */
export async function firstPrepared<Way>(
  ways: Iterable<Way>,
  mustBeThere: boolean,
  open: (way: Way) => ServerStore,
): Promise<ServerStore> {
  let failure: unknown;
  for (const way of ways) {
    const store = open(way);
    try {
      await store.prepare(mustBeThere);
      return store;
    } catch (error) {
      await store.close();
      if (error instanceof StoreError) throw error;
      failure = error;
    }
  }
  throw failure;
}
