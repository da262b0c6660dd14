// Caches rows of a file by key until the file changes. Asking the engine for the file's version takes half as long as
// reading a row; reads in one turn of the event loop share one such check.
import type { RowOf } from './store.ts';
import { type KeyedTable, keyedTables } from './tables.ts';

/** Per table, including keys without a row. */
const maxRows = 10_000;

export class KnownRows {
  /** A different value means that the file has changed. */
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
      if (known !== undefined && known.size >= maxRows) known.clear();
      known?.set(key, row);
    }
    // The row was read with all columns of the table.
    return row as RowOf<Name>;
  }

  /** Call it after a write: the next read checks the file again. */
  invalidate(): void {
    this.#isFresh = false;
  }

  #refresh(): void {
    const version = this.#versionNow();
    if (version !== this.#version) for (const rows of this.#rows.values()) rows.clear();
    this.#version = version;
    this.#isFresh = true;
    // Runs before the event loop waits for further input.
    setImmediate(() => this.invalidate());
  }
}
