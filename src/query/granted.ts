// What somebody's own values are, bound to the row filters of the entities that they may see.
import type { Given } from '../contract/shape.ts';
import type { RowFilter } from '../model/database.ts';
import { type Bindings, bindGiven } from './bind.ts';
import type { SqlDialect } from './dialect/sql.ts';
import { PlannedFilter } from './plan/row-filter.ts';

/** Of one request: the clock may be among the values. */
export class Granted {
  readonly #dialect: SqlDialect;
  /** By the id of the filter. */
  readonly #given: ReadonlyMap<string, readonly Given[]>;
  readonly #now: Date;
  readonly #bindings = new Map<RowFilter, Bindings>();
  /** Tables are named as if what is there for this person were all there is: what people read, and nothing runs. */
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

  /** For a statement that is shown. */
  plain(): Granted {
    return new Granted(this.#dialect, this.#given, this.#now, true);
  }

  #bind(filter: RowFilter): Bindings {
    const given = this.#given.get(filter.id);
    if (given === undefined) throw new Error('a row filter is used for somebody who has no values for it');
    return bindGiven(this.#dialect, planned(filter).plan, given, this.#now);
  }
}

export function planned(filter: RowFilter): PlannedFilter {
  if (filter instanceof PlannedFilter) return filter;
  throw new Error('a row filter was not planned');
}
