// The service's own connection: it looks records up on the spot, and tells whether the file is still the same.
import type { Database } from 'better-sqlite3';
import type { Statement } from '../../../query/dialect/statement.ts';
import { DatabaseFile, isSameFile, type OpenedFile, stateText } from '../../base/file.ts';
import { rowText } from './chunks.ts';
import { torn } from './connections.ts';
import { isBusy } from './failure.ts';
import { openReader, type Reader } from './open.ts';

/** A look-up that finds the file written to past the engine is repeated so often, then left to a reader thread. */
const mostAttempts = 3;

export class OwnReader {
  readonly #file: DatabaseFile;
  #reader: Reader;
  /** Counts the connections that this one has had to the same file. */
  #opened = 1;
  /** The turn of the event loop in which the file was last looked at, and what was found. */
  #lookedAt = -1;
  #schema: string | null = null;
  /** Whether the connection has failed: what it keeps may be of a file that was not whole at that moment. */
  #isSuspect = false;

  /** Whatever file stands there now. */
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

  /** Whether its file is the one that stands there. */
  get isInPlace(): boolean {
    const now = this.#file.look();
    return now !== null && isSameFile(now, this.file);
  }

  /** What is known against reading the file that stands there in the place of its own; null where nothing is. */
  get obstacle(): string | null {
    const now = this.#file.look();
    if (now === null) return 'it is not there';
    if (now.size === 0n) return 'it is empty';
    const { log } = this.#reader.freshness.found;
    const isLogLeft = log !== null && now.log?.ino === log.ino;
    // The engine would take it for the log of the new one.
    return isLogLeft
      ? 'beside it lies the write-ahead log of the file before, which has to be removed'
      : null;
  }

  /**
   * Another text whenever the schema is another one, or another file stands there; null where that cannot be told at
   * this moment. Asked once for all requests that came in together.
   */
  schemaVersion(): string | null {
    const { loopCount } = performance.nodeTiming.uvMetricsInfo;
    if (loopCount !== this.#lookedAt) {
      this.#schema = this.#look();
      this.#lookedAt = loopCount;
    }
    return this.#schema;
  }

  /** Another text whenever somebody may have written; null where that cannot be told. */
  state(): string | null {
    const schema = this.#look();
    if (schema === null || schema === elsewhere) return null;
    return `${this.#opened}.${this.#reader.freshness.changes}`;
  }

  /**
   * Another text whenever the file or its log has been written to, in whichever process this is asked; null where one
   * more change might not be told from the last one, and where another file stands there.
   */
  dataVersion(): string | null {
    const now = this.#file.look();
    if (now === null || !now.isSettled || !isSameFile(now, this.file) || this.#file.isInMemory) return null;
    return stateText(now);
  }

  /**
   * The same for who wants to read together with others. Not told while somebody waits to write: who joined those that
   * read already would make him wait longer.
   */
  sharedState(): string | null {
    const state = this.state();
    try {
      return state && `${state}.${this.#reader.prepared('pragma data_version').get()}`;
    } catch {
      return null;
    }
  }

  /** What is read of one state of the file. */
  untorn<T>(read: (database: () => Database) => T): T {
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      if (this.#isSuspect || !this.#reader.freshness.isSound()) this.#reopen();
      const { freshness, prepared } = this.#reader;
      prepared('begin').run();
      try {
        // Takes the lock: whoever heeds it does not write from now on.
        prepared('pragma schema_version').get();
        const result = freshness.isUntouched() ? { of: read(() => this.#reader.db) } : null;
        if (result !== null && freshness.isUntouched()) return result.of;
      } finally {
        if (this.#reader.db.inTransaction) prepared('commit').run();
      }
    }
    throw torn();
  }

  /** Null where it would have to wait, or has to be left to others for another reason. */
  rows({ sql, parameters }: Statement): string[] | null {
    try {
      for (let attempt = 1; attempt <= mostAttempts; attempt++) {
        const rows = this.#reader.prepared(sql).all(...parameters);
        if (this.#reader.freshness.isUntouched()) return rows.map(rowText);
        if (this.#look() === null) return null;
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

  #look(): string | null {
    try {
      const now = this.#file.look();
      if (now === null || !isSameFile(now, this.file)) return elsewhere;
      if (this.#isSuspect || !this.#reader.freshness.isSound(now)) this.#reopen();
      return this.#reader.freshness.schema;
    } catch (error) {
      this.#isSuspect ||= !isBusy(error);
      return null; // Locked at this moment, or damaged; the statement itself will meet it.
    }
  }

  #reopen(): void {
    const next = this.#open(this.file);
    this.#reader.db.close();
    this.#reader = next;
    this.#opened++;
    this.#isSuspect = false;
  }

  /** With no patience: what would have to wait goes to a reader. */
  #open(expected: OpenedFile | null): Reader {
    return openReader({ file: this.#file, expected, busyTimeoutMs: 0, tick: () => {} });
  }
}

/** In the place of a schema: it is no longer this file that matters. */
const elsewhere = 'elsewhere';
