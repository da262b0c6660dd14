// Binds a user's own values to the row filters of the entities that the user may see.
import type { Given } from '../contract/shape.ts';
import type { RowFilter } from '../model/database.ts';
import { type Bindings, bindGiven } from './bind.ts';
import type { SqlDialect } from './dialect/sql.ts';
import { PlannedFilter } from './plan/row-filter.ts';

/** Made per request, because values may come from the clock. */
export class FilterBindings {
  readonly #dialect: SqlDialect;
  /** By filter id. */
  readonly #given: ReadonlyMap<string, readonly Given[]>;
  readonly #now: Date;
  readonly #bindings = new Map<RowFilter, Bindings>();
  /** Names tables as if no row filter applied: for statements that are displayed, never run. */
  readonly isPlain: boolean;

  constructor(dialect: SqlDialect, given: ReadonlyMap<string, readonly Given[]>, now: Date, isPlain = false) {
    this.#dialect = dialect;
    this.#given = given;
    this.#now = now;
    this.isPlain = isPlain;
  }

  bindings(filter: RowFilter): Bindings {
    const known = this.#bindings.get(filter) ?? this.#bind(filter);
    this.#bindings.set(filter, known);
    return known;
  }

  /** For a statement that is displayed. */
  plain(): FilterBindings {
    return new FilterBindings(this.#dialect, this.#given, this.#now, true);
  }

  #bind(filter: RowFilter): Bindings {
    const given = this.#given.get(filter.id);
    if (given === undefined) throw new Error('a row filter is used for somebody who has no values for it');
    return bindGiven(this.#dialect, plannedFilter(filter).plan, given, this.#now);
  }
}

export function plannedFilter(filter: RowFilter): PlannedFilter {
  if (filter instanceof PlannedFilter) return filter;
  throw new Error('a row filter was not planned');
}
