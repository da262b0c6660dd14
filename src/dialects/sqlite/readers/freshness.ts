// Whether what a connection caches of its file still matches the file.
// The engine caches pages and the schema, and drops them when the file's own counters show a write. That is enough as
// long as everyone writes through the engine. Copying another file over this one may or may not change the counters, so
// the engine could mix pages of two files. The file system's timestamps reveal every change.
import { hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import {
  type DatabaseFile,
  type FileState,
  isSameContent,
  isSameFile,
  isSameState,
} from '../../base/file.ts';
import { SqliteFailure } from './protocol.ts';

export class Freshness {
  readonly #file: DatabaseFile;
  readonly #counters: Counters;
  /** The file's state when the cached content was valid. */
  #found: FileState;
  #dataVersion: unknown;
  readonly #schemaVersion: unknown;
  /** Identifies this schema. */
  readonly schema: string;
  /** How often a write was noticed. */
  changes = 0;
  readonly #pageSize: bigint;
  /** Whether changes go to a write-ahead log first: then the file itself is written while others read it. */
  #hasLog: boolean;

  /** `found`: the file's state before it was opened. */
  constructor(db: Database, file: DatabaseFile, found: FileState) {
    this.#file = file;
    this.#found = found;
    this.#counters = countersOf(db);
    this.#dataVersion = this.#counters.data();
    this.#schemaVersion = this.#counters.schema();
    this.schema = this.#counters.schemaHash();
    this.#hasLog = this.#counters.hasLog();
    this.#pageSize = this.#counters.pageSize();
  }

  get found(): FileState {
    return this.#found;
  }

  get hasLog(): boolean {
    return this.#hasLog;
  }

  /**
   * Whether the connection may be used further, given the file's current state; only between transactions. If another
   * file has taken its place, the opened one is still read.
   */
  isUsable(now: FileState | null = this.#file.state()): boolean {
    if (now === null || !isSameFile(now, this.#found)) return true;
    if (this.#found.isSettled && isSameState(now, this.#found)) return true;
    if (now.size === 0n && this.#found.size > 0n) throw fileEmptied();
    const { data, schema, schemaHash, hasLog } = this.#counters;
    const dataVersion = data();
    if (schema() !== this.#schemaVersion) return false;
    const isSame = isSameContent(now, this.#found);
    // The engine keeps a file's log as long as any connection is open.
    if (!this.#hasLog || !isSame) this.#hasLog = hasLog();
    if (!isSame) {
      // Written past the engine, or by a program with another schema under the same number. A checkpoint of the log
      // looks the same, and costs a new connection now and then.
      if (dataVersion === this.#dataVersion || schemaHash() !== this.schema) return false;
    }
    if (dataVersion !== this.#dataVersion || !isSameState(now, this.#found)) this.changes++;
    this.#dataVersion = dataVersion;
    this.#found = now;
    return true;
  }

  /**
   * Within a transaction: whether the file is unchanged. Programs that respect the engine's locks cannot change it,
   * except from a non-empty log. Also checks that it consists of whole pages, because the engine reads a truncated last
   * page as zeros.
   */
  isUntouched(): boolean {
    const now = this.#file.fileState();
    if (now === null || !isSameFile(now, this.#found)) return true;
    return now.size % this.#pageSize === 0n && (isSameContent(now, this.#found) || this.#mayComeFromLog());
  }

  #mayComeFromLog(): boolean {
    return this.#hasLog && (this.#found.log !== null || this.#file.state()?.log !== null);
  }
}

export function fileEmptied(): SqliteFailure {
  return new SqliteFailure('JOINERY_EMPTY', 'the file is empty');
}

interface Counters {
  /** Changes whenever another connection writes through the engine, according to the engine's own counter. */
  data(): unknown;
  schema(): unknown;
  schemaHash(): string;
  hasLog(): boolean;
  pageSize(): bigint;
}

const everything = `select json_group_array(json_array(type, name, tbl_name, rootpage, sql)) from sqlite_schema`;

function countersOf(db: Database): Counters {
  const of = (sql: string) => {
    const statement = db.prepare(sql).pluck();
    return () => statement.get();
  };
  const data = of('pragma data_version');
  const schema = of('pragma schema_version');
  const mode = of('pragma journal_mode');
  const size = of('pragma page_size');
  const text = of(everything);
  return {
    data,
    schema,
    schemaHash: () => hash('sha1', String(text()), 'base64'),
    hasLog: () => mode() === 'wal',
    pageSize: () => BigInt(Number(size())),
  };
}
