// What one person may see, with their own values in the conditions on its rows.
import type { Given } from '../../contract/shape.ts';
import type { SeenDatabase } from '../../model/database.ts';
import type { CacheKey } from '../../query/cache.ts';
import type { SqlDialect } from '../../query/dialect/sql.ts';
import { Granted } from '../../query/granted.ts';

/** What somebody may see. */
export interface View {
  readonly database: SeenDatabase;
  /** Their own values in the conditions on rows. */
  readonly granted: Granted;
  /** Those who have the same may share statements: they differ in their own values at most. */
  readonly key: CacheKey;
  /** Those who have the same see the same. */
  readonly ownKey: string;
}

/** The view of one person, as long as policy and schema stay. */
export class OwnView {
  readonly generation: number;
  readonly #dialect: SqlDialect;
  readonly #database: SeenDatabase;
  readonly #key: CacheKey;
  readonly #ownKey: string;
  readonly #values: ReadonlyMap<string, readonly Given[]>;
  readonly #hasClock: boolean;
  #view: View | null = null;

  constructor(
    generation: number,
    dialect: SqlDialect,
    database: SeenDatabase,
    key: CacheKey,
    ownKey: string,
    values: ReadonlyMap<string, readonly Given[]>,
    hasClock: boolean,
  ) {
    this.generation = generation;
    this.#dialect = dialect;
    this.#database = database;
    this.#key = key;
    this.#ownKey = ownKey;
    this.#values = values;
    this.#hasClock = hasClock;
  }

  view(): View {
    if (this.#view !== null) return this.#view;
    const granted = new Granted(this.#dialect, this.#values, new Date());
    const view = { database: this.#database, granted, key: this.#key, ownKey: this.#ownKey };
    // What depends on the clock is another one for each request.
    if (!this.#hasClock) this.#view = view;
    return view;
  }
}
