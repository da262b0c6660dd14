// Writes the journal's lines to a store that is a file: the only write made for every change, so on the fast path.
import { fdatasyncSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Database } from 'better-sqlite3';
import type { ChangeIntentTable } from './change-tables.ts';

export class SqliteLines {
  readonly #add: (lines: readonly ChangeIntentTable[]) => void;
  readonly #log: () => Promise<FileHandle>;
  #opened: FileHandle | null = null;

  /** `database` is a separate connection; `log` opens the WAL file. */
  constructor(database: Database, log: () => Promise<FileHandle>) {
    // COMMIT does not sync, `add` does: together they are as durable as a normal COMMIT.
    database.pragma('synchronous = normal');
    const insert = database.prepare<[number, string]>('insert into change_intents (n, body) values (?, ?)');
    this.#add = database.transaction((lines: readonly ChangeIntentTable[]) => {
      for (const { n, body } of lines) insert.run(n, body);
    }).immediate;
    this.#log = log;
  }

  /**
   * Resolves when the lines are on disk. `isAlone`: no other work is in progress that a synchronous wait would hold up.
   */
  async add(lines: readonly ChangeIntentTable[], isAlone: boolean): Promise<void> {
    this.#opened ??= await this.#log();
    this.#add(lines);
    // Waiting in another thread takes longer, which pays only if there is other work.
    if (isAlone) fdatasyncSync(this.#opened.fd);
    else await this.#opened.datasync();
  }
}
