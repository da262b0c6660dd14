// The rows that a set has made under a name, as they are by now: later changes of the set use their values.
import type { Entity } from '../../../model/database.ts';
import type { Image } from './image.ts';
import { rowId } from './rows.ts';

export class NamedRows {
  readonly #rows = new Map<string, Image>();
  /** The names of each row, by what it is called otherwise. */
  readonly #names = new Map<string, string>();

  get(name: string): Image | undefined {
    return this.#rows.get(name);
  }

  made(name: string, entity: Entity, row: Image): void {
    this.#rows.set(name, row);
    this.#names.set(rowId(entity, row), name);
  }

  /** Later changes of a set may change what it has made. */
  changed(entity: Entity, before: Image, after: Image): void {
    // Most sets name no row.
    if (this.#rows.size === 0) return;
    const id = rowId(entity, before);
    const name = this.#names.get(id);
    if (name === undefined) return;
    this.#names.delete(id);
    this.made(name, entity, after);
  }
}
