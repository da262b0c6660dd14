// The lines of the journal in a store that is a file: the one thing that is written for every change, by the shortest way.
import { fdatasyncSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Database } from 'better-sqlite3';
import type { ChangeIntentTable } from './change-tables.ts';

export class SqliteLines {
  readonly #add: (lines: readonly ChangeIntentTable[]) => void;
  readonly #log: () => Promise<FileHandle>;
  #opened: FileHandle | null = null;

  /** `database` is a connection of its own; `log` is the file beside it to which COMMIT writes. */
  constructor(database: Database, log: () => Promise<FileHandle>) {
    // COMMIT does not wait, and what it has written is waited for here: together it is what COMMIT does else.
    database.pragma('synchronous = normal');
    const insert = database.prepare<[number, string]>('insert into change_intents (n, body) values (?, ?)');
    this.#add = database.transaction((lines: readonly ChangeIntentTable[]) => {
      for (const { n, body } of lines) insert.run(n, body);
    }).immediate;
    this.#log = log;
  }

  /** On the disk when this is done. `isAlone`: nobody else is at work, whom the wait for it would hold up. */
  async add(lines: readonly ChangeIntentTable[], isAlone: boolean): Promise<void> {
    this.#opened ??= await this.#log();
    this.#add(lines);
    // To wait in another thread takes longer, if nobody has anything to do meanwhile.
    if (isAlone) fdatasyncSync(this.#opened.fd);
    else await this.#opened.datasync();
  }
}
