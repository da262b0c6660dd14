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

/** What one person fills the conditions on rows with. */
export interface OwnValues {
  /** By the conditions. */
  readonly given: ReadonlyMap<string, readonly Given[]>;
  /** Whether one of the conditions asks what time it is. */
  readonly hasClock: boolean;
}

/** The view of one person, as long as policy and schema stay. */
export class OwnView {
  readonly generation: number;
  readonly #dialect: SqlDialect;
  readonly #seen: Omit<View, 'granted'>;
  readonly #values: OwnValues;
  #view: View | null = null;

  constructor(generation: number, dialect: SqlDialect, seen: Omit<View, 'granted'>, values: OwnValues) {
    this.generation = generation;
    this.#dialect = dialect;
    this.#seen = seen;
    this.#values = values;
  }

  view(): View {
    if (this.#view !== null) return this.#view;
    const { given, hasClock } = this.#values;
    const view = { ...this.#seen, granted: new Granted(this.#dialect, given, new Date()) };
    // What depends on the clock is another one for each request.
    if (!hasClock) this.#view = view;
    return view;
  }
}
