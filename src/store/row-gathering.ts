// Looks at single rows of a store on a server: those that are asked for at the same moment share one statement.
import type { Kysely } from 'kysely';
import type { RowOf } from './store.ts';
import { type KeyedTable, keyColumns, type StoreTables } from './tables.ts';

type Read = <T>(work: (db: Kysely<StoreTables>) => Promise<T>) => Promise<T>;

interface Waiting {
  readonly keys: Set<string>;
  readonly rows: Promise<ReadonlyMap<string, RowOf<KeyedTable>>>;
}

export class RowGathering {
  readonly #read: Read;
  /** What has been asked for and not yet been sent. */
  readonly #waiting = new Map<KeyedTable, Waiting>();

  constructor(read: Read) {
    this.#read = read;
  }

  async row<Name extends KeyedTable>(table: Name, key: string): Promise<RowOf<Name>> {
    const waiting = this.#waiting.get(table) ?? this.#begin(table);
    waiting.keys.add(key);
    // What waits for a table is answered with its rows.
    return (await waiting.rows).get(key) as RowOf<Name>;
  }

  /** A statement that has been sent takes nobody on board: it may not see what was acknowledged meanwhile. */
  #begin(table: KeyedTable): Waiting {
    const keys = new Set<string>();
    const rows = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.#waiting.delete(table);
      return this.#look(table, [...keys]);
    });
    const waiting = { keys, rows };
    this.#waiting.set(table, waiting);
    return waiting;
  }

  async #look(table: KeyedTable, keys: readonly string[]): Promise<ReadonlyMap<string, RowOf<KeyedTable>>> {
    const key = keyColumns[table];
    const rows = await this.#read((db) => db.selectFrom(table).selectAll().where(key, 'in', keys).execute());
    return new Map(rows.map((row) => [row[key], row]));
  }
}
