// The row under each key while a set is applied, with rollback for changes that fail.
import type { Entity } from '../../../model/database.ts';
import type { Found } from './rows.ts';
import { UndoLog } from './undo-log.ts';

export class RowCache {
  readonly #rows = new Map<Entity, Map<string, Found>>();
  readonly #undoLog = new UndoLog();

  /** Null if no row is known to have the key. */
  at(entity: Entity, key: string): Found {
    return this.#rows.get(entity)?.get(key) ?? null;
  }

  put(entity: Entity, key: string, found: Found): void {
    const rows = this.#rows.get(entity) ?? new Map<string, Found>();
    this.#rows.set(entity, rows);
    const known = rows.get(key) ?? null;
    this.#undoLog.add(() => rows.set(key, known));
    rows.set(key, found);
  }

  checkpoint(): () => void {
    return this.#undoLog.checkpoint();
  }
}
