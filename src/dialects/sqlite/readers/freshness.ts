// Whether what a connection keeps of its file is still what the file holds.
//
// The engine keeps pages and the schema, and drops them when the file's own counters tell that somebody wrote. That is
// enough among those who write through the engine. Who copies another file over this one changes the counters or not,
// as it happens: the engine would go on with pages of two files. The system tells of every change when the last one was.
import { hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { type DatabaseFile, type Found, isSameContent, isSameFile, isSameState } from '../../base/file.ts';
import { SqliteFailure } from './protocol.ts';

export class Freshness {
  readonly #file: DatabaseFile;
  readonly #counters: Counters;
  /** How the file was when what is kept of it was true. */
  #found: Found;
  #dataVersion: unknown;
  readonly #schemaVersion: unknown;
  /** Tells this schema from others. */
  readonly schema: string;
  /** How often something was found to have been written. */
  changes = 0;
  readonly #pageSize: bigint;
  /** Whether changes go to a log first: the file itself is then written to beside its readers. */
  #hasLog: boolean;

  /** `found`: a look at the file from before it was opened. */
  constructor(db: Database, file: DatabaseFile, found: Found) {
    this.#file = file;
    this.#found = found;
    this.#counters = countersOf(db);
    this.#dataVersion = this.#counters.data();
    this.#schemaVersion = this.#counters.schema();
    this.schema = this.#counters.schemaHash();
    this.#hasLog = this.#counters.hasLog();
    this.#pageSize = this.#counters.pageSize();
  }

  get found(): Found {
    return this.#found;
  }

  get hasLog(): boolean {
    return this.#hasLog;
  }

  /**
   * Whether it may be read on, once it is known what the file looks like now; between transactions only. Where another
   * file stands in its place by now, what is read is the one that was opened.
   */
  isSound(now: Found | null = this.#file.look()): boolean {
    if (now === null || !isSameFile(now, this.#found)) return true;
    if (this.#found.isSettled && isSameState(now, this.#found)) return true;
    if (now.size === 0n && this.#found.size > 0n) throw emptied();
    const { data, schema, schemaHash, hasLog } = this.#counters;
    const dataVersion = data();
    if (schema() !== this.#schemaVersion) return false;
    const isSame = isSameContent(now, this.#found);
    // Through the engine a file keeps its log as long as somebody has it open.
    if (!this.#hasLog || !isSame) this.#hasLog = hasLog();
    if (!isSame) {
      // Written to, but not through the engine; or by somebody who has another schema with the same number. What only came
      // from the log looks alike, and costs another connection now and then.
      if (dataVersion === this.#dataVersion || schemaHash() !== this.schema) return false;
    }
    if (dataVersion !== this.#dataVersion || !isSameState(now, this.#found)) this.changes++;
    this.#dataVersion = dataVersion;
    this.#found = now;
    return true;
  }

  /**
   * Within a transaction: whether the file is as it was. Whoever heeds the engine's locks cannot have changed it, except
   * from a log with something in it. And whether it is of whole pages: to the engine what is cut off from the last one is
   * zeros.
   */
  isUntouched(): boolean {
    const now = this.#file.lookAtFile();
    if (now === null || !isSameFile(now, this.#found)) return true;
    return now.size % this.#pageSize === 0n && (isSameContent(now, this.#found) || this.#mayComeFromLog());
  }

  #mayComeFromLog(): boolean {
    return this.#hasLog && (this.#found.log !== null || this.#file.look()?.log !== null);
  }
}

export function emptied(): SqliteFailure {
  return new SqliteFailure('JOINERY_EMPTY', 'the file is empty');
}

interface Counters {
  /** Another one whenever somebody else wrote through the engine, as far as its own counter tells. */
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
