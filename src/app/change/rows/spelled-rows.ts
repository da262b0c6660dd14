// The rows found by requested keys: one row for all spellings of its key.
import type { Entity } from '../../../model/database.ts';
import { RowCache } from './row-cache.ts';
import { type Found, ownKey, severalRows } from './rows.ts';

export class SpelledRows {
  readonly #rows = new RowCache();
  /** Keys requested in another spelling than the row's own, such as in capitals: the row's own spelling. */
  readonly #names = new Map<Entity, Map<string, string>>();

  /** Whether any key was requested in another spelling. */
  get haveSpellings(): boolean {
    return this.#names.size > 0;
  }

  /** The row's own key, whatever the spelling. */
  nameOf(entity: Entity, text: string): string {
    return this.#names.get(entity)?.get(text) ?? text;
  }

  /** The row under a key in any spelling; null if none is known. */
  found(entity: Entity, text: string): Found {
    return this.#rows.at(entity, this.nameOf(entity, text));
  }

  /** The row under its own key. */
  at(entity: Entity, key: string): Found {
    return this.#rows.at(entity, key);
  }

  put(entity: Entity, key: string, found: Found): void {
    this.#rows.put(entity, key, found);
  }

  /** Stores a row found under a key in any spelling. */
  keep(entity: Entity, text: string, found: Found): void {
    const own = found === null || found === severalRows ? text : ownKey(entity, found);
    if (own === text) {
      this.#rows.put(entity, text, found);
      return;
    }
    const names = this.#names.get(entity) ?? new Map<string, string>();
    this.#names.set(entity, names.set(text, own));
    if (this.#rows.at(entity, own) === null) this.#rows.put(entity, own, found);
  }

  /** The same where the key may have meant another row before. */
  keepAgain(entity: Entity, text: string, found: Found): void {
    this.#names.get(entity)?.delete(text);
    this.keep(entity, text, found);
  }

  /** Returns a function that restores the present knowledge of the rows. */
  remember(): () => void {
    return this.#rows.checkpoint();
  }
}
