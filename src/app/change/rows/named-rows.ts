// The current state of the named rows that a set has inserted: later changes use their values.
import type { Entity } from '../../../model/database.ts';
import type { Image } from './image.ts';
import { rowId } from './rows.ts';
import { UndoLog } from './undo-log.ts';

export class NamedRows {
  readonly #rows = new Map<string, Image>();
  /** Each row's name, by its id. */
  readonly #names = new Map<string, string>();
  readonly #undoLog = new UndoLog();

  get(name: string): Image | undefined {
    return this.#rows.get(name);
  }

  add(name: string, entity: Entity, row: Image): void {
    const [known, id] = [this.#rows.get(name), rowId(entity, row)];
    const other = this.#names.get(id);
    this.#undoLog.add(() => {
      put(this.#rows, name, known);
      put(this.#names, id, other);
    });
    this.#rows.set(name, row);
    this.#names.set(id, name);
  }

  /** Tracks changes to rows that the set has inserted. */
  update(entity: Entity, before: Image, after: Image): void {
    // Most sets name no row.
    if (this.#rows.size === 0) return;
    const id = rowId(entity, before);
    const name = this.#names.get(id);
    if (name === undefined) return;
    this.#undoLog.add(() => this.#names.set(id, name));
    this.#names.delete(id);
    this.add(name, entity, after);
  }

  checkpoint(): () => void {
    return this.#undoLog.checkpoint();
  }
}

function put<Value>(map: Map<string, Value>, key: string, value: Value | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}
