// The store's SQLite file: private, durable, with prepared statements.
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import { firstOwnTables } from '../model/own-schema.ts';
import { Cache } from '../query/cache.ts';
import { StoreError } from './store.ts';
import type { StoreTables } from './tables.ts';

/** Preparing a statement takes longer than running most of them. */
function preparing(database: Sqlite.Database): SqliteDatabase {
  const known = new Cache<SqliteStatement>('sqlite statements');
  return {
    prepare: (text) => known.get(null, text, () => database.prepare(text)),
    close: () => database.close(),
  };
}

class WritingDriver extends SqliteDriver {
  readonly #database: Sqlite.Database;

  constructor(database: Sqlite.Database) {
    super({ database: preparing(database) });
    this.#database = database;
  }

  /** A transaction that begins by reading cannot always be upgraded to a writer, so begin as one. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** On a full disk SQLite has rolled back already; a second rollback would hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }
}

export function kyselyOf(database: Sqlite.Database, onStatement: () => void): Kysely<StoreTables> {
  const dialect = new SqliteDialect({ database });
  const own = {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => new WritingDriver(database),
    createIntrospector: (db: Kysely<unknown>) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
  return new Kysely({ dialect: own, log: onStatement });
}

/** Identifies the file itself; null if there is none. */
export function identityOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
}

/**
 * Throws if what is there cannot become a store, before anything of it is changed: a device or a folder, or a database
 * of another program.
 */
export function checkPlace(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isFile()) throw new StoreError(`The state store ${file} is no file: name one with --state.`);
  if (found.size === 0 || !isOthers(file)) return;
  throw new StoreError(
    `The state store needs a file of its own, and ${file} has the tables of another program: name another file with --state.`,
  );
}

function isOthers(file: string): boolean {
  const database = new Sqlite(file, { readonly: true, timeout: 0 });
  try {
    const names = database
      .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite!_%' escape '!'")
      .pluck()
      .all();
    return names.length > 0 && !names.includes(firstOwnTables[0]);
  } finally {
    database.close();
  }
}

/**
 * With the folders around it. Node's own recursion never returns where a folder is there and yet takes no other, as on
 * /proc or some network mounts.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(folder)) throw error;
  }
}

/** SQLite gives the files it puts beside it the same mode. */
export function makePrivate(file: string): void {
  makeFolder(dirname(file));
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
}

/** No lock timeout: waiting would block the whole process. Busy operations are retried later instead. */
export function connected(file: string): Sqlite.Database {
  const database = new Sqlite(file, { timeout: 0 });
  try {
    database.pragma('journal_mode = wal');
    // Acknowledged writes survive a power cut.
    database.pragma('synchronous = full');
    database.pragma('foreign_keys = on');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
