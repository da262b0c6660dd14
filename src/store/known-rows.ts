// Rows of a file that were read by their keys. They hold until the file changes, which the engine tells in half the time
// that a look at one of them takes; what is asked for in one turn of the event loop shares one question.
import type { RowOf } from './store.ts';
import { type KeyedTable, keyedTables } from './tables.ts';

/** Of each table. Keys that nobody has are remembered too. */
const mostRows = 10_000;

export class KnownRows {
  /** Another answer means that the file has changed. */
  readonly #versionNow: () => unknown;
  readonly #read: (table: KeyedTable, key: string) => unknown;
  readonly #rows = new Map(keyedTables.map((table) => [table, new Map<string, unknown>()]));
  #version: unknown = null;
  #isFresh = false;

  constructor(versionNow: () => unknown, read: (table: KeyedTable, key: string) => unknown) {
    this.#versionNow = versionNow;
    this.#read = read;
  }

  get<Name extends KeyedTable>(table: Name, key: string): RowOf<Name> {
    if (!this.#isFresh) this.#refresh();
    const known = this.#rows.get(table);
    let row = known?.get(key);
    if (row === undefined && known?.has(key) !== true) {
      row = this.#read(table, key);
      if (known !== undefined && known.size >= mostRows) known.clear();
      known?.set(key, row);
    }
    // All columns of the table were read.
    return row as RowOf<Name>;
  }

  /** Something was written: whoever asks next is told what is true then. */
  doubt(): void {
    this.#isFresh = false;
  }

  #refresh(): void {
    const version = this.#versionNow();
    if (version !== this.#version) for (const rows of this.#rows.values()) rows.clear();
    this.#version = version;
    this.#isFresh = true;
    // This comes before the loop waits for anything else to arrive.
    setImmediate(() => this.doubt());
  }
}
