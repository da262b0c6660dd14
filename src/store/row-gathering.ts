// Looks at single rows of a store on a server: those that are asked for at the same moment share one statement.
import type { RowOf } from './store.ts';
import { type KeyedTable, keyColumns } from './tables.ts';

/** Reads the rows of a table that have these keys. */
export type Look = <Name extends KeyedTable>(
  table: Name,
  keys: readonly string[],
) => Promise<readonly NonNullable<RowOf<Name>>[]>;

interface Waiting {
  readonly keys: Set<string>;
  readonly rows: Promise<ReadonlyMap<string, unknown>>;
}

export class RowGathering {
  readonly #look: Look;
  /** What has been asked for and not yet been sent. */
  readonly #waiting = new Map<KeyedTable, Waiting>();
  /** The look that is under way: the next one waits for it, and takes more on board meanwhile. */
  readonly #underWay = new Map<KeyedTable, Promise<unknown>>();

  constructor(look: Look) {
    this.#look = look;
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
    const send = async () => {
      await (this.#underWay.get(table) ?? new Promise((resolve) => setImmediate(resolve)));
      this.#waiting.delete(table);
      const looking = this.#look(table, [...keys]);
      const done = looking.then(
        () => {},
        () => {},
      );
      this.#underWay.set(table, done);
      void done.then(() => this.#underWay.delete(table));
      const rows = await looking;
      return new Map<string, unknown>(rows.map((row) => [String(Reflect.get(row, keyColumns[table])), row]));
    };
    const waiting = { keys, rows: send() };
    this.#waiting.set(table, waiting);
    return waiting;
  }
}
