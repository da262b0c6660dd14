// The row under each key while a set is applied, with rollback for changes that fail.
import type { Entity } from '../../../model/database.ts';
import type { Found } from './rows.ts';

export class RowPlaces {
  readonly #rows = new Map<Entity, Map<string, Found>>();
  /** Undo steps since `remember`, oldest first. */
  #taking: (() => void)[] | null = null;

  /** Null if no row is known to have the key. */
  at(entity: Entity, key: string): Found {
    return this.#rows.get(entity)?.get(key) ?? null;
  }

  put(entity: Entity, key: string, found: Found): void {
    const rows = this.#rows.get(entity) ?? new Map<string, Found>();
    this.#rows.set(entity, rows);
    const known = rows.get(key) ?? null;
    this.#taking?.push(() => rows.set(key, known));
    rows.set(key, found);
  }

  /** Returns a function that restores the present state. */
  remember(): () => void {
    const taking: (() => void)[] = [];
    this.#taking = taking;
    return () => {
      for (const take of taking.toReversed()) take();
    };
  }
}
