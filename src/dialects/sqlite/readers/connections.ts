// The connections of one reader: idle ones are reused while they belong to the right file and are up to date.
import { Cache } from '../../../query/cache.ts';
import { DatabaseFile, isSameFile, type OpenedFile } from '../../base/file.ts';
import { openReader, type Plans, type Reader } from './open.ts';
import type { ReaderSetup } from './protocol.ts';
import { SqliteFailure } from './protocol.ts';

/** The page cache of an idle connection, in kilobytes; the most recent one keeps its own, and is reused first. */
export const idlePages = 64;

/** The file may be written between checking and locking it; the most retries of that. */
const maxAttempts = 10;

export class Connections {
  readonly #setup: ReaderSetup;
  readonly #file: DatabaseFile;
  readonly #tick: () => void;
  readonly #idle: Reader[] = [];
  readonly #plans: Plans = new Cache('sqlite plans');
  /** The schema that the plans were made for. */
  #schema = '';
  /** The last requested file; connections to any other are not kept. */
  #lastRequested: OpenedFile | null = null;

  constructor(setup: ReaderSetup, tick: () => void) {
    this.#setup = setup;
    this.#file = new DatabaseFile(setup.file);
    this.#tick = tick;
  }

  /** A connection to this very file. */
  take(file: OpenedFile): Reader {
    this.#lastRequested = file;
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      if (isSameFile(idle.file, file) && this.#isUsable(idle)) return idle;
      idle.db.close();
    }
    const reader = openReader({
      file: this.#file,
      expected: file,
      busyTimeoutMs: this.#setup.busyTimeoutMs,
      tick: this.#tick,
      plans: this.#plans,
    });
    if (reader.freshness.schema !== this.#schema) this.#plans.clear();
    this.#schema = reader.freshness.schema;
    return reader;
  }

  /** The same within a transaction, which sees the current state of the file until its end. */
  begin(file: OpenedFile): Reader {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const reader = this.take(file);
      try {
        reader.prepare('begin').run();
        // The first read takes the lock: programs that respect locks do not write from now on.
        reader.prepared('pragma schema_version').get();
        reader.facts.begin();
      } catch (error) {
        reader.db.close();
        throw error;
      }
      if (reader.freshness.isUntouched()) return reader;
      this.end(reader);
    }
    throw inconsistentRead();
  }

  /** Ends the transaction, or closes the connection if the file is too damaged for that. */
  end(reader: Reader): void {
    try {
      if (reader.db.inTransaction) reader.prepare('commit').run();
      this.park(reader);
    } catch {
      reader.db.close();
    }
  }

  park(reader: Reader): void {
    if (this.#lastRequested === null || !isSameFile(reader.file, this.#lastRequested)) {
      reader.db.close();
      return;
    }
    this.#idle.at(-1)?.keepPages(idlePages);
    this.#idle.push(reader);
  }

  /** This file will not be requested again. */
  retire(file: OpenedFile): void {
    if (this.#lastRequested === null || !isSameFile(file, this.#lastRequested)) return;
    this.#lastRequested = null;
    for (const reader of this.#idle.splice(0)) reader.db.close();
  }

  #isUsable(reader: Reader): boolean {
    try {
      return reader.freshness.isUsable();
    } catch (error) {
      reader.db.close();
      throw error;
    }
  }
}

/** The rows read may mix two states of the file. */
export function inconsistentRead(): SqliteFailure {
  return new SqliteFailure('JOINERY_TORN', 'the file was written to past the engine while it was read');
}
