// The rows that a set has made under a name, as they are by now: later changes of the set use their values.
import type { Entity } from '../../../model/database.ts';
import { BackSteps } from './back-steps.ts';
import type { Image } from './image.ts';
import { rowId } from './rows.ts';

export class NamedRows {
  readonly #rows = new Map<string, Image>();
  /** The names of each row, by what it is called otherwise. */
  readonly #names = new Map<string, string>();
  readonly #back = new BackSteps();

  get(name: string): Image | undefined {
    return this.#rows.get(name);
  }

  made(name: string, entity: Entity, row: Image): void {
    const [known, id] = [this.#rows.get(name), rowId(entity, row)];
    const other = this.#names.get(id);
    this.#back.add(() => {
      put(this.#rows, name, known);
      put(this.#names, id, other);
    });
    this.#rows.set(name, row);
    this.#names.set(id, name);
  }

  /** Later changes of a set may change what it has made. */
  changed(entity: Entity, before: Image, after: Image): void {
    // Most sets name no row.
    if (this.#rows.size === 0) return;
    const id = rowId(entity, before);
    const name = this.#names.get(id);
    if (name === undefined) return;
    this.#back.add(() => this.#names.set(id, name));
    this.#names.delete(id);
    this.made(name, entity, after);
  }

  remember(): () => void {
    return this.#back.remember();
  }
}

function put<Value>(map: Map<string, Value>, key: string, value: Value | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}
