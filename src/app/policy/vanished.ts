// Columns that have vanished from the schema: should they come back, they are others, and nobody has granted those.
import type { Database, Entity } from '../../model/database.ts';

export class Vanished {
  #known = new Map<string, ReadonlySet<string>>();
  readonly #gone = new Map<string, Set<string>>();

  /** Looks at a new reading of the schema. Answers what is there again and stays denied. */
  look({ entities }: Database): string[] {
    const back: string[] = [];
    for (const [name, columns] of this.#known) {
      const now = entities.get(name)?.column;
      for (const column of columns) if (now?.has(column) !== true) this.#mark(name, column);
    }
    for (const [name, gone] of this.#gone) {
      const now = entities.get(name)?.column;
      for (const column of gone) if (now?.has(column)) back.push(`${name}.${column}`);
    }
    // What has vanished is remembered, also while it is away.
    for (const [name, { column }] of entities) this.#known.set(name, new Set(column.keys()));
    return back;
  }

  /** The columns of an entity that were away. */
  of({ name }: Entity): ReadonlySet<string> {
    return this.#gone.get(name) ?? none;
  }

  #mark(entity: string, column: string): void {
    const gone = this.#gone.get(entity) ?? new Set();
    this.#gone.set(entity, gone.add(column));
  }
}

const none: ReadonlySet<string> = new Set();
