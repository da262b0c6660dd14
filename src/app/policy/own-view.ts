// What one user may see, with their own values in the row filters.
import type { Given } from '../../contract/shape.ts';
import type { VisibleDatabase } from '../../model/database.ts';
import type { CacheKey } from '../../query/cache.ts';
import type { SqlDialect } from '../../query/dialect/sql.ts';
import { FilterBindings } from '../../query/filter-bindings.ts';

/** What a user may see. */
export interface View {
  readonly database: VisibleDatabase;
  /** The user's values in the row filters. */
  readonly filterBindings: FilterBindings;
  /** Users with the same key may share statements: they differ at most in their values. */
  readonly key: CacheKey;
  /** Users with the same ownKey see the same. */
  readonly ownKey: string;
}

/** A user's values for the row filters. */
export interface OwnValues {
  /** By filter. */
  readonly given: ReadonlyMap<string, readonly Given[]>;
  /** Whether a filter depends on the current time. */
  readonly hasClock: boolean;
}

/** The view of one user, valid while policy and schema stay. */
export class OwnView {
  readonly generation: number;
  readonly #dialect: SqlDialect;
  readonly #seen: Omit<View, 'filterBindings'>;
  readonly #values: OwnValues;
  #view: View | null = null;

  constructor(
    generation: number,
    dialect: SqlDialect,
    seen: Omit<View, 'filterBindings'>,
    values: OwnValues,
  ) {
    this.generation = generation;
    this.#dialect = dialect;
    this.#seen = seen;
    this.#values = values;
  }

  view(): View {
    if (this.#view !== null) return this.#view;
    const { given, hasClock } = this.#values;
    const view = { ...this.#seen, filterBindings: new FilterBindings(this.#dialect, given, new Date()) };
    // A view that depends on the clock differs for each request.
    if (!hasClock) this.#view = view;
    return view;
  }
}
