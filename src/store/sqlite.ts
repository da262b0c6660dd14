// The state store in a separate SQLite file, created when something is first saved.
import { existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import Sqlite from 'better-sqlite3';
import { type Kysely, sql } from 'kysely';
import type { ChangeIntentTable } from './change-tables.ts';
import { patienceMs, type StoreEngine, translateFailure, withRetries } from './engine.ts';
import { KnownRows } from './known-rows.ts';
import { isStore, migrate } from './migrate.ts';
import { Silence } from './silence.ts';
import { checkPlace, connected, identityOf, kyselyOf, makePrivate } from './sqlite-file.ts';
import { SqliteLines } from './sqlite-lines.ts';
import { noStore, type RowOf, type Store, storeUnavailable, type Work } from './store.ts';
import { type KeyedTable, keyColumns, keyedTables, type StoreTables } from './tables.ts';

const engine: StoreEngine = {
  types: { key: sql`text`, text: sql`text`, integer: sql`integer` },
  hasTransactionalDdl: true,
  prepare: async () => {},
  isAlreadyThere: () => false,
  isMissing: (error) => error instanceof Error && error.message.startsWith('no such table'),
  isRolledBack: (error) => codeOf(error).startsWith('SQLITE_BUSY'),
  isAway: (error) =>
    /^(SQLITE_(FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB|PERM|AUTH|PROTOCOL)|E[A-Z]+$)/.test(codeOf(error)),
};

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

const withoutWaiting = sql`pragma synchronous = normal`;
const withWaiting = sql`pragma synchronous = full`;

/** What is open once the file exists. */
interface Opened {
  /** Identifies the file, even if it is renamed. */
  readonly identity: string | null;
  readonly writer: Kysely<StoreTables>;
  /** Reads continue during a write. */
  readonly reader: Kysely<StoreTables>;
  readonly rows: KnownRows;
  readonly lines: SqliteLines;
  /** Opens the WAL file. */
  log(): Promise<FileHandle>;
  close(): Promise<void>;
}

export interface SqliteStoreOptions {
  readonly file: string;
  /** Called after each statement; for tests. */
  readonly onStatement?: () => void;
}

export class SqliteStore implements Store {
  readonly display: string;
  readonly file: string;
  readonly #onStatement: () => void;
  #opened: Opened | null = null;
  #opening: Promise<Opened> | null = null;
  /** Handles of files that were replaced; they may still be in use. */
  readonly #left: Opened[] = [];
  /** Read from while there is no file. */
  #empty: Promise<Kysely<StoreTables>> | null = null;
  #isClosed = false;
  /** Another process's write that does not end. Reads continue meanwhile. */
  readonly #silence = new Silence();

  constructor({ file, onStatement = () => {} }: SqliteStoreOptions) {
    this.display = file;
    this.file = file;
    this.#onStatement = onStatement;
  }

  async read<T>(work: (db: Kysely<StoreTables>) => Promise<T>): Promise<T> {
    const opened = this.#current() ?? (existsSync(this.file) ? await this.#open() : null);
    const db = opened?.reader ?? (await this.#nothing());
    return withRetries(engine, () => work(db));
  }

  async write<T>(work: Work<T>): Promise<T> {
    const { writer, rows } = this.#current() ?? (await this.#open());
    try {
      return await this.#written(() => writer.transaction().execute(work));
    } finally {
      rows.invalidate();
    }
  }

  /** COMMIT does not sync; another thread does. Together they are as durable as a normal COMMIT. */
  async append<T>(work: Work<T>): Promise<T> {
    const { writer, rows, log } = this.#current() ?? (await this.#open());
    try {
      const result = await this.#written(() =>
        writer.connection().execute(async (db) => {
          await withoutWaiting.execute(db);
          try {
            return await db.transaction().execute(work);
          } finally {
            await withWaiting.execute(db);
          }
        }),
      );
      await withRetries(engine, async () => (await log()).datasync());
      return result;
    } finally {
      rows.invalidate();
    }
  }

  async addLines(lines: readonly ChangeIntentTable[], isAlone: boolean): Promise<void> {
    const opened = this.#current() ?? (await this.#open());
    try {
      await opened.lines.add(lines, isAlone);
    } catch (error) {
      if (!engine.isRolledBack(error)) throw translateFailure(engine, error);
      // Another process is writing: wait for it.
      await this.append((trx) =>
        trx
          .insertInto('change_intents')
          .values([...lines])
          .execute(),
      );
    } finally {
      opened.rows.invalidate();
    }
  }

  row<Name extends KeyedTable>(table: Name, key: string): RowOf<Name> | Promise<RowOf<Name>> {
    if (this.#opened === null) return this.#firstRow(table, key);
    try {
      return this.#opened.rows.get(table, key);
    } catch (error) {
      // It may be busy for a moment while another process checkpoints.
      const { rows } = this.#opened;
      if (engine.isRolledBack(error)) return withRetries(engine, async () => rows.get(table, key));
      throw translateFailure(engine, error);
    }
  }

  async ping(): Promise<void> {
    if (this.#opened === null && !existsSync(this.file)) return;
    await this.read((db) => db.selectFrom('migrations').select('name').limit(1).execute());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#opening?.catch(() => null))?.close();
    for (const opened of this.#left) await opened.close();
    await (await this.#empty)?.destroy();
  }

  /** Creates the file if there is none. */
  async prepare(mustExist = false): Promise<void> {
    if (mustExist) await this.#expect();
    if (this.#opened === null) await this.#open();
  }

  /** Checked before anything is written: the file may not be a store. */
  async #expect(): Promise<void> {
    if (!existsSync(this.file)) throw noStore(this.display);
    const database = await withRetries(engine, async () => new Sqlite(this.file, { readonly: true }));
    try {
      const db = kyselyOf(database, () => {});
      if (!(await isStore(db, engine))) throw noStore(this.display);
    } finally {
      database.close();
    }
  }

  /**
   * The open handles, as long as they belong to the file at this path. Writes to a deleted file succeed and are lost,
   * so a store without its file is unavailable until the file is back; a new file in its place is opened.
   */
  #current(): Opened | null {
    if (this.#opened === null) return null;
    const identity = identityOf(this.file);
    if (identity === this.#opened.identity) return this.#opened;
    if (identity === null) throw storeUnavailable(new Error(`the file ${this.file} is gone`));
    this.#left.push(this.#opened);
    this.#opened = null;
    this.#opening = null;
    return null;
  }

  async #written<T>(work: () => Promise<T>): Promise<T> {
    const askedAt = performance.now();
    const waitMs = this.#silence.timeoutFor(patienceMs);
    try {
      const result = await withRetries(engine, work, waitMs);
      this.#silence.noteAnswer();
      return result;
    } catch (error) {
      const waitedMs = performance.now() - askedAt;
      if (waitMs > 0 && waitedMs >= waitMs) this.#silence.noteTimeout(waitedMs);
      throw error;
    }
  }

  async #firstRow<Name extends KeyedTable>(table: Name, key: string): Promise<RowOf<Name>> {
    if (!existsSync(this.file)) return undefined;
    const { rows } = await this.#open();
    return withRetries(engine, async () => rows.get(table, key));
  }

  #nothing(): Promise<Kysely<StoreTables>> {
    this.#empty ??= (async () => {
      const db = kyselyOf(new Sqlite(':memory:'), () => {});
      await migrate(db, engine, this.display);
      return db;
    })();
    return this.#empty;
  }

  #open(): Promise<Opened> {
    this.#opening ??= this.#openNow().catch((error: unknown) => {
      this.#opening = null;
      throw translateFailure(engine, error);
    });
    return this.#opening;
  }

  async #openNow(): Promise<Opened> {
    if (this.#isClosed) throw new Error('the store is closed');
    await withRetries(engine, async () => checkPlace(this.file));
    makePrivate(this.file);
    const connections: Sqlite.Database[] = [];
    const connect = async () => {
      const database = await withRetries(engine, async () => connected(this.file));
      connections.push(database);
      return kyselyOf(database, this.#onStatement);
    };
    try {
      const writer = await connect();
      await migrate(writer, engine, this.display);
      const reader = await connect();
      const [, reading] = connections;
      if (reading === undefined) throw new Error('there is no connection for reading');
      const rows = knownRows(reading);
      const writing = await withRetries(engine, async () => connected(this.file));
      connections.push(writing);
      let opening: Promise<FileHandle> | null = null;
      const log = () => {
        opening ??= open(`${this.file}-wal`, 'r+');
        return opening;
      };
      const lines = new SqliteLines(writing, log);
      const close = async () => {
        await (await opening)?.close();
        for (const connection of connections) connection.close();
      };
      this.#opened = { identity: identityOf(this.file), writer, reader, rows, lines, log, close };
      return this.#opened;
    } catch (error) {
      for (const connection of connections) connection.close();
      throw error;
    }
  }
}

function knownRows(database: Sqlite.Database): KnownRows {
  const version = database.prepare('pragma data_version').pluck();
  const statements = new Map(
    keyedTables.map((table) => [
      table,
      database.prepare<[string]>(`select * from ${table} where ${keyColumns[table]} = ?`),
    ]),
  );
  return new KnownRows(
    () => version.get(),
    (table, key) => statements.get(table)?.get(key),
  );
}
