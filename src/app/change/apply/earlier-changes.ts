// What the earlier changes of a set may have done to rows of a table, as far as can be told before they are written.
import type { Entity } from '../../../model/database.ts';
import type { PlannedChange } from '../plan/planned.ts';
import { createsKey, mayCascade } from './conflicts.ts';
import { mayShareRows } from './inherited-rows.ts';

export class EarlierChanges {
  readonly #written = new Set<Entity>();
  readonly #filled = new Set<Entity>();
  #mayCascade = false;

  add(change: PlannedChange): void {
    this.#written.add(change.entity);
    if (createsKey(change)) this.#filled.add(change.entity);
    this.#mayCascade ||= mayCascade(change);
  }

  /** Whether a key that is missing may exist by now. */
  mayHaveMade(entity: Entity): boolean {
    return this.#filled.has(entity) || sharesRows(entity, this.#filled);
  }

  /** Whether rows may have changed otherwise than by changes that name this table. */
  mayHaveFollowed(entity: Entity): boolean {
    return this.#mayCascade || sharesRows(entity, this.#written);
  }
}

function sharesRows(entity: Entity, others: Iterable<Entity>): boolean {
  for (const other of others) if (mayShareRows(entity, other)) return true;
  return false;
}
