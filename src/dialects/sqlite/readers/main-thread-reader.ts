// The main thread's own connection: looks up records synchronously, and detects changes of the file.
import type { Database } from 'better-sqlite3';
import type { Statement } from '../../../query/dialect/statement.ts';
import { DatabaseFile, isSameFile, type OpenedFile, stateText } from '../../base/file.ts';
import { rowText } from './chunks.ts';
import { inconsistentRead } from './connections.ts';
import { isBusy } from './failure.ts';
import { openReader, type Reader } from './open.ts';

/** How often a look-up is retried if the file was written past the engine; then a reader thread takes over. */
const maxAttempts = 3;

export class MainThreadReader {
  readonly #file: DatabaseFile;
  #reader: Reader;
  /** Counts the connections opened to this file so far. */
  #opened = 1;
  /** The event loop turn in which the file was last checked, and the result. */
  #checkedAt = -1;
  #schema: string | null = null;
  /** Whether the connection has failed: its cache may come from an incomplete file. */
  #isSuspect = false;

  /** Opens whatever file is at the path. */
  constructor(path: string) {
    this.#file = new DatabaseFile(path);
    this.#reader = this.#open(null);
  }

  get file(): OpenedFile {
    return this.#reader.file;
  }

  get db(): Database {
    return this.#reader.db;
  }

  get hasLog(): boolean {
    return this.#reader.freshness.hasLog;
  }

  /** Whether its file is still the one at the path. */
  get isInPlace(): boolean {
    const now = this.#file.state();
    return now !== null && isSameFile(now, this.file);
  }

  /** Why the file now at the path cannot be read instead; null if it can. */
  get obstacle(): string | null {
    const now = this.#file.state();
    if (now === null) return 'it is not there';
    if (now.size === 0n) return 'it is empty';
    const { log } = this.#reader.freshness.found;
    const isLogLeft = log !== null && now.log?.ino === log.ino;
    // The engine would take it for the log of the new file.
    return isLogLeft
      ? 'beside it lies the write-ahead log of the file before, which has to be removed'
      : null;
  }

  /**
   * Changes whenever the schema does, or another file is at the path; null if that is unknown at the moment. Checked
   * once for all requests of the same event loop turn.
   */
  schemaVersion(): string | null {
    const { loopCount } = performance.nodeTiming.uvMetricsInfo;
    if (loopCount !== this.#checkedAt) {
      this.#schema = this.#check();
      this.#checkedAt = loopCount;
    }
    return this.#schema;
  }

  /** Changes whenever the file may have been written; null if unknown. */
  state(): string | null {
    const schema = this.#check();
    if (schema === null || schema === replacedMarker) return null;
    return `${this.#opened}.${this.#reader.freshness.changes}`;
  }

  /**
   * Changes whenever the file or its log is written, and is the same in all processes; null if a further change might
   * go unnoticed, or if another file is at the path.
   */
  dataVersion(): string | null {
    const now = this.#file.state();
    if (now === null || !now.isSettled || !isSameFile(now, this.file) || this.#file.isInMemory) return null;
    return stateText(now);
  }

  /**
   * The same for streams that want to share a snapshot. Null while a writer is waiting: joining running readers would
   * make it wait longer.
   */
  sharedState(): string | null {
    const state = this.state();
    try {
      return state && `${state}.${this.#reader.prepared('pragma data_version').get()}`;
    } catch {
      return null;
    }
  }

  /** Runs the read on a single, consistent state of the file. */
  readConsistent<T>(read: (database: () => Database) => T): T {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      if (this.#isSuspect || !this.#reader.freshness.isUsable()) this.#reopen();
      const { freshness, prepared } = this.#reader;
      prepared('begin').run();
      try {
        // Takes the lock: programs that respect it do not write from now on.
        prepared('pragma schema_version').get();
        const result = freshness.isUntouched() ? { of: read(() => this.#reader.db) } : null;
        if (result !== null && freshness.isUntouched()) return result.of;
      } finally {
        if (this.#reader.db.inTransaction) prepared('commit').run();
      }
    }
    throw inconsistentRead();
  }

  /** Null if it would have to wait, or has to be left to a reader for another reason. */
  rows({ sql, parameters }: Statement): string[] | null {
    try {
      for (let attempt = 1; attempt <= maxAttempts; attempt++) {
        const rows = this.#reader.prepared(sql).all(...parameters);
        if (this.#reader.freshness.isUntouched()) return rows.map(rowText);
        if (this.#check() === null) return null;
      }
    } catch (error) {
      if (isBusy(error)) return null;
      this.#isSuspect = true;
      throw error;
    }
    return null;
  }

  close(): void {
    this.#reader.db.close();
  }

  #check(): string | null {
    try {
      const now = this.#file.state();
      if (now === null || !isSameFile(now, this.file)) return replacedMarker;
      if (this.#isSuspect || !this.#reader.freshness.isUsable(now)) this.#reopen();
      return this.#reader.freshness.schema;
    } catch (error) {
      this.#isSuspect ||= !isBusy(error);
      return null; // Locked at the moment, or damaged; the statement itself will report it.
    }
  }

  #reopen(): void {
    const next = this.#open(this.file);
    this.#reader.db.close();
    this.#reader = next;
    this.#opened++;
    this.#isSuspect = false;
  }

  /** Without a lock timeout: anything that would wait goes to a reader. */
  #open(expected: OpenedFile | null): Reader {
    return openReader({ file: this.#file, expected, busyTimeoutMs: 0, tick: () => {} });
  }
}

/** Replaces the schema version: this is no longer the file in use. */
const replacedMarker = 'elsewhere';
