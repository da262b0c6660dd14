// The connections of one reader: those at rest are taken again while they are of the right file and still true.
import { Cache } from '../../../query/cache.ts';
import { DatabaseFile, isSameFile, type OpenedFile } from '../../base/file.ts';
import { openReader, type Plans, type Reader } from './open.ts';
import type { ReaderSetup } from './protocol.ts';
import { SqliteFailure } from './protocol.ts';

/** Kilobytes of pages that a connection at rest keeps, but for the last one, which comes first when there is work. */
export const restPages = 64;

/** Between a look at the file and the lock on it somebody may write; so many times at most. */
const mostAttempts = 10;

export class Connections {
  readonly #setup: ReaderSetup;
  readonly #file: DatabaseFile;
  readonly #tick: () => void;
  readonly #idle: Reader[] = [];
  readonly #plans: Plans = new Cache('sqlite plans');
  /** What the plans were made for. */
  #schema = '';
  /** The file that was asked for last; connections to any other are not kept. */
  #wanted: OpenedFile | null = null;

  constructor(setup: ReaderSetup, tick: () => void) {
    this.#setup = setup;
    this.#file = new DatabaseFile(setup.file);
    this.#tick = tick;
  }

  /** A connection to the file and no other. */
  take(file: OpenedFile): Reader {
    this.#wanted = file;
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      if (isSameFile(idle.file, file) && this.#isSound(idle)) return idle;
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

  /** The same within a transaction, which shows the file as it is now to its end. */
  begin(file: OpenedFile): Reader {
    for (let attempt = 1; attempt <= mostAttempts; attempt++) {
      const reader = this.take(file);
      try {
        reader.prepare('begin').run();
        // The first read takes the lock: whoever heeds it does not write to the file from now on.
        reader.prepared('pragma schema_version').get();
        reader.facts.begin();
      } catch (error) {
        reader.db.close();
        throw error;
      }
      if (reader.freshness.isUntouched()) return reader;
      this.end(reader);
    }
    throw torn();
  }

  /** Ends the transaction; where the file is too damaged for that, with its connection. */
  end(reader: Reader): void {
    try {
      if (reader.db.inTransaction) reader.prepare('commit').run();
      this.rest(reader);
    } catch {
      reader.db.close();
    }
  }

  rest(reader: Reader): void {
    if (this.#wanted === null || !isSameFile(reader.file, this.#wanted)) {
      reader.db.close();
      return;
    }
    this.#idle.at(-1)?.keepPages(restPages);
    this.#idle.push(reader);
  }

  /** Nobody will ask for this file again. */
  retire(file: OpenedFile): void {
    if (this.#wanted === null || !isSameFile(file, this.#wanted)) return;
    this.#wanted = null;
    for (const reader of this.#idle.splice(0)) reader.db.close();
  }

  #isSound(reader: Reader): boolean {
    try {
      return reader.freshness.isSound();
    } catch (error) {
      reader.db.close();
      throw error;
    }
  }
}

/** What was read may be of two states of the file. */
export function torn(): SqliteFailure {
  return new SqliteFailure('JOINERY_TORN', 'the file was written to past the engine while it was read');
}
