// The state store on a database server.
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely, LogEvent } from 'kysely';
import { SilenceClock } from '../dialects/base/clock.ts';
import type { ChangeIntentTable } from './change-tables.ts';
import { type StoreEngine, withRetries } from './engine.ts';
import { isStore, migrate } from './migrate.ts';
import { RowGathering, type RowReader } from './row-gathering.ts';
import { Silence } from './silence.ts';
import { noStore, type RowOf, type Store, StoreError, storeUnavailable, type Work } from './store.ts';
import type { KeyedTable, StoreTables } from './tables.ts';

/** The connections of one process; session look-ups are short, and simultaneous ones share one. */
export const poolSize = 4;
/** A store silent for this long is unavailable. */
export const silenceMs = 5_000;
/** Timers may fire a little early. */
const graceMs = 50;
/** How long to wait for connections to close. */
const patienceMs = 1_000;

export interface ServerStoreOptions {
  /** Receives a listener for every statement. */
  readonly db: (log: (event: LogEvent) => void) => Kysely<StoreTables>;
  readonly onStatement: (event: LogEvent) => void;
  readonly engine: StoreEngine;
  /** The fast path to rows by key. */
  readonly rowReader: RowReader;
  readonly display: string;
}

export class ServerStore implements Store {
  readonly display: string;
  readonly #db: Kysely<StoreTables>;
  readonly #engine: StoreEngine;
  readonly #rows: RowGathering;
  readonly #rowReader: RowReader;
  readonly #clock = new SilenceClock(silenceMs);
  readonly #silence = new Silence();

  constructor({ db, onStatement, engine, rowReader, display }: ServerStoreOptions) {
    this.#db = db((event) => {
      this.#note(event);
      onStatement(event);
    });
    this.#engine = engine;
    this.display = display;
    this.#rowReader = rowReader;
    this.#rows = new RowGathering((wanted) => withRetries(engine, () => rowReader.read(wanted)));
  }

  read<T>(work: (db: Kysely<StoreTables>) => Promise<T>): Promise<T> {
    return this.#inTime(() => withRetries(this.#engine, () => work(this.#db)));
  }

  /** Nothing is written until the work begins, so a write waiting for a connection can time out like a read. */
  write<T>(work: Work<T>): Promise<T> {
    const once = (begin: () => void) =>
      this.#db.transaction().execute((trx) => {
        begin();
        return work(trx);
      });
    return withRetries(this.#engine, () => this.#inTime(once));
  }

  append<T>(work: Work<T>): Promise<T> {
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

  async row<Name extends KeyedTable>(table: Name, key: string): Promise<RowOf<Name>> {
    const row = await this.#inTime(() => this.#rows.row(table, key));
    this.#silence.noteAnswer();
    return row;
  }

  /**
   * Waiting for a connection, or for an earlier look, counts towards the timeout. Work that has begun is never reported
   * as timed out, and work reported as timed out never begins.
   */
  async #inTime<T>(asked: (begin: () => void) => Promise<T>): Promise<T> {
    const leftMs = this.#silence.timeoutFor(silenceMs);
    if (leftMs === 0) throw storeUnavailable(new Error('the store was silent a moment ago'));
    return new Promise((resolve, reject) => {
      let isLate = false;
      const watched = this.#clock.watch(() => {
        isLate = true;
        this.#silence.noteTimeout(leftMs);
        reject(storeUnavailable(new Error('the store is silent')));
      }, silenceMs - leftMs);
      const begin = () => {
        if (isLate) throw new Error('it was told to be over');
        watched.stop();
      };
      asked(begin).then(
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

  #note({ level, queryDurationMillis: tookMs }: LogEvent): void {
    if (level === 'query') this.#silence.noteAnswer();
    else if (tookMs >= silenceMs - graceMs) this.#silence.noteTimeout(tookMs);
  }

  async ping(): Promise<void> {
    await this.read((db) => db.selectFrom('migrations').select('name').limit(1).execute());
  }

  /** The drivers wait for the server to close their connections, which an unresponsive server never does. */
  async close(): Promise<void> {
    const closing = Promise.all([this.#rowReader.close?.(), this.#db.destroy()]);
    const late = new AbortController();
    const givenUp = delay(patienceMs, undefined, { signal: late.signal }).catch(() => {});
    try {
      await Promise.race([closing, givenUp]);
    } finally {
      late.abort();
      closing.catch(() => {});
    }
  }

  async prepare(mustExist: boolean): Promise<void> {
    if (mustExist && !(await isStore(this.#db, this.#engine))) throw noStore(this.display);
    await migrate(this.#db, this.#engine, this.display);
  }
}

/** Opens the store by the first way that reaches its server. A refusal by a reachable server is final. */
export async function firstPrepared<Way>(
  ways: Iterable<Way>,
  mustExist: boolean,
  open: (way: Way) => ServerStore,
): Promise<ServerStore> {
  let failure: unknown;
  for (const way of ways) {
    const store = open(way);
    try {
      await store.prepare(mustExist);
      return store;
    } catch (error) {
      await store.close();
      if (error instanceof StoreError) throw error;
      failure = error;
    }
  }
  throw failure;
}
